// Calls a player: sounds for what happens, the tab's title and, where it is wished, a notification when it is their turn
// and they look elsewhere.

import { addressOf } from "../base";
import { i18n } from "../i18n/index.svelte";
import type { TableUpdate, TableSession } from "../table/session.svelte";
import { settings } from "./settings.svelte";
import { playSound } from "./sounds";

const CALL_AFTER_MS = 200;

/** Whether this page could notify at all: browsers allow it on secure pages only. */
export function canNotify(): boolean {
  return typeof Notification !== "undefined" && isSecureContext;
}

/** Asks for the permission; only a click may lead here. */
export async function askToNotify(): Promise<boolean> {
  if (!canNotify()) return false;
  try {
    return (await Notification.requestPermission()) === "granted";
  } catch {
    return false;
  }
}

/** Follows a table with sounds, title and notifications until the returned function is called. Nothing else need be done. */
export function notifyPlayer(session: TableSession): () => void {
  let calling: ReturnType<typeof setTimeout> | undefined;
  const silence = session.listen((update) => {
    soundOf(update);
    if (!isNewTurn(update)) return;
    clearTimeout(calling);
    // The last turn of a game passes on before the game ends, and nobody need be called to that one.
    calling = setTimeout(() => {
      if (!session.isMyTurn) return;
      playSound("yourTurn");
      if (document.hidden) notify(i18n.t.announce.yourTurn, session.roomCode);
    }, CALL_AFTER_MS);
  });
  const stop = $effect.root(() => {
    callByTitle(session);
    followHand(session);
    $effect(() => {
      if (session.refusal) playSound("refused");
    });
  });
  return () => {
    clearTimeout(calling);
    silence();
    stop();
  };
}

function isMyTurn(model: TableUpdate["before"]): boolean {
  return model?.progress === "playing" && !!model.you && model.game?.currentPlayerId === model.you.playerId;
}

/** A table that has only just been opened says nothing new. */
function isNewTurn({ before, after }: TableUpdate): boolean {
  return before !== null && isMyTurn(after) && !isMyTurn(before);
}

function soundOf({ event, before }: TableUpdate): void {
  switch (event.name) {
    case "playMade":
      return playSound("played");
    case "challengeStarted":
      return playSound("challenged");
    case "challengeResolved":
      return playSound(event.payload.valid ? "valid" : "invalid");
    case "gameEnded":
      if (before?.progress === "playing") playSound("over");
  }
}

/** The title calls while the page is hidden, and is itself again when it is looked at. */
function callByTitle(session: TableSession): void {
  const own = document.title;
  let isHidden = $state(document.hidden);
  const look = () => (isHidden = document.hidden);
  $effect(() => {
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  });
  $effect(() => {
    if (!isHidden || !session.isMyTurn) return;
    document.title = `${i18n.t.announce.titleYourTurn} – ${own}`;
    return () => (document.title = own);
  });
}

/** Tiles that are laid or taken back by hand sound like wood; those that come or go by the server don't. */
function followHand(session: TableSession): void {
  let known: { held: number; laid: number } | null = null;
  $effect(() => {
    const { held } = session.hand;
    const now = { held: held.length, laid: held.filter(({ at }) => at !== null).length };
    if (known?.held === now.held && now.laid !== known.laid)
      playSound(now.laid > known.laid ? "placed" : "lifted");
    known = now;
  });
}

function notify(text: string, roomCode: string): void {
  if (!settings.current.notifications || !canNotify() || Notification.permission !== "granted") return;
  const options: NotificationOptions = {
    body: roomCode,
    tag: `dord-${roomCode}`,
    icon: addressOf("/icon-192.png"),
  };
  try {
    const shown = new Notification(text, options);
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Telephones let only a service worker notify; without one there is the title.
    void navigator.serviceWorker
      ?.getRegistration()
      .then((registration) => registration?.showNotification(text, options))
      .catch(() => undefined);
  }
}
