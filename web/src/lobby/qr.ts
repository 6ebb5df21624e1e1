// A QR code as a single SVG path of its dark modules.

/** The light border that scanners require, in modules. */
export const QUIET_ZONE = 4;

export function pathOfModules(size: number, isDark: (row: number, col: number) => boolean): string {
  let path = "";
  for (let row = 0; row < size; row++) {
    for (let col = 0; col < size; col++) {
      if (!isDark(row, col)) continue;
      const start = col;
      while (col + 1 < size && isDark(row, col + 1)) col++;
      path += `M${start + QUIET_ZONE} ${row + QUIET_ZONE}h${col - start + 1}v1H${start + QUIET_ZONE}z`;
    }
  }
  return path;
}

/** Encodes a text as a QR code. The generator is loaded on demand. */
export async function qrOf(text: string): Promise<{ size: number; path: string }> {
  const { default: qrcode } = await import("qrcode-generator");
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  return {
    size: count + 2 * QUIET_ZONE,
    path: pathOfModules(count, (row, col) => code.isDark(row, col)),
  };
}
