// All combinations of theme and brightness.

export type Look = { theme: "retro" | "parlour"; brightness: "light" | "dark" };

export const LOOKS: ReadonlyArray<Look> = [
  { theme: "retro", brightness: "dark" },
  { theme: "retro", brightness: "light" },
  { theme: "parlour", brightness: "light" },
  { theme: "parlour", brightness: "dark" },
];
