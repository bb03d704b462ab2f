import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { listOutput } from "../../../kernel/page.ts";
import { flag, idOf } from "../../../kernel/validation/fields.ts";
import { listQuery } from "../../../operation/list-query.ts";
import { listResource } from "../../../operation/listing.ts";
import { projectRead } from "../../../operation/operation.ts";
import { perspectiveQuery } from "../../../operation/perspective.ts";
import { perspectiveOf } from "../../../operation/perspective-of.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { jsonb } from "../../../record/database.ts";
import { column } from "../../../record/list/row.ts";
import { EVERYONE, factResource } from "../fact.ts";
import { factConditions, factFilters } from "../fact-filters.ts";
import { openPerspective } from "../perspective.ts";
import { Fact } from "../schemas.ts";
import { showFacts } from "../show-facts.ts";

export const listFacts = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/facts",
  scope: "read",
  summary: "List facts",
  params: projectScope,
  query: z.object({
    ...listQuery({
      columns: { id: {}, predicate: { nullable: true }, confidence: {}, created_at: {}, updated_at: {} },
      properties: false,
    }),
    ...factFilters,
    known_by: z
      .union([z.literal(EVERYONE), idOf("ent")])
      .optional()
      .meta({
        description:
          "`everyone` for public facts, or an entity for facts that list it. Use `as` for everything that an entity knows.",
      }),
    secret: flag().optional().meta({ description: "Only secret facts, or only others." }),
    superseded: flag().optional().meta({ description: "Only superseded facts, or only valid ones." }),
    ...perspectiveQuery,
  }),
  output: listOutput("facts", Fact),
  errors: ["not_found"],
  handle: async (context, { query }) => {
    const { db, project, atSeq } = context;
    const perspective = await perspectiveOf(context, query.as);
    const where: SQL[] = factConditions(query);
    if (query.secret !== undefined) where.push(sql`${column("secret")} = ${query.secret}`);
    if (query.known_by === EVERYONE) where.push(sql`${column("known_by")} = ${jsonb(EVERYONE)}`);
    else if (query.known_by !== undefined) where.push(sql`${column("known_by")} @> ${jsonb([query.known_by])}`);
    if (query.superseded !== undefined) {
      const stands = (perspective ?? (await openPerspective(db, project.id, atSeq, null))).standsWhere(sql.raw("t"));
      where.push(query.superseded ? sql`NOT ${stands}` : stands);
    }
    const scans = query.q !== undefined || perspective !== null;
    const { rows, ...rest } = await listResource(context, factResource, query, { where, scans, perspective });
    const seq = atSeq ?? project.lastSeq;
    const seen = rows.flatMap((row) => (perspective === null ? row : (perspective.seen(factResource, row) ?? [])));
    const facts = await showFacts(
      db,
      project.id,
      seen.map((version) => ({ version, seq })),
      perspective,
    );
    return { facts, ...rest };
  },
});
