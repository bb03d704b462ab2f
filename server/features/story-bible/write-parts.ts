import { withLacking } from "#domain/bible/extract/propose.ts";
import type { JsonObject } from "#domain/json.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { entityResource } from "../entities/public.ts";
import { writeWorldRows } from "../world/public.ts";
import type { ExtractionPart } from "./extraction.ts";

/** Writes proposals in the unit of work of a request; answers those that cannot be written, with the reason. */
export async function writeParts(
  context: ProjectWriteContext,
  chosen: readonly ExtractionPart[],
): Promise<(readonly [ExtractionPart, string])[]> {
  const entities = chosen.filter(({ kind }) => kind === "entity");
  const external_id = entities.map((part) => part.external_id);
  const there = await context.record.find(entityResource, { external_id });
  const properties = new Map(there.map((each) => [each.external_id, each.properties]));
  const taken = entities.filter((part) => part.is_new && properties.has(part.external_id));
  if (taken.length > 0) return taken.map((part) => [part, "there is an entity with this external id by now"] as const);
  const rows = chosen.map(({ kind, external_id: own, body: sent }, number) => {
    // Whoever wrote since the proposal was made keeps what was written.
    const now = kind === "entity" ? properties.get(own) : undefined;
    const body = now === undefined ? sent : { ...sent, properties: withLacking(now, propertiesOf(sent)) };
    if (now !== undefined) properties.set(own, propertiesOf(body));
    return { number, kind, input: { index: number, body } as unknown as JsonObject, entity_id: null };
  });
  const results = await writeWorldRows(context, { rows: rows as never, above: [] });
  return results.flatMap(({ number, errors }): (readonly [ExtractionPart, string])[] => {
    const part = chosen[number];
    const [error] = errors;
    return part === undefined || error === undefined ? [] : [[part, error.msg]];
  });
}

const propertiesOf = ({ properties }: { readonly properties?: unknown }): JsonObject =>
  (properties ?? {}) as JsonObject;
