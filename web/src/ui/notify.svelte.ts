// Notifies the player: sounds for events; the tab title and optional notifications when it is the player's turn and the
// page is hidden.

import { addressOf } from "../base";
import { i18n } from "../i18n/index.svelte";
import type { TableUpdate, TableSession } from "../table/session.svelte";
import { settings } from "./settings.svelte";
import { playSound } from "./sounds";

const NOTIFY_AFTER_MS = 200;

/** Whether this page can show notifications; browsers allow them on secure pages only. */
export function canNotify(): boolean {
  return typeof Notification !== "undefined" && isSecureContext;
}

/** Requests the permission; must be called from a click. */
export async function askToNotify(): Promise<boolean> {
  if (!canNotify()) return false;
  try {
    return (await Notification.requestPermission()) === "granted";
  } catch {
    return false;
  }
}

/** Notifies the player of table events until the returned function is called. */
export function notifyPlayer(session: TableSession): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = session.listen((update) => {
    soundOf(update);
    if (!isNewTurn(update)) return;
    clearTimeout(timer);
    // The turn also changes just before a game ends, which needs no notification.
    timer = setTimeout(() => {
      if (!session.isMyTurn) return;
      playSound("yourTurn");
      if (document.hidden) notify(i18n.t.announce.yourTurn, session.roomCode);
    }, NOTIFY_AFTER_MS);
  });
  const stop = $effect.root(() => {
    showTurnInTitle(session);
    playTileSounds(session);
    $effect(() => {
      if (session.refusal) playSound("refused");
    });
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
    stop();
  };
}

function isMyTurn(model: TableUpdate["before"]): boolean {
  return model?.progress === "playing" && !!model.you && model.game?.currentPlayerId === model.you.playerId;
}

/** The first state of a table is not a new turn. */
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

/** Changes the title while the page is hidden and it is the player's turn. */
function showTurnInTitle(session: TableSession): void {
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

/** Plays sounds for tiles the player places or takes back, not for changes by the server. */
function playTileSounds(session: TableSession): void {
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
    // On phones only a service worker can notify; without one, the title remains.
    void navigator.serviceWorker
      ?.getRegistration()
      .then((registration) => registration?.showNotification(text, options))
      .catch(() => undefined);
  }
}
