// Page object of the menu, the create form and the lobby.

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

  /** Creates a table from the menu; returns its code. */
  async create(name: string, preset = "Friends decide"): Promise<string> {
    await this.page.getByRole("button", { name: "Create game" }).click();
    await this.name.fill(name);
    await this.page.getByRole("radio", { name: preset }).check();
    await this.page.getByRole("button", { name: "Create game" }).click();
    await expect(this.page.getByRole("heading", { name: "Players", exact: true })).toBeVisible();
    return new URL(this.page.url()).pathname.split("/").at(-1)!;
  }

  /** Joins a table from the menu by its code. */
  async join(code: string, name: string): Promise<void> {
    await this.code.fill(code);
    await this.name.fill(name);
    await this.page.getByRole("button", { name: "Join", exact: true }).click();
  }

  /** The invitation link in the lobby. */
  link(): Promise<string> {
    return this.page.getByRole("textbox", { name: "Link to this table" }).inputValue();
  }

  /** A player's line in the lobby. */
  seat(name: string): Locator {
    return this.page.getByRole("listitem").filter({ hasText: name });
  }

  async start(): Promise<void> {
    await this.page.getByRole("button", { name: "Start game" }).click();
  }
}
