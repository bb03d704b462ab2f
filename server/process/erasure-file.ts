import { createReadStream, existsSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { StartProblem } from "../kernel/start-problem.ts";
import type { ErasureNotes, NotedErasure } from "../operation/erasure.ts";

const Line = z.object({ project_id: z.string(), player_id: z.string(), erased_at: z.iso.datetime() });

/**
 * The file of erasures: one line of JSON for each, which is only ever appended to. It lies outside the database, so that the restore
 * of an older backup knows of them.
 */
export class ErasureFile implements ErasureNotes {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Makes the file where it is missing: from then on its absence means that it was lost. */
  async prepare(): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true });
    await (await open(this.path, "a", 0o600)).close();
  }

  async note(erasure: NotedErasure): Promise<void> {
    const isNew = !existsSync(this.path);
    if (isNew) await this.prepare();
    const file = await open(this.path, "a", 0o600);
    try {
      // On a line of its own, even behind one that was cut off.
      await file.appendFile(`\n${JSON.stringify(erasure)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    if (isNew) await syncFolder(dirname(this.path));
  }

  /**
   * Reads all erasures; null where the file is missing. A line that was cut off while it was written is left out: nobody was told of
   * that erasure.
   *
   * @throws StartProblem where a line is damaged otherwise
   */
  async read(): Promise<NotedErasure[] | null> {
    if (!existsSync(this.path)) return null;
    const erasures: NotedErasure[] = [];
    let number = 0;
    for await (const text of createInterface({ input: createReadStream(this.path, "utf8") })) {
      number += 1;
      if (!text.endsWith(END)) continue;
      const line = parsed(text);
      if (line === null) {
        throw new StartProblem(`Line ${number} of ${this.path} is damaged: put the file back from a copy.`);
      }
      erasures.push(line);
    }
    return erasures;
  }
}

/** Last character of a whole line; none before it is one. */
const END = "}";

function parsed(text: string): NotedErasure | null {
  try {
    return Line.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Writes a folder to the disk: the name of a new file may otherwise be lost with the power. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
