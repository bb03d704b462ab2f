import { invalidValue } from "../../kernel/problem.ts";
import type { Services } from "../../operation/context.ts";
import type { RunMemory } from "../../operation/run-memory.ts";

/**
 * Opens the playthrough that a question names, at its current step, with what is remembered there.
 *
 * @throws ValidationProblem at `run` where there is none of that id.
 */
export async function openRun({ database, playthroughs }: Services, projectId: string, id: string): Promise<RunMemory> {
  const run = await playthroughs.open(database.reads, projectId, id);
  if (run === null) throw invalidValue(["body", "run"], "no such playthrough in this project", id);
  return run;
}
