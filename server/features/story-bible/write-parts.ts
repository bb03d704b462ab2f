import { withLacking } from "#domain/bible/extract/propose.ts";
import type { JsonObject } from "#domain/json.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import type { Resource } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { entityResource, relationshipResource } from "../entities/public.ts";
import { factResource } from "../facts/public.ts";
import { writeWorldRows } from "../world/public.ts";
import type { ExtractionPart } from "./extraction.ts";

/** Writes proposals in the unit of work of a request; answers those that cannot be written, with the reason. */
export async function writeParts(
  context: ProjectWriteContext,
  chosen: readonly ExtractionPart[],
): Promise<(readonly [ExtractionPart, string])[]> {
  const ofKind = (kind: ExtractionPart["kind"]) => chosen.filter((part) => part.kind === kind);
  const entities = ofKind("entity");
  const external_id = entities.map((part) => part.external_id);
  const there = await context.record.find(entityResource, { external_id });
  const properties = new Map(there.map((each) => [each.external_id, each.properties]));
  const taken = [
    ...entities.filter((part) => part.is_new && properties.has(part.external_id)),
    ...(await usedSince(context.record, relationshipResource, ofKind("relationship"))),
    ...(await usedSince(context.record, factResource, ofKind("fact"))),
  ];
  if (taken.length > 0) {
    return taken.map((part) => [part, `there is ${WITH_ARTICLE[part.kind]} with this external id by now`] as const);
  }
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

const WITH_ARTICLE = { entity: "an entity", relationship: "a relationship", fact: "a fact" } as const;

/** Proposals whose external ids somebody has used since: an acceptance would overwrite what was written. */
async function usedSince(
  record: UnitOfWork,
  resource: typeof relationshipResource | typeof factResource,
  parts: readonly ExtractionPart[],
): Promise<ExtractionPart[]> {
  if (parts.length === 0) return [];
  const ids = parts.map(({ external_id }) => external_id);
  const there = new Set(
    (await record.find(resource as Resource<ExternalId>, { external_id: ids })).map((each) => each.external_id),
  );
  return parts.filter(({ external_id }) => there.has(external_id));
}

interface ExternalId {
  readonly external_id: string | null;
}

const propertiesOf = ({ properties }: { readonly properties?: unknown }): JsonObject =>
  (properties ?? {}) as JsonObject;
