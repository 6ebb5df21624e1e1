// Replaces the audio output: sounds of the page are rendered into samples for inspection.

import type { Page } from "@playwright/test";

export type Recording = {
  /** The number of notes. */
  notes: number;
  /** The loudest sample, from 0 to 1. */
  peak: number;
  /** The audible duration. */
  soundMs: number;
};

type AudioRecorder = { notes: number; takeRecording(): Promise<Recording> };

/** Installs the recorder; call before opening the page. */
export async function record(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const RATE_HZ = 22_050;
    const LENGTH_S = 3;
    const fresh = () => new OfflineAudioContext(1, RATE_HZ * LENGTH_S, RATE_HZ);
    let offline = fresh();
    const recorder = {
      notes: 0,
      async takeRecording() {
        const [done, notes] = [offline, recorder.notes];
        offline = fresh();
        recorder.notes = 0;
        const samples = (await done.startRendering()).getChannelData(0);
        let peak = 0;
        let audible = 0;
        for (const sample of samples) {
          peak = Math.max(peak, Math.abs(sample));
          if (Math.abs(sample) > 0.001) audible++;
        }
        return { notes, peak, soundMs: (audible / RATE_HZ) * 1000 };
      },
    };
    class Recorder {
      readonly state = "running";
      readonly currentTime = 0;
      get destination() {
        return offline.destination;
      }
      createOscillator() {
        recorder.notes++;
        return offline.createOscillator();
      }
      createGain() {
        return offline.createGain();
      }
      resume() {
        return Promise.resolve();
      }
    }
    Object.assign(window, { AudioContext: Recorder, recorder });
  });
}

export function notesOn(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { recorder: AudioRecorder }).recorder.notes);
}

/** Renders the sounds since the last recording. */
export function takeRecording(page: Page): Promise<Recording> {
  return page.evaluate(() => (window as unknown as { recorder: AudioRecorder }).recorder.takeRecording());
}
