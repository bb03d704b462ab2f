// Writes docs/errors/ from the problem catalogue and the tables of docs/interface.md from the registry: node scripts/write-docs.ts
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorFiles } from "#server/docs/error-files.ts";
import { withMadeTables } from "#server/docs/interface-tables.ts";

const DOCS = join(import.meta.dirname, "..", "docs");
const ERRORS = join(DOCS, "errors");
const INTERFACE = join(DOCS, "interface.md");

const files = errorFiles();
mkdirSync(ERRORS, { recursive: true });
for (const left of readdirSync(ERRORS)) {
  if (left.endsWith(".md") && !files.has(left)) rmSync(join(ERRORS, left));
}
for (const [name, text] of files) writeFileSync(join(ERRORS, name), text);
writeFileSync(INTERFACE, withMadeTables(readFileSync(INTERFACE, "utf8")));
console.log(`${files.size} files in docs/errors, and the tables of docs/interface.md`);
