import { type SQL, sql } from "drizzle-orm";
import type { CanonRule } from "#domain/canon/finding.ts";
import { OPEN_SEED_STATES } from "#drizzle/schema/seeds.ts";
import { type Db, textArray } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";
import { passagesOfChapters } from "../chapters/public.ts";
import { nodeResource } from "../dialogues/public.ts";
import { relationshipResource } from "../entities/public.ts";
import { factResource, predecessors } from "../facts/public.ts";
import { seed } from "../seeds/public.ts";
import { RULE_TYPES } from "./declared-predicates.ts";
import { subjectsToCheck } from "./read-world.ts";
import { RecordedSource } from "./source.ts";

/** Kinds of subjects whose events the check reads. */
const FOLLOWED = [
  "fact",
  "entity",
  "relationship",
  "dialogue_node",
  "dialogue",
  "seed",
  "quest",
  "chapter",
  "passage",
  ...RULE_TYPES,
];

/** Events of a project behind a sequence, up to another one, and the sequence at which it is read; null for now. */
interface Span {
  readonly projectId: string;
  readonly atSeq: number | null;
  readonly from: number;
  readonly to: number;
}

/** Subject that events changed. */
interface Changed {
  readonly type: string;
  readonly id: string;
}

/** Reads what the events of a span changed, as far as rules ask about it. */
export async function changesIn(
  db: Db,
  projectId: string,
  { from, to }: Pick<Span, "from" | "to">,
): Promise<Changed[]> {
  return db.execute<{ type: string; id: string }>(
    sql`SELECT DISTINCT subject_type AS type, subject_id AS id FROM events WHERE project_id = ${projectId} AND seq > ${from} AND seq <= ${to}
        AND subject_type = ANY(${textArray(FOLLOWED)})`,
  );
}

/** Finds the subjects at which rules may be broken, or not any more, by what changed, and the ids of all that has to do with it. */
export async function unitsChanged(
  db: Db,
  span: Span,
  { rules, events }: { readonly rules: readonly CanonRule[]; readonly events: readonly Changed[] },
): Promise<{ readonly units: readonly string[]; readonly named: readonly string[] }> {
  const changed = events.map(({ id }) => id);
  // A due point may be an event of any kind.
  const promises = rules.some(({ kind }) => kind === "promise_kept") ? await promisesChanged(db, span, changed) : [];
  if (rules.length === 0 || events.length + promises.length === 0) return { units: [], named: [] };
  const named = [...new Set([...changed, ...promises, ...(await namedBy(db, span, events))])];
  const source = new RecordedSource(db, span.projectId, span.atSeq);
  const units = await subjectsToCheck(source, rules, named.filter(isUnit));
  return { units: [...new Set([...units, ...promises])], named };
}

/** Reads the promises that are still to be kept and that changed, or whose due point or people did. */
async function promisesChanged(
  db: Db,
  { projectId, atSeq, from, to }: Span,
  changed: readonly string[],
): Promise<string[]> {
  const ids = textArray(changed);
  const rows = await db.execute<{ id: string }>(
    sql`SELECT id FROM ${sql.identifier(seed.resource.table)} WHERE project_id = ${projectId} AND ${holds(atSeq)}
          AND state = ANY(${textArray(OPEN_SEED_STATES)}) AND jsonb_typeof(due) = 'object'
          AND (id = ANY(${ids}) OR coalesce(due->>'node_id', due->>'quest_id', due->>'passage_id') = ANY(${ids})
            OR (due->>'seq')::bigint BETWEEN ${from + 1} AND ${to} OR entity_ids ?| ${ids})`,
  );
  return rows.map(({ id }) => id);
}

const isUnit = (id: string): boolean => /^(?:ent|fact|dlg)_/.test(id);

/** Reads the entities and dialogues that changed facts, relationships and cards name, or named before, and facts that hold in their place. */
async function namedBy(db: Db, span: Span, events: readonly { type: string; id: string }[]): Promise<string[]> {
  const { projectId, from, to } = span;
  const ids = (type: string) => events.flatMap((event) => (event.type === type ? event.id : []));
  const named = async (table: string, columns: readonly SQL[], some: readonly string[]) => {
    if (some.length === 0) return [];
    const values = sql.join(
      columns.map((each) => sql`(${each})`),
      sql`, `,
    );
    const rows = await db.execute<{ id: string }>(
      sql`SELECT DISTINCT n.id FROM ${sql.identifier(table)} v CROSS JOIN LATERAL (VALUES ${values}) n(id)
          WHERE v.project_id = ${projectId} AND v.id = ANY(${textArray(some)}) AND n.id IS NOT NULL
            AND v.valid_to_seq >= ${from} AND v.valid_from_seq <= ${to}`,
    );
    return rows.map(({ id }) => id);
  };
  const passages = [...ids("passage"), ...(await passagesOfChapters(db, span, ids("chapter")))];
  const facts = [...ids("fact"), ...(await toldIn(db, span, passages))];
  const sources = sql`${sql.identifier("source")}->>'node_id'`;
  const heldAgain = (await predecessors(db, span, facts)).map(({ id }) => id);
  const saying = [...facts, ...heldAgain];
  const nodes = [...ids("dialogue_node"), ...(await named(factResource.table, [sources], saying))];
  return [
    ...heldAgain,
    ...(await named(factResource.table, [column("subject_id"), column("object_id")], saying)),
    ...(await named(relationshipResource.table, [column("source_id"), column("target_id")], ids("relationship"))),
    ...(await named(nodeResource.table, [column("graph_id")], nodes)),
    ...(await ledTo(db, span, ids("dialogue_node"))),
  ];
}

/** Reads the facts that passages tell: these happen when the passages do. */
async function toldIn(db: Db, { projectId, atSeq }: Span, passages: readonly string[]): Promise<string[]> {
  if (passages.length === 0) return [];
  const rows = await db.execute<{ id: string }>(
    sql`SELECT id FROM ${sql.identifier(factResource.table)} WHERE project_id = ${projectId} AND ${holds(atSeq)}
        AND source->>'passage_id' = ANY(${textArray(passages)})`,
  );
  return rows.map(({ id }) => id);
}

/** Reads the dialogues that changed cards lead into, or led into before. */
async function ledTo(db: Db, { projectId, from, to }: Span, nodes: readonly string[]): Promise<string[]> {
  if (nodes.length === 0) return [];
  const rows = await db.execute<{ id: string }>(
    sql`SELECT DISTINCT way.id FROM ${sql.identifier(nodeResource.table)} v CROSS JOIN LATERAL (
          SELECT exit_to->>'graph_id' WHERE jsonb_typeof(exit_to) = 'object'
          UNION ALL SELECT b.value->>'target_graph_id' FROM jsonb_each(branches) b
        ) way(id)
        WHERE v.project_id = ${projectId} AND v.id = ANY(${textArray(nodes)}) AND way.id IS NOT NULL
          AND v.valid_to_seq >= ${from} AND v.valid_from_seq <= ${to}`,
  );
  return rows.map(({ id }) => id);
}

const column = (name: string): SQL => sql`${sql.identifier(name)}`;
