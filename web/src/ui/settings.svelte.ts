// What a person has chosen on this device. The choice holds everywhere.

import { keep, kept } from "../connection/device";

export type ThemeName = "retro" | "parlour";
export type Brightness = "system" | "light" | "dark";
export type LanguageCode = "en" | "nl";
export type KeyPreset = "dord" | "woogles";
export type Motion = "system" | "none";

type Chosen = {
  playerName: string;
  theme: ThemeName;
  brightness: Brightness;
  language: LanguageCode;
  sound: boolean;
  notifications: boolean;
  keys: KeyPreset;
  motion: Motion;
};

const KEY = "dord.settings";

const prefersDark = matchMedia("(prefers-color-scheme: dark)");

function fromBrowser(): LanguageCode {
  return navigator.languages.some((language) => language.toLowerCase().startsWith("nl")) ? "nl" : "en";
}

class Settings {
  #chosen = $state<Chosen>({
    playerName: "",
    theme: "retro",
    brightness: "system",
    language: fromBrowser(),
    sound: true,
    notifications: false,
    keys: "dord",
    motion: "system",
    ...kept<Partial<Chosen>>(KEY),
  });

  get chosen(): Readonly<Chosen> {
    return this.#chosen;
  }

  choose(change: Partial<Chosen>): void {
    Object.assign(this.#chosen, change);
    keep(KEY, this.#chosen);
    this.dress();
  }

  /** Tells the page: the style sheets go by these attributes. */
  dress(): void {
    const page = document.documentElement;
    page.lang = this.#chosen.language;
    page.dataset["theme"] = this.#chosen.theme;
    page.dataset["brightness"] = this.#brightness();
    page.dataset["motion"] = this.#chosen.motion;
  }

  /** Retro is black unless light is asked for; parlour goes with the system. */
  #brightness(): "light" | "dark" {
    const { theme, brightness } = this.#chosen;
    if (brightness !== "system") return brightness;
    return theme === "retro" || prefersDark.matches ? "dark" : "light";
  }

  get isStill(): boolean {
    return this.#chosen.motion === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }
}

export const settings = new Settings();
prefersDark.addEventListener("change", () => settings.dress());
