// Writes docs/errors/ from the problem catalogue: node scripts/error-pages.ts
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorFiles } from "#server/docs/error-files.ts";

const FOLDER = join(import.meta.dirname, "..", "docs", "errors");

const files = errorFiles();
mkdirSync(FOLDER, { recursive: true });
for (const left of readdirSync(FOLDER)) {
  if (left.endsWith(".md") && !files.has(left)) rmSync(join(FOLDER, left));
}
for (const [name, text] of files) writeFileSync(join(FOLDER, name), text);
console.log(`${files.size} files in docs/errors`);
