import { z } from "zod";
import { withLacking } from "#domain/bible/extract/propose.ts";
import type { JsonObject } from "#domain/json.ts";
import { ValidationProblem } from "../../../kernel/problem.ts";
import { itemAt, valueError } from "../../../kernel/validation/item.ts";
import { committed, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { stateOf } from "../../../record/resource.ts";
import { entityResource } from "../../entities/public.ts";
import { writeWorldRows } from "../../world/public.ts";
import { answered, type ExtractionPart, extraction } from "../extraction.ts";
import { ChosenParts, openParts } from "../open-parts.ts";

export const acceptExtraction = projectWrite({
  ...extraction.transition("accept"),
  long: true,
  body: ChosenParts,
  bodyOptional: true,
  output: z.object({
    extraction: extraction.wire.meta({ description: "The extraction as it is now." }),
    seq: z.int().meta({ description: "The commit in which everything was written." }),
  }),
  errors: ["not_found", "wrong_state", "precondition_failed"],
  example: { parts: ["p1"] },
  handle: async (context, { params, body }) => {
    const { record } = context;
    const version = await target(context, extraction.resource, params.bible_extraction_id);
    const chosen = openParts(version, "accept", body.parts);
    const entities = chosen.filter(({ kind }) => kind === "entity");
    const there = await record.find(entityResource, { external_id: entities.map(({ external_id }) => external_id) });
    const properties = new Map(there.map((each) => [each.external_id, each.properties]));
    const refused = entities.filter(({ external_id, is_new }) => is_new && properties.has(external_id));
    if (refused.length > 0)
      throw refusal(refused.map((part) => [part, "there is an entity with this external id by now"]));
    const rows = chosen.map(({ kind, external_id, body: sent }, number) => {
      // Whoever wrote since the proposal was made keeps what was written.
      const now = kind === "entity" ? properties.get(external_id) : undefined;
      const body = now === undefined ? sent : { ...sent, properties: withLacking(now, propertiesOf(sent)) };
      if (now !== undefined) properties.set(external_id, propertiesOf(body));
      return { number, kind, input: { index: number, body } as unknown as JsonObject, entity_id: null };
    });
    const results = await writeWorldRows(context, { rows: rows as never, above: [] });
    const failed = results.flatMap(({ number, errors }): [ExtractionPart, string][] => {
      const part = chosen[number];
      const [error] = errors;
      return part === undefined || error === undefined ? [] : [[part, error.msg]];
    });
    if (failed.length > 0) throw refusal(failed);
    const ids = new Set(chosen.map(({ id }) => id));
    const next = answered(stateOf(extraction.resource, version), ids, "accepted");
    record.update(extraction.resource, version, next, { verb: "accepted", data: { parts: [...ids] }, last: true });
    const after = await committed(context, extraction.resource, version.id);
    return { extraction: extraction.toWire(after), seq: record.seq };
  },
});

const propertiesOf = ({ properties }: { readonly properties?: unknown }): JsonObject =>
  (properties ?? {}) as JsonObject;

/** Refusals named at once. */
const SHOWN = 20;

/** Refusal of an acceptance, at each proposal that cannot be written. */
function refusal(parts: readonly (readonly [ExtractionPart, string])[]): ValidationProblem {
  return new ValidationProblem(
    parts
      .slice(0, SHOWN)
      .map(([{ id, label }, reason]) => itemAt(["body", "parts", id], valueError(`${label}: ${reason}`), id)),
  );
}
