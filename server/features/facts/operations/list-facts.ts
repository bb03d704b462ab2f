import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { FactSource } from "#drizzle/schema/facts.ts";
import { listOutput } from "../../../kernel/page.ts";
import { EVERYONE } from "../../../kernel/scope.ts";
import { flag, idOf } from "../../../kernel/validation/fields.ts";
import { idsQuery, listQuery } from "../../../operation/list-query.ts";
import { listResource, listResourceOfEach } from "../../../operation/listing.ts";
import { projectRead } from "../../../operation/operation.ts";
import { type Perspective, perspectiveQuery } from "../../../operation/perspective.ts";
import { perspectiveOf } from "../../../operation/perspective-of.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { runQuery } from "../../../operation/run-memory.ts";
import { jsonb, textArray } from "../../../record/database.ts";
import { column } from "../../../record/list/row.ts";
import { entityResource } from "../../entities/public.ts";
import { type FactVersion, factResource } from "../fact.ts";
import { factConditions, factFilters, isAbout } from "../fact-filters.ts";
import { openPerspective } from "../perspective.ts";
import { Fact } from "../schemas.ts";
import { seenSources } from "../seen-source.ts";
import { showFacts } from "../show-facts.ts";

const factsQuery = z.object({
  ...listQuery({
    columns: { id: {}, predicate: { nullable: true }, confidence: {}, created_at: {}, updated_at: {} },
    properties: false,
  }),
  ...factFilters,
  ids: idsQuery("fact", "fact"),
  known_by: z
    .union([z.literal(EVERYONE), idOf("ent")])
    .optional()
    .meta({
      description:
        "`everyone` for public facts, or an entity for facts that list it. Use `as` for everything that an entity knows.",
    }),
  node_id: idOf("node").optional().meta({ description: "Only facts whose source is this dialogue node." }),
  secret: flag().optional().meta({ description: "Only secret facts, or only others." }),
  superseded: flag().optional().meta({ description: "Only superseded facts, or only valid ones." }),
  ...perspectiveQuery,
  ...runQuery,
});

export const listFacts = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/facts",
  scope: "read",
  summary: "List facts",
  params: projectScope,
  query: factsQuery,
  output: listOutput("facts", Fact),
  errors: ["not_found"],
  forEach: {
    parameter: "subject_id",
    handle: async (context, lists, { query }) => {
      const narrowed = await narrow(context, { ...query, subject_id: undefined });
      const pages = await listResourceOfEach(context, factResource, query, lists, { of: isAbout, ...narrowed });
      const rowsOfEach = [...pages.values()].map(({ rows }) => rows);
      const shown = await show(context, rowsOfEach, narrowed.perspective);
      return new Map([...pages].map(([id, { rows: _, ...rest }], at) => [id, { facts: shown[at] ?? [], ...rest }]));
    },
  },
  handle: async (context, { query }) => {
    const { where, perspective } = await narrow(context, query);
    const scans = query.q !== undefined || query.node_id !== undefined || perspective !== null;
    const { rows, ...rest } = await listResource(context, factResource, query, { where, scans, perspective });
    const [facts = []] = await show(context, [rows], perspective);
    return { facts, ...rest };
  },
});

type Place = Parameters<typeof perspectiveOf>[0];

/** Conditions of a list of facts, and through whose eyes it is read. */
async function narrow(context: Place, query: z.output<typeof factsQuery>) {
  const { db, project, atSeq } = context;
  const perspective = await perspectiveOf(context, query.as);
  const where: SQL[] = factConditions(query);
  if (query.ids !== undefined) where.push(sql`${column("id")} = ANY(${textArray([...query.ids])})`);
  if (query.node_id !== undefined) {
    const source: FactSource = { kind: "node", node_id: query.node_id, witness_id: null };
    where.push(sql`${column("source")} ->> 'node_id' = ${query.node_id}`);
    // A source that names what is withheld is shown without it, so that nothing comes from it.
    const [seen = source] = perspective === null ? [] : await seenSources(db, perspective, [source]);
    if (seen.kind !== "node") where.push(sql`false`);
  }
  if (query.secret !== undefined) where.push(sql`${column("secret")} = ${query.secret}`);
  // A list that names somebody who is withheld is shown without them.
  if (query.known_by !== undefined && perspective?.hides(entityResource.type, query.known_by) === true) {
    where.push(sql`false`);
  }
  if (query.known_by === EVERYONE) where.push(sql`${column("known_by")} = ${jsonb(EVERYONE)}`);
  else if (query.known_by !== undefined) where.push(sql`${column("known_by")} @> ${jsonb([query.known_by])}`);
  if (query.superseded !== undefined) {
    const stands = (perspective ?? (await openPerspective(db, { projectId: project.id, atSeq, as: null }))).standsWhere(
      sql.raw("t"),
    );
    where.push(query.superseded ? sql`NOT ${stands}` : stands);
  }
  return { where, perspective };
}

/** The facts of some pages as reads show them, in one statement for all. */
async function show(
  { db, project, atSeq }: Place,
  pages: readonly (readonly FactVersion[])[],
  perspective: Perspective | null,
): Promise<z.input<typeof Fact>[][]> {
  const seen = pages.map((rows) =>
    rows.flatMap((row) => (perspective === null ? row : (perspective.seen(factResource, row) ?? []))),
  );
  const seq = atSeq ?? project.lastSeq;
  const shown = await showFacts(
    db,
    project.id,
    seen.flat().map((version) => ({ version, seq })),
    perspective,
  );
  return seen.map(({ length }) => shown.splice(0, length));
}
