import type { Json } from "#domain/json.ts";
import { valuesOfJson } from "#domain/text-of-json.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { findVersion } from "../../record/versions.ts";
import { correctedBy, correctionOf, madeBySession, recordCorrection } from "../feedback/public.ts";
import { partsOf, type SuggestionState, type SuggestionVersion, suggestion } from "./suggestion.ts";

/** Characters of the edited parts that are compared while the project is locked: some 5 ms. */
const COMPARED = 4_000;

/**
 * Keeps what somebody changed in a suggestion that a generation made, as a correction: all that they changed since they began, however many
 * times they saved. The caller commits.
 */
export async function recordEdits(
  { record, caller, services }: Pick<ProjectWriteContext, "record" | "caller" | "services">,
  before: SuggestionVersion,
  after: SuggestionState,
): Promise<void> {
  const { session_id: sessionId, provider } = before.source;
  if (before.source.kind !== "generation" || sessionId === null) return;
  const earlier = await correctedBy(record, before.id, caller.actor);
  const { db, projectId } = record;
  const found = earlier && (await findVersion(db, suggestion.resource, projectId, before.id, earlier.created_seq - 1));
  const proposed = found ?? before;
  const later = new Map(partsOf(after).map((part) => [part.id, part.operations]));
  const edits = partsOf(proposed).flatMap(({ id, operations }) => {
    const [old, fresh] = [
      valuesOfJson(operations as never as Json),
      valuesOfJson((later.get(id) ?? []) as never as Json),
    ];
    return old === fresh ? [] : [{ old, fresh }];
  });
  const text = (of: "old" | "fresh") =>
    edits
      .map((each) => each[of])
      .join("\n")
      .slice(0, COMPARED);
  const first = earlier?.correction?.before;
  // What was changed and put back is kept as a change of nothing.
  const putBack = first === undefined ? null : { before: first, after: first, share: 0 };
  const correction = correctionOf(text("old"), text("fresh")) ?? putBack;
  if (correction === null) return;
  const madeBy = { ...madeBySession(sessionId, { kind: "dialogue" }), provider };
  const subject = { id: before.id, type: suggestion.resource.type };
  await recordCorrection(record, { subject, author: caller.actor, now: services.clock.now(), madeBy, correction });
}
