import { type SQL, sql } from "drizzle-orm";
import type { FactSource } from "#drizzle/schema/facts.ts";
import { isoMoment } from "../../kernel/clock.ts";
import { EVERYONE } from "../../kernel/scope.ts";
import type { ProjectReadContext } from "../../operation/context.ts";
import type { Perspective } from "../../operation/perspective.ts";
import { type Columns, type Db, jsonb, textArray } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";
import { audienceSpans } from "./audience.ts";
import { coverableIds, type FactVersion } from "./fact.ts";
import { seenSources } from "./seen-source.ts";
import { common, merged, type Span, without } from "./spans.ts";

/** Event by which somebody came to know a fact. */
export interface Discovery {
  readonly seq: number;
  /** Time at which that event was recorded. */
  readonly at: string;
  /** Kind of the event. */
  readonly kind: string;
}

/** A fact that somebody knows. */
export interface LearnedFact {
  /** Null where it was learnt in a playthrough. */
  readonly since: Discovery | null;
  /** Source at that event. */
  readonly from: FactSource;
}

interface Knower {
  readonly projectId: string;
  readonly seq: number;
  readonly as: string;
  readonly perspective: Perspective;
}

/** Sequence since which somebody has known a fact, or null where they learnt it in a playthrough, and the fact's source then. */
interface KnownSince {
  readonly seq: number | null;
  readonly source: FactSource;
}

/** Returns since when an entity has known the facts that it knows at a sequence, without a break. */
export async function factsKnownSince(
  db: Db,
  knower: Knower,
  facts: readonly FactVersion[],
): Promise<ReadonlyMap<string, KnownSince>> {
  if (facts.length === 0) return new Map();
  const audiences = await audienceSpans(db, knower.projectId, knower.seq, knower.as);
  const names = [...audiences.keys()];
  const listed = Map.groupBy(await listings(db, knower, names, facts), ({ id }) => id);
  const secrets = Map.groupBy(await secretsOver(db, knower, names, facts), ({ id }) => id);
  const during = ({ from, to, by }: Listing): readonly Span[] => {
    const known = by.flatMap((each) => (each === EVERYONE ? [[0, knower.seq] as const] : (audiences.get(each) ?? [])));
    return common([[from, Math.min(to, knower.seq)]], known);
  };
  return new Map(
    facts.map((fact) => {
      const told = listed.get(fact.id) ?? [];
      const kept = coverableIds(fact).flatMap((id) => secrets.get(id) ?? []);
      const withheld = kept.flatMap((each) => without([[each.from, each.to]], during(each)));
      const known = without(merged(told.flatMap(during)), withheld);
      const [from, until] = known.at(-1) ?? [fact.created_seq, knower.seq];
      // What the record does not say that it knows, it has from the playthrough.
      const isInRun = knower.perspective.run !== null && (known.length === 0 || until < knower.seq);
      const source = told.find((each) => each.from === from)?.source ?? fact.source;
      return [fact.id, { seq: isInRun ? null : from, source: isInRun ? fact.source : source }];
    }),
  );
}

/** Returns since when an entity has known the facts that it knows at a sequence, with the event by which it came to know each. */
export async function learnedFacts(
  db: Db,
  knower: Knower,
  facts: readonly FactVersion[],
): Promise<ReadonlyMap<string, LearnedFact>> {
  const since = await factsKnownSince(db, knower, facts);
  if (since.size === 0) return new Map();
  const events = await readMoments(
    db,
    knower.projectId,
    [...since.values()].flatMap(({ seq }) => seq ?? []),
  );
  const sources = await seenSources(
    db,
    knower.perspective,
    [...since.values()].map(({ source }) => source),
  );
  return new Map(
    [...since].map(([id, { seq, source }], place): [string, LearnedFact] => {
      const from = sources[place] ?? source;
      if (seq === null) return [id, { since: null, from }];
      const { at = "", kind = "" } = events.get(seq) ?? {};
      return [id, { since: { seq, at, kind }, from }];
    }),
  );
}

/**
 * Counts the facts that hold at a sequence and that somebody does not know. No filter narrows it, because that would
 * reveal their content.
 */
export async function countWithheld(
  { db, project, atSeq }: Pick<ProjectReadContext, "db" | "project" | "atSeq">,
  perspective: Perspective,
  everything: Perspective,
): Promise<number> {
  const f = sql.raw("f");
  const [row] = await db.execute<{ n: number }>(
    sql`SELECT count(*) AS n FROM ${perspective.facts} f WHERE f.project_id = ${project.id} AND ${holds(atSeq, "f")}
        AND ${everything.standsWhere(f)} AND NOT ${perspective.factsWhere(f)}`,
  );
  return Number(row?.n ?? 0);
}

/** Returns how superseded facts were superseded, by their ids. */
export async function supersedingModes(
  { db, project, atSeq }: Pick<ProjectReadContext, "db" | "project" | "atSeq">,
  { facts }: Perspective,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FactVersion["superseded_mode"]>> {
  if (ids.length === 0) return new Map();
  const rows = await db.execute<{ id: string; superseded_mode: FactVersion["superseded_mode"] }>(
    sql`SELECT id, superseded_mode FROM ${facts} f WHERE project_id = ${project.id} AND ${holds(atSeq)}
        AND id = ANY(${textArray([...new Set(ids)])})`,
  );
  return new Map(rows.map(({ id, superseded_mode }) => [id, superseded_mode]));
}

/** Spell of a subject during which some of the asked entities are listed as knowing it. */
interface Listing extends Record<string, unknown> {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  /** Names of those of them that are listed, or `everyone`. */
  readonly by: readonly string[];
}

/** Returns when each fact lists whom of some entities, and its source at the beginning. */
async function listings(
  db: Db,
  { projectId, seq }: Knower,
  audiences: readonly string[],
  facts: readonly FactVersion[],
): Promise<(Listing & { readonly source: FactSource })[]> {
  return db.execute(
    sql`SELECT id, by, min(start) AS from, max(until) AS to, (array_agg(source ORDER BY start))[1] AS source FROM (
          SELECT *, sum(fresh) OVER (PARTITION BY id ORDER BY start) AS spell FROM (
            SELECT *, (by IS DISTINCT FROM lag(by) OVER versions OR lag(until) OVER versions <> start - 1)::int AS fresh FROM (
              SELECT id, source, valid_from_seq AS start, valid_to_seq AS until, CASE WHEN known_by = ${jsonb(EVERYONE)}
                THEN ${textArray([EVERYONE])} ELSE ${listedOf(audiences)} END AS by
              FROM fact_versions WHERE project_id = ${projectId} AND valid_from_seq <= ${seq}
                AND id = ANY(${textArray(facts.map(({ id }) => id))})) v
            WINDOW versions AS (PARTITION BY id ORDER BY start)) w) s
        WHERE cardinality(by) > 0 GROUP BY id, spell, by ORDER BY id, min(start)`,
  );
}

/** Returns when a secret covered each of what the facts name, and whom of some entities it listed. */
async function secretsOver(
  db: Db,
  { projectId, seq }: Knower,
  audiences: readonly string[],
  facts: readonly FactVersion[],
): Promise<Listing[]> {
  return db.execute(
    sql`SELECT subject_id AS id, valid_from_seq AS from, valid_to_seq AS to, ${listedOf(audiences)} AS by FROM secret_versions
        WHERE project_id = ${projectId} AND subject_id = ANY(${textArray([...new Set(facts.flatMap(coverableIds))])})
          AND pointer IS NULL AND valid_from_seq <= ${seq}`,
  );
}

/** Selects those of some entities that `known_by` lists. */
function listedOf(audiences: readonly string[]): SQL {
  return sql`ARRAY(SELECT a FROM unnest(${textArray(audiences)}) AS asked(a) WHERE known_by @> to_jsonb(a) ORDER BY a)`;
}

async function readMoments(
  db: Db,
  projectId: string,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, { at: string; kind: string }>> {
  const rows = await db.execute<Columns<"events", "seq" | "kind" | "recorded_at">>(
    sql`SELECT e.seq, e.kind, e.recorded_at FROM unnest(${sql.param(`{${[...new Set(seqs)].join(",")}}`)}::bigint[]) AS w(seq)
        JOIN events e ON e.project_id = ${projectId} AND e.seq = w.seq`,
  );
  return new Map(rows.map(({ seq, kind, recorded_at }) => [seq, { kind, at: isoMoment(recorded_at) }]));
}
