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

/** The page colours of the themes, for the bar of the browser; as `--page` in the style sheets and `page_theme.rs`. */
const BAR_COLOURS: Record<ThemeName, Record<"light" | "dark", string>> = {
  parlour: { light: "#f4eee2", dark: "#14181c" },
  retro: { light: "#c6d0c6", dark: "#000000" },
};

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const prefersLessMotion = matchMedia("(prefers-reduced-motion: reduce)");

function browserLanguage(): LanguageCode {
  return navigator.languages.some((language) => language.toLowerCase().startsWith("nl")) ? "nl" : "en";
}

/** The theme that the server gave the page, for users who have not chosen one. */
function serverTheme(): ThemeName {
  return document.documentElement.dataset["theme"] === "retro" ? "retro" : "parlour";
}

/** The default settings. */
const DEFAULTS: SettingValues = {
  playerName: "",
  theme: serverTheme(),
  brightness: "system",
  language: browserLanguage(),
  sound: true,
  notifications: false,
  keys: "dord",
  motion: "system",
};

class Settings {
  /** Only changed settings are stored, so that defaults can change. */
  #changed = $state.raw<Partial<SettingValues>>(loadItem<Partial<SettingValues>>(KEY) ?? {});
  #current = $derived<SettingValues>({ ...DEFAULTS, ...this.#changed });

  get current(): Readonly<SettingValues> {
    return this.#current;
  }

  update(change: Partial<SettingValues>): void {
    this.#changed = { ...this.#changed, ...change };
    saveItem(KEY, this.#changed);
    this.applyTheme();
  }

  /** Sets the document attributes that the style sheets use. */
  applyTheme(): void {
    const page = document.documentElement;
    page.lang = this.#current.language;
    page.dataset["theme"] = this.#current.theme;
    page.dataset["brightness"] = this.brightness;
    page.dataset["motion"] = this.#current.motion;
    // The page has one for each brightness of the system; the user's choice applies to both.
    for (const bar of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
      bar.content = BAR_COLOURS[this.#current.theme][this.brightness];
    }
  }

  /** The brightness in effect. */
  get brightness(): "light" | "dark" {
    const { brightness } = this.#current;
    if (brightness !== "system") return brightness;
    return prefersDark.matches ? "dark" : "light";
  }

  get reducesMotion(): boolean {
    return this.#current.motion === "none" || prefersLessMotion.matches;
  }
}

export const settings = new Settings();
prefersDark.addEventListener("change", () => settings.applyTheme());
