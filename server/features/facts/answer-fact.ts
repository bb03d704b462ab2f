import type { z } from "zod";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { committed } from "../../operation/edit.ts";
import { mayReadIn } from "../../operation/gate.ts";
import { answeredConflicts, rulesFor } from "./conflicts/written-conflicts.ts";
import { factResource } from "./fact.ts";
import type { Fact, WrittenFact } from "./schemas.ts";
import { MAX_SHOWN, toFact } from "./show-facts.ts";

/** Commits and answers one fact as it now is, with what it does not go together with. */
export async function answerFact(context: ProjectWriteContext, id: string): Promise<z.input<typeof WrittenFact>> {
  const { record } = context;
  const rules = await rulesFor(record, [await record.require(factResource, id)]);
  const shown = await answerPlainFact(context, id);
  const version = record.version(factResource, id);
  const at = { projectId: record.projectId, atSeq: null };
  const options = { rules, mayRead: mayReadIn(context) };
  return { ...shown, conflicts: version === null ? [] : await answeredConflicts(record.db, at, version, options) };
}

/** Commits and answers one fact as it now is. */
export async function answerPlainFact(context: ProjectWriteContext, id: string): Promise<z.input<typeof Fact>> {
  const older = await context.record.find(factResource, { superseded_by: id });
  const version = await committed(context, factResource, id);
  const supersedes = older.slice(0, MAX_SHOWN).map((each) => each.id);
  return toFact({ version, supersedes });
}
