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
      await file.appendFile(`${JSON.stringify(erasure)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    if (isNew) await syncFolder(dirname(this.path));
  }

  /**
   * Reads all erasures; null where the file is missing. A last line that was cut off is left out: nobody was told of that erasure.
   *
   * @throws StartProblem where another line is damaged
   */
  async read(): Promise<NotedErasure[] | null> {
    if (!existsSync(this.path)) return null;
    const erasures: NotedErasure[] = [];
    let damaged = 0;
    let number = 0;
    for await (const text of createInterface({
      input: createReadStream(this.path, "utf8"),
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      number += 1;
      if (text === "") continue;
      if (damaged > 0)
        throw new StartProblem(`Line ${damaged} of ${this.path} is damaged: put the file back from a copy.`);
      const line = parsed(text);
      if (line === null) damaged = number;
      else erasures.push(line);
    }
    return erasures;
  }
}

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
