import type { z } from "zod";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { committed } from "../../operation/edit.ts";
import { factResource } from "./fact.ts";
import type { Fact } from "./schemas.ts";
import { MAX_SHOWN, toFact } from "./show-facts.ts";

/** Commits and answers one fact as it now is. */
export async function answerFact(context: ProjectWriteContext, id: string): Promise<z.input<typeof Fact>> {
  const older = await context.record.find(factResource, { superseded_by: id });
  const version = await committed(context, factResource, id);
  const supersedes = older.slice(0, MAX_SHOWN).map((each) => each.id);
  return toFact({ version, supersedes });
}
