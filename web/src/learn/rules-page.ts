// The rules of a table as a page: one section per subject, generated from the fields of the rules.

import type { Texts } from "../i18n/index.svelte";
import type { LearnTexts } from "../i18n/learn.svelte";
import { clockRule, closingRules, timeOutRules, wordsRule } from "../lobby/rule-texts";
import type { TableRules } from "../protocol";

export type SectionName = keyof LearnTexts["section"];

export type Section = {
  readonly name: SectionName;
  readonly title: string;
  readonly lines: ReadonlyArray<string>;
};

/** The sections in reading order. A table for one player has no section about other players. */
export function rulesPage(rules: TableRules, texts: Texts, learn: LearnTexts): Section[] {
  const isAlone = rules.maxPlayers === 1;
  const lines: Record<SectionName, string[]> = {
    goal: [isAlone && rules.turns !== null ? learn.goalAlone(rules.turns) : learn.goal, learn.rack],
    lay: [learn.first, learn.connect, learn.oneLine],
    score: [learn.letters, learn.everyWord, learn.bonus, learn.premiums],
    blank: [learn.blank],
    words: wordLines(rules, texts, learn),
    turn: turnLines(rules, texts, learn),
    end: endLines(rules, texts, learn),
    table: isAlone ? [] : tableLines(rules, texts),
  };
  const names = Object.keys(lines) as SectionName[];
  return names
    .filter((name) => lines[name].length > 0)
    .map((name) => ({ name, title: learn.section[name], lines: lines[name] }));
}

function wordLines(rules: TableRules, texts: Texts, learn: LearnTexts): string[] {
  const isChallenged = rules.words === "challenge";
  return [
    wordsRule(rules, texts),
    ...(isChallenged ? [learn.challengeCost] : []),
    texts.lobby.rule.lookUp[rules.lookUp],
  ];
}

function turnLines(rules: TableRules, texts: Texts, learn: LearnTexts): string[] {
  const t = texts.lobby.rule;
  const isAlone = rules.maxPlayers === 1;
  return [
    ...(isAlone ? [learn.turnChoiceAlone] : [t.beginner[rules.beginner], learn.turnChoice]),
    learn.swap,
    t.exchange(rules.exchangeNeeds),
    clockRule(rules.clock, texts),
    ...timeOutRules(rules, texts),
    t.tracker(rules.tileTracker),
  ];
}

function endLines(rules: TableRules, texts: Texts, learn: LearnTexts): string[] {
  const t = texts.lobby.rule;
  const turns = rules.turns === null ? [] : [learn.turnsEnd(rules.turns)];
  if (rules.maxPlayers === 1) return [...turns, learn.dailyCost];
  return [
    ...turns,
    learn.goingOut,
    t.scorelessEnd(rules.scorelessEnd.kind, rules.scorelessEnd.count ?? 0),
    ...(rules.goingOutEarns ? [learn.tilesLeft] : []),
    t.goingOut(rules.goingOutEarns),
  ];
}

function tableLines(rules: TableRules, texts: Texts): string[] {
  const t = texts.lobby.rule;
  return [
    `${t.upTo(rules.maxPlayers).replace(/^./, (first) => first.toUpperCase())}.`,
    t.joining[rules.joining],
    t.watching[rules.watching],
    t.absence(rules.absence.removedAfterSeconds),
    ...closingRules(rules, texts),
  ];
}
