import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { listOutput } from "../../../kernel/page.ts";
import { invalidValue } from "../../../kernel/problem.ts";
import { listQuery, propertyFilterQuery } from "../../../operation/list-query.ts";
import { listResource, listResourceOfEach, requireKnownType } from "../../../operation/listing.ts";
import { projectRead } from "../../../operation/operation.ts";
import { perspectiveQuery } from "../../../operation/perspective.ts";
import { perspectiveOf } from "../../../operation/perspective-of.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { column } from "../../../record/list/row.ts";
import { relationshipResource } from "../../entities/public.ts";
import { Relationship, relationshipApi, relationshipFields } from "../schemas.ts";

export const listRelationships = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/relationships",
  scope: "read",
  summary: "List relationships",
  description:
    "A relationship leads from its source to its target. With `entity_id` the list has both directions: `source_id` and `target_id` say which.",
  params: projectScope,
  query: z.object({
    ...listQuery({
      columns: { id: {}, type: {}, source_id: {}, target_id: {}, created_at: {}, updated_at: {} },
      properties: true,
    }),
    ...propertyFilterQuery,
    type: relationshipFields.type.optional(),
    external_id: relationshipFields.external_id.optional(),
    source_id: relationshipFields.source_id.optional(),
    target_id: relationshipFields.target_id.optional(),
    entity_id: relationshipFields.source_id
      .optional()
      .meta({ description: "An end: either, unless `direction` says which." }),
    direction: z.enum(["both", "outgoing", "incoming"]).optional().meta({
      description:
        "With `entity_id`: `outgoing` from it, where it is the source; `incoming` to it, where it is the target; `both` when absent.",
    }),
    ...perspectiveQuery,
  }),
  output: listOutput("relationships", Relationship),
  errors: ["not_found"],
  forEach: {
    parameter: "entity_id",
    handle: async (context, lists, { query }) => {
      const where = filtersOf(query);
      if (query.type !== undefined) where.push(sql`${column("type")} = ${query.type}`);
      const perspective = await perspectiveOf(context, query.as);
      const options = { of: atEnd(query.direction), where, perspective };
      const pages = await listResourceOfEach(context, relationshipResource, query, lists, options);
      return new Map(
        [...pages].map(([id, { rows, ...rest }]) => [id, { relationships: rows.map(relationshipApi.toWire), ...rest }]),
      );
    },
  },
  handle: async (context, { query }) => {
    const where = filtersOf(query);
    if (query.entity_id !== undefined) where.push(atEnd(query.direction)(sql`${query.entity_id}`));
    else if (query.direction !== undefined) {
      throw invalidValue(["query", "direction"], "is told of one entity: send `entity_id` with it", query.direction);
    }
    const perspective = await perspectiveOf(context, query.as);
    const options = { facet: query.type, where, perspective };
    const { rows, ...rest } = await listResource(context, relationshipResource, query, options);
    if (rest.total === 0 && perspective === null) await requireKnownType(context, relationshipResource, query.type);
    return { relationships: rows.map(relationshipApi.toWire), ...rest };
  },
});

/** Condition that an entity is at an end of a relationship. */
function atEnd(direction: "both" | "outgoing" | "incoming" = "both"): (entity: SQL) => SQL {
  return (entity) => {
    const [outgoing, incoming] = [sql`${column("source_id")} = ${entity}`, sql`${column("target_id")} = ${entity}`];
    if (direction === "both") return sql`(${outgoing} OR ${incoming})`;
    return direction === "outgoing" ? outgoing : incoming;
  };
}

const PLAIN = ["external_id", "source_id", "target_id"] as const;

function filtersOf(query: { readonly [Name in (typeof PLAIN)[number]]?: string | undefined }): SQL[] {
  return PLAIN.flatMap((name) => (query[name] === undefined ? [] : [sql`${column(name)} = ${query[name]}`]));
}
