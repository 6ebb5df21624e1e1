// The way to a table: the menu, the form, the lobby.

import { expect, type Locator, type Page } from "@playwright/test";

export class Menu {
  readonly name: Locator;
  readonly code: Locator;
  readonly practise: Locator;

  constructor(readonly page: Page) {
    this.name = page.getByRole("textbox", { name: "Your name" });
    this.code = page.getByRole("textbox", { name: "Table code or link" });
    this.practise = page.getByRole("button", { name: "Practise against the computer" });
  }

  /** From the menu to the lobby of a new table; gives its code. */
  async create(name: string, preset = "Social"): Promise<string> {
    await this.page.getByRole("button", { name: "Create game" }).click();
    await this.name.fill(name);
    await this.page.getByRole("radio", { name: preset }).check();
    await this.page.getByRole("button", { name: "Create game" }).click();
    await expect(this.page.getByRole("heading", { name: "Players", exact: true })).toBeVisible();
    return new URL(this.page.url()).pathname.split("/").at(-1)!;
  }

  /** From the menu to somebody else's lobby. */
  async join(code: string, name: string): Promise<void> {
    await this.code.fill(code);
    await this.name.fill(name);
    await this.page.getByRole("button", { name: "Join", exact: true }).click();
  }

  /** The link that the lobby shows to be shared. */
  link(): Promise<string> {
    return this.page.getByRole("textbox", { name: "Link to this table" }).inputValue();
  }

  /** Somebody's line in the lobby. */
  seat(name: string): Locator {
    return this.page.getByRole("listitem").filter({ hasText: name });
  }

  async start(): Promise<void> {
    await this.page.getByRole("button", { name: "Start game" }).click();
  }
}
