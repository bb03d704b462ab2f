import { existsSync } from "node:fs";
import { join } from "node:path";

/** Block of commands of a document, with the input that it needs. */
export interface TourBlock {
  commands: string;
  /** Path below the corpus that the block reads, or null. */
  needs: string | null;
}

const BLOCK = /^```bash(?: needs=CORPUS\/(\S+))?\n([\s\S]*?)^```$/gm;

/** Commands of a document, in order. */
export function tourBlocks(document: string): TourBlock[] {
  return [...document.matchAll(BLOCK)].map(([, needs, commands]) => ({
    commands: commands ?? "",
    needs: needs ?? null,
  }));
}

/** One script of the blocks whose input is there, and the inputs that are missing. */
export function tourScript(blocks: readonly TourBlock[], corpus: string): { script: string; missing: string[] } {
  const missing = blocks.flatMap(({ needs }) => (needs === null || existsSync(join(corpus, needs)) ? [] : [needs]));
  const present = blocks.filter(({ needs }) => needs === null || !missing.includes(needs));
  // A receiver that is left behind would keep whoever waits for the script's output waiting.
  const prelude = ["set -euo pipefail", "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT"];
  return { script: [...prelude, ...present.map(({ commands }) => commands)].join("\n"), missing };
}
