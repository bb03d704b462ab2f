import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const FirstRun = z.object({
  url: z.string(),
  email: z.string(),
  password: z.string(),
  workspace_id: z.string(),
  project_id: z.string(),
  test_key: z.string(),
});

/** The way into a freshly seeded instance, kept in the data folder for whoever started it. */
export type FirstRun = z.infer<typeof FirstRun>;

/** The file's place in a data folder. */
export function firstRunPath(dataDir: string): string {
  return join(dataDir, "first-run.json");
}

/** Reads the first-run file of an earlier start; null without one. */
export function readFirstRun(dataDir: string): FirstRun | null {
  try {
    return FirstRun.parse(JSON.parse(readFileSync(firstRunPath(dataDir), "utf8")));
  } catch {
    return null;
  }
}

/** Keeps the way in, readable by its owner only. Written only when it says something new. */
export function keepFirstRun(dataDir: string, firstRun: FirstRun): void {
  const path = firstRunPath(dataDir);
  const text = `${JSON.stringify(firstRun, null, 2)}\n`;
  try {
    if (readFileSync(path, "utf8") === text) return;
  } catch {
    // There is none yet.
  }
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, path);
}
