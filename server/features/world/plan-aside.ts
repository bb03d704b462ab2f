import { type Asker, fileValues, type Threads } from "../../operation/threads.ts";
import { planWorld, type WorldRow } from "./plan-world.ts";

/** Milliseconds that reading a file may take. */
const DEADLINE_MS = 60_000;
/** Rows in a piece: some milliseconds to take over. */
const AT_A_TIME = 250;

const module = import.meta.url;

/**
 * Reads a world file in a thread.
 *
 * @throws ValidationProblem as `planWorld` does, and where it takes too long.
 */
export async function planAside(threads: Threads, content: unknown, asker: Asker): Promise<WorldRow[]> {
  const bounds = { ...asker, deadlineMs: DEADLINE_MS };
  const rows: WorldRow[] = [];
  for await (const piece of fileValues(threads, { module, input: content, work }, bounds, "reading the file")) {
    rows.push(...piece);
  }
  return rows;
}

/** Reads a world file; what a thread runs. */
export function* work(content: unknown): Generator<readonly WorldRow[]> {
  const rows = planWorld(content);
  for (let at = 0; at < rows.length; at += AT_A_TIME) yield rows.slice(at, at + AT_A_TIME);
}
