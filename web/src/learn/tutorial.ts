// The steps of the tutorial. A step is done when the state of the game shows it; the page knows no rules.

import type { LearnTexts } from "../i18n/learn.svelte";
import { didStand, isPlay, type Play } from "../results/log-lines";
import type { Preview } from "../table/game-session";
import { onBoard, type HeldTiles } from "../table/held-tiles";
import type { TableModel } from "../table/model";

export const STEPS = ["lay", "premium", "connect", "blank", "swap", "challenge", "done"] as const;
export type Step = (typeof STEPS)[number];

/** What the tutorial needs to know about the game. */
export type Facts = {
  readonly isMyTurn: boolean;
  /** Whether no tile has been played. */
  readonly isBoardEmpty: boolean;
  /** The number of the player's tentative tiles. */
  readonly tentative: number;
  /** What the server says the tentative tiles would score; null if they cannot be played. */
  readonly previewScore: number | null;
  /** The player's plays that stand. */
  readonly plays: ReadonlyArray<Play>;
  /** The main word of the player's last play, if it was taken back. */
  readonly takenBack: string | null;
  readonly swaps: number;
  readonly hasBlank: boolean;
  /** The opponent's play that this player can challenge or accept. */
  readonly openWord: string | null;
  /** How many plays of the opponent stand or were taken back. */
  readonly decided: number;
};

export function factsOf(model: TableModel, hand: HeldTiles, preview: Preview | null): Facts {
  const me = model.you?.playerId;
  const { game } = model;
  const log = game?.log ?? [];
  const own = log.filter(({ playerId }) => playerId === me);
  const ownPlays = own.filter(isPlay);
  const last = ownPlays.at(-1);
  const open = game?.openPlay ?? null;
  const isTheirs = open !== null && open.playerId !== me;
  const hasAccepted = isTheirs && open.accepted.some((id) => id === me);
  const isChallenged = isTheirs && open.challenge !== null;
  return {
    isMyTurn: model.progress === "playing" && game?.currentPlayerId === me,
    isBoardEmpty: (game?.board ?? []).every((row) => row.every((tile) => tile === null)),
    tentative: onBoard(hand).length,
    previewScore: preview?.kind === "score" ? preview.preview.score : null,
    plays: ownPlays.filter(({ deed }) => deed.fate === "stood"),
    takenBack: last && !didStand(last) ? mainWord(last) : null,
    swaps: own.filter(({ deed }) => deed.kind === "exchanged").length,
    hasBlank: model.you?.tiles.some((tile) => tile.isBlank) ?? false,
    openWord: isTheirs && !hasAccepted && !isChallenged ? (open.words[0]?.text ?? null) : null,
    decided: log.filter((line) => line.playerId !== me && isPlay(line) && line.deed.fate !== "open").length,
  };
}

function mainWord(play: Play): string {
  return play.deed.words[0]?.text ?? "";
}

/** Whether the game shows that a step is done, compared with the facts when it began. */
export function isStepDone(step: Step, facts: Facts, begun: Facts): boolean {
  switch (step) {
    case "lay":
      return facts.plays.length > 0;
    case "connect":
      return facts.plays.length > begun.plays.length;
    case "blank":
      return facts.plays
        .slice(begun.plays.length)
        .some(({ deed }) => deed.placements.some(({ tile }) => tile.isBlank));
    case "swap":
      return facts.swaps > begun.swaps;
    case "challenge":
      return facts.decided > begun.decided;
    case "premium":
    case "done":
      return false;
  }
}

export function nextStep(step: Step): Step {
  return STEPS[STEPS.indexOf(step) + 1] ?? "done";
}

/** What a coach mark points at. */
export type Target = "rack" | "star" | "board" | "play" | "swap" | "challenge";

export type CoachMark = {
  readonly title: string;
  readonly text: string;
  readonly target: Target | null;
  /** The button that leads on without doing the step; `next` where reading is enough. */
  readonly action: "next" | "skip" | "finish";
};

/** What the tutorial says in a step. */
export function coachMark(step: Step, facts: Facts, t: LearnTexts["tutorial"]): CoachMark {
  switch (step) {
    case "lay":
      return layMark(facts, t);
    case "premium": {
      const play = facts.plays[0];
      const text = play ? t.premium.text(mainWord(play), play.deed.score) : t.premium.general;
      return { title: t.premium.title, text, target: "board", action: "next" };
    }
    case "connect":
      return turnMark(facts, t, { ...t.connect, target: facts.previewScore === null ? "board" : "play" });
    case "blank":
      return {
        title: t.blank.title,
        text: facts.hasBlank ? t.blank.own : t.blank.text,
        target: facts.hasBlank ? "rack" : null,
        action: "next",
      };
    case "swap":
      return turnMark(facts, t, { ...t.swap, target: "swap" });
    case "challenge":
      return facts.openWord === null
        ? { title: t.challenge.title, text: t.challenge.wait, target: null, action: "skip" }
        : {
            title: t.challenge.title,
            text: t.challenge.text(facts.openWord),
            target: "challenge",
            action: "skip",
          };
    case "done":
      return { ...t.done, target: null, action: "finish" };
  }
}

/** The first word: a tile, a word, the button. */
function layMark(facts: Facts, t: LearnTexts["tutorial"]): CoachMark {
  if (!facts.isMyTurn) return { title: t.layPlay.title, text: t.wait, target: null, action: "skip" };
  if (facts.takenBack !== null && facts.tentative === 0) {
    return { title: t.refused.title, text: t.refused.text(facts.takenBack), target: "rack", action: "skip" };
  }
  if (facts.previewScore !== null) {
    return {
      title: t.layPlay.title,
      text: t.layPlay.text(facts.previewScore),
      target: "play",
      action: "skip",
    };
  }
  if (!facts.isBoardEmpty) return { ...t.connect, target: "board", action: "skip" };
  if (facts.tentative === 0) return { ...t.laySelect, target: "rack", action: "skip" };
  return { ...t.layWord, target: "star", action: "skip" };
}

/** A step that needs the player's turn. */
function turnMark(
  facts: Facts,
  t: LearnTexts["tutorial"],
  mark: { title: string; text: string; target: Target },
): CoachMark {
  const { title, text, target } = mark;
  if (!facts.isMyTurn) return { title, text: t.wait, target: null, action: "skip" };
  return { title, text, target, action: "skip" };
}
