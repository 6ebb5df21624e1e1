// The settings of this device, for all screens.

import { saveItem, loadItem } from "../connection/storage";

export type ThemeName = "retro" | "parlour";
export type Brightness = "system" | "light" | "dark";
export type LanguageCode = "en" | "nl";
export type KeyPreset = "dord" | "woogles";
export type Motion = "system" | "none";

type SettingValues = {
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

function browserLanguage(): LanguageCode {
  return navigator.languages.some((language) => language.toLowerCase().startsWith("nl")) ? "nl" : "en";
}

/** The default settings. */
const DEFAULTS: Omit<SettingValues, "theme"> = {
  playerName: "",
  brightness: "system",
  language: browserLanguage(),
  sound: true,
  notifications: false,
  keys: "dord",
  motion: "system",
};

class Settings {
  /** Only changed settings are stored; defaults may differ between screens. */
  #changed = $state.raw<Partial<SettingValues>>(loadItem<Partial<SettingValues>>(KEY) ?? {});
  #defaultTheme = $state<ThemeName>("retro");
  #current = $derived<SettingValues>({ ...DEFAULTS, theme: this.#defaultTheme, ...this.#changed });

  get current(): Readonly<SettingValues> {
    return this.#current;
  }

  update(change: Partial<SettingValues>): void {
    this.#changed = { ...this.#changed, ...change };
    saveItem(KEY, this.#changed);
    this.applyTheme();
  }

  /** Sets the theme that applies if the user has not chosen one. */
  setDefaultTheme(theme: ThemeName): void {
    this.#defaultTheme = theme;
    this.applyTheme();
  }

  /** Sets the document attributes that the style sheets use. */
  applyTheme(): void {
    const page = document.documentElement;
    page.lang = this.#current.language;
    page.dataset["theme"] = this.#current.theme;
    page.dataset["brightness"] = this.#brightness();
    page.dataset["motion"] = this.#current.motion;
  }

  /** Retro is dark unless light is chosen; parlour follows the system. */
  #brightness(): "light" | "dark" {
    const { theme, brightness } = this.#current;
    if (brightness !== "system") return brightness;
    return theme === "retro" || prefersDark.matches ? "dark" : "light";
  }

  get reducesMotion(): boolean {
    return this.#current.motion === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }
}

export const settings = new Settings();
prefersDark.addEventListener("change", () => settings.applyTheme());
