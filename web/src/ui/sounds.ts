// Synthesised sounds; nothing is downloaded. Browsers allow sound only after the user has interacted with the page. On
// devices without audio, nothing happens.

import { settings } from "./settings.svelte";

export type SoundName =
  | "placed"
  | "lifted"
  | "yourTurn"
  | "played"
  | "challenged"
  | "valid"
  | "invalid"
  | "over"
  | "refused"
  | "tick";

/** One note: starts after a delay, fades, and may slide to another pitch. */
type Note = {
  wave: OscillatorType;
  pitchHz: number;
  slideToHz?: number;
  afterMs: number;
  lengthMs: number;
  loudness: number;
};

function note(
  pitchHz: number,
  afterMs: number,
  lengthMs: number,
  loudness: number,
  more: Partial<Note> = {},
): Note {
  return { wave: "sine", pitchHz, afterMs, lengthMs, loudness, ...more };
}

const SOUNDS: Readonly<Record<SoundName, ReadonlyArray<Note>>> = {
  // Wood on wood: a low knock with a click above it.
  placed: [
    note(240, 0, 60, 0.3, { wave: "triangle", slideToHz: 150 }),
    note(1500, 0, 18, 0.08, { wave: "triangle" }),
  ],
  lifted: [note(170, 0, 60, 0.2, { wave: "triangle", slideToHz: 260 })],
  played: [
    note(220, 0, 70, 0.28, { wave: "triangle", slideToHz: 140 }),
    note(262, 90, 80, 0.26, { wave: "triangle", slideToHz: 170 }),
  ],
  yourTurn: [note(659, 0, 180, 0.16), note(880, 120, 320, 0.16)],
  challenged: [
    note(330, 0, 140, 0.12, { wave: "sawtooth" }),
    note(311, 150, 140, 0.12, { wave: "sawtooth" }),
    note(330, 300, 220, 0.12, { wave: "sawtooth" }),
  ],
  valid: [note(523, 0, 140, 0.16), note(659, 110, 140, 0.16), note(784, 220, 280, 0.16)],
  invalid: [note(311, 0, 180, 0.16), note(233, 160, 340, 0.16, { slideToHz: 196 })],
  over: [
    note(392, 0, 220, 0.15),
    note(523, 160, 220, 0.15),
    note(659, 320, 220, 0.15),
    note(784, 480, 600, 0.15),
    note(523, 480, 600, 0.1),
  ],
  tick: [note(1200, 0, 30, 0.1, { wave: "triangle" })],
  refused: [note(165, 0, 120, 0.18, { wave: "triangle" }), note(147, 110, 160, 0.18, { wave: "triangle" })],
};

let context: AudioContext | null = null;

/** Creates the audio context on the first interaction. */
function enableAudio(): void {
  try {
    context ??= new AudioContext();
    void context.resume().catch(() => undefined);
  } catch {
    // No audio on this device; the game works without.
  }
}

if (typeof document !== "undefined") {
  for (const gesture of ["pointerdown", "keydown"]) {
    document.addEventListener(gesture, enableAudio, { once: true, capture: true, passive: true });
  }
}

export function playSound(name: SoundName): void {
  if (!settings.current.sound || !context) return;
  try {
    if (context.state === "suspended") void context.resume().catch(() => undefined);
    for (const each of SOUNDS[name]) playNote(context, each);
  } catch {
    // No audio on this device.
  }
}

function playNote(
  audio: AudioContext,
  { wave, pitchHz, slideToHz, afterMs, lengthMs, loudness }: Note,
): void {
  const start = audio.currentTime + afterMs / 1000;
  const end = start + lengthMs / 1000;
  const source = audio.createOscillator();
  source.type = wave;
  source.frequency.setValueAtTime(pitchHz, start);
  if (slideToHz !== undefined) source.frequency.exponentialRampToValueAtTime(slideToHz, end);
  const volume = audio.createGain();
  // Short fades avoid clicks.
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loudness, start + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(end + 0.02);
}
