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

/** What holds until somebody chooses otherwise. */
const UNCHOSEN: Omit<Chosen, "theme"> = {
  playerName: "",
  brightness: "system",
  language: fromBrowser(),
  sound: true,
  notifications: false,
  keys: "dord",
  motion: "system",
};

class Settings {
  /** Only what was chosen is kept: what was not may start differently elsewhere. */
  #own = $state.raw<Partial<Chosen>>(kept<Partial<Chosen>>(KEY) ?? {});
  #startingTheme = $state<ThemeName>("retro");
  #chosen = $derived<Chosen>({ ...UNCHOSEN, theme: this.#startingTheme, ...this.#own });

  get chosen(): Readonly<Chosen> {
    return this.#chosen;
  }

  choose(change: Partial<Chosen>): void {
    this.#own = { ...this.#own, ...change };
    keep(KEY, this.#own);
    this.dress();
  }

  /** The look that a screen starts with, for whoever has not chosen one. */
  startWith(theme: ThemeName): void {
    this.#startingTheme = theme;
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
