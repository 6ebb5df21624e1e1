// Compresses the built files once, so that the server never does: next to each file that becomes smaller, `.gz` and `.br`.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const folder = process.env["DORD_WEB_OUT"] ?? "dist";
const COMPRESSIBLE = new Set([".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"]);

const FORMS = [
  [".gz", (bytes) => gzipSync(bytes, { level: 9 })],
  [
    ".br",
    (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  ],
];

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !COMPRESSIBLE.has(extname(entry.name))) continue;
  const path = join(entry.parentPath, entry.name);
  const bytes = readFileSync(path);
  for (const [ending, compress] of FORMS) {
    const compressed = compress(bytes);
    if (compressed.length < bytes.length) writeFileSync(path + ending, compressed);
  }
}
