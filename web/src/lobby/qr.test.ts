import { expect, test } from "vitest";
import { pathOfModules, qrOf, QUIET_ZONE } from "./qr";

test("dark modules that touch in a row are one run inside the quiet zone", () => {
  const dark = ["110", "001", "000"];
  expect(pathOfModules(3, (row, col) => dark[row]![col] === "1")).toBe("M4 4h2v1H4zM6 5h1v1H6z");
});

test("a link fits with its quiet zone on every side", async () => {
  const { size, path } = await qrOf("http://192.168.1.5:3000/ABCD#0123456789abcdef0123456789abcdef");
  expect((size - 2 * QUIET_ZONE - 17) % 4).toBe(0);
  expect(path.startsWith(`M${QUIET_ZONE} ${QUIET_ZONE}h7`)).toBe(true);
});
