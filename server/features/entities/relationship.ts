import { z } from "zod";
import { type JsonObject, jsonEqual } from "#domain/json.ts";
import { textOfJson } from "#domain/text-of-json.ts";
import { relationshipVersions } from "#drizzle/schema/relationships.ts";
import { Brought, requireUnlinked } from "../../kernel/brought.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { requireUniqueExternalIds } from "../../record/external-ids.ts";
import { maxBytes } from "../../record/limits.ts";
import { resource, type Version } from "../../record/resource.ts";
import { entityResource } from "./entity.ts";

/** Bytes that the JSON of a relationship's properties may have, in UTF-8. */
export const MAX_RELATIONSHIP_BYTES = 65_536;

/** State of a relationship as the record keeps it. */
export const RelationshipState = z.object({
  type: z.string(),
  source_id: z.string(),
  target_id: z.string(),
  properties: z.custom<JsonObject>().default({}),
  /** The client's own identifier, unique among the project's current relationships; null for those that need none. */
  external_id: z.string().nullable().default(null),
  /** Link that it came by; null for the project's own. */
  brought: Brought.nullable().default(null),
});
export type RelationshipState = z.output<typeof RelationshipState>;
export type RelationshipVersion = Version<RelationshipState>;

/** A typed, directed relationship between two entities; both ends must exist. */
export const relationshipResource = resource({
  type: "relationship",
  prefix: "rel",
  table: relationshipVersions,
  state: RelationshipState,
  references: { source_id: "entity", target_id: "entity" },
  countedBy: "type",
  wording: {
    fields: ["type", "properties", "source_id", "target_id"],
    text: ({ type, properties }) => `${type}\n${textOfJson(properties)}`,
    place: () => null,
    tags: ({ source_id, target_id }) => [`@${source_id}`, `@${target_id}`],
  },
  limits: [maxBytes("properties", MAX_RELATIONSHIP_BYTES)],
  invariants: async (record, changes, self) => {
    requireUnlinked(changes, isSameContent);
    await requireUniqueExternalIds(record, changes, self);
    const kept = changes.flatMap(({ after, loc }) => (after === null ? [] : [{ after, loc }]));
    const ends = kept.flatMap(({ after }) => [after.source_id, after.target_id]);
    const found = await record.load(entityResource, ends);
    for (const { after, loc } of kept) {
      for (const end of ["source_id", "target_id"] as const) {
        if (!found.has(after[end])) throw invalidValue([...loc, end], "no such entity in this project", after[end]);
      }
    }
  },
});

function isSameContent(before: RelationshipState, after: RelationshipState): boolean {
  const fields = ["type", "source_id", "target_id", "properties"] as const;
  return fields.every((field) => jsonEqual(before[field], after[field]));
}
