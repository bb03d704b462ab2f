import { type SQL, sql } from "drizzle-orm";
import { OPEN_SEED_STATES } from "#drizzle/schema/seeds.ts";
import type { Perspective } from "../../operation/perspective.ts";
import { type Db, textArray } from "../../record/database.ts";
import type { Resource } from "../../record/resource.ts";
import { findVersion, holds } from "../../record/versions.ts";
import { canonRule } from "../canon/public.ts";
import { graphResource, nodeResource, questResource } from "../dialogues/public.ts";
import { entityResource, relationshipResource } from "../entities/public.ts";
import { factResource, nextInChain, secret, seenPredecessors } from "../facts/public.ts";
import { npc } from "../npcs/public.ts";
import { projectResource } from "../projects/public.ts";
import { seed } from "../seeds/public.ts";
import { bibleEntry } from "./bible-entry.ts";
import { MATERIAL_COLUMNS, type MaterialKind, type MaterialText } from "./material-text.ts";

/** Subjects of one kind that a bible is written from at most. */
const MOST = 10_000;
/** Bytes of one kind that a bible is written from at most, as JSON in UTF-8. */
const MOST_BYTES = 8 * 1_048_576;
/** Rows that one text has: some 30 KB. */
const ROWS_IN_TEXT = 128;
/** Characters that are read of a spoken line. */
const WORDS = 200;

/** Moment and eyes that a bible is written for. */
export interface BiblePlace {
  readonly projectId: string;
  /** Null for the present. */
  readonly atSeq: number | null;
  /** Last sequence of the record, for the present. */
  readonly lastSeq: number;
  readonly perspective: Perspective;
}

/** Columns that are not those of the table of a kind. */
type Computed = Readonly<Record<string, SQL>>;

/** Rows of one kind: those that a relation `v` has of a project at a sequence. */
interface Rows {
  readonly resource: Resource<never>;
  readonly computed?: Computed;
  readonly where?: SQL;
}

/**
 * Reads everything that a bible is written from as one reader may see it, in one statement that answers text. Of each kind it has the oldest
 * up to a number and a size. Voices of npcs, rules of the canon and promises of the story are for authors alone: nothing says which of them
 * somebody in the world knows.
 */
export async function readMaterial(db: Db, place: BiblePlace): Promise<MaterialText> {
  const { projectId, atSeq, lastSeq, perspective } = place;
  const kinds = await kindsFor(db, place);
  const read = await db.execute<{ kind: MaterialKind; part: number; text: string | null; complete: boolean }>(
    sql.join(
      [...kinds].map(([kind, rows]) => textsOf(kind, rows)),
      sql` UNION ALL `,
    ),
  );
  const inOrder = read.toSorted((a, b) => a.part - b.part);
  const byKind = Map.groupBy(inOrder, ({ kind }) => kind);
  const project = await findVersion(db, projectResource, projectId, projectId, atSeq);
  return {
    project_name: project?.name ?? "",
    seq: atSeq ?? lastSeq,
    as: perspective.as,
    complete: read.every(({ complete }) => complete),
    rows: new Map([...byKind].map(([kind, parts]) => [kind, parts.flatMap(({ text }) => text ?? [])])),
    supersedes: perspective.as === null ? null : await seenPredecessors(db, { projectId, atSeq }, perspective, MOST),
  };
}

/** The rows of each kind that a reader may see, oldest first. */
async function kindsFor(db: Db, place: BiblePlace): Promise<ReadonlyMap<MaterialKind, SQL>> {
  const { perspective } = place;
  const seen: readonly (readonly [MaterialKind, Rows])[] = [
    ["entities", { resource: entityResource }],
    ["relationships", { resource: relationshipResource }],
    ["facts", { resource: factResource, computed: computedOfFacts(place) }],
    ["quests", { resource: questResource }],
  ];
  const ofAuthors: readonly (readonly [MaterialKind, Rows])[] = [
    ["rules", { resource: canonRule.resource, where: sql`v.mode <> 'off'` }],
    ["voices", { resource: npc.resource }],
    ["seeds", { resource: seed.resource, where: sql`v.state = ANY(${textArray(OPEN_SEED_STATES)})` }],
    ["secrets", { resource: secret.resource }],
  ];
  const kinds = new Map<MaterialKind, SQL>();
  for (const [kind, rows] of seen) {
    kinds.set(kind, rowsOf(kind, rows, await relationOf(db, place, rows.resource), place));
  }
  for (const [kind, rows] of perspective.as === null ? ofAuthors : []) {
    kinds.set(kind, rowsOf(kind, rows, sql.identifier(rows.resource.table), place));
  }
  const entries = { resource: bibleEntry.resource };
  kinds.set("entries", rowsOf("entries", entries, sql.identifier(entries.resource.table), place));
  kinds.set("appearances", appearances(place));
  return kinds;
}

/** Columns of facts, with what holds in their place for the author. Others are told of it by {@link seenPredecessors}. */
function computedOfFacts({ perspective, projectId, atSeq }: BiblePlace): Computed {
  const at = { projectId, atSeq, facts: perspective.facts };
  const next = nextInChain(at, (alias) => perspective.factsWhere(alias), sql.raw("v.superseded_by"));
  const v = sql.raw("v");
  return {
    superseded_by:
      perspective.as === null ? sql`CASE WHEN v.superseded_by IS NOT NULL THEN (${next}) END` : sql`NULL::text`,
    node_id: sql`CASE WHEN v.source ->> 'kind' = 'node' AND ${perspective.sourcesWhere(v)} THEN v.source ->> 'node_id' END`,
    holds: perspective.standsWhere(v),
  };
}

function rowsOf(
  kind: MaterialKind,
  { computed = {}, where = sql`true` }: Rows,
  relation: SQL | ReturnType<typeof sql.identifier>,
  { projectId, atSeq }: Pick<BiblePlace, "projectId" | "atSeq">,
): SQL {
  const columns = MATERIAL_COLUMNS[kind].map((name) => {
    const column = sql.identifier(name);
    return computed[name] === undefined ? sql`v.${column}` : sql`(${computed[name]}) AS ${column}`;
  });
  return sql`SELECT ${sql.join(columns, sql`, `)} FROM ${relation} v
    WHERE v.project_id = ${projectId} AND ${holds(atSeq, "v")} AND ${where}
    ORDER BY ${orderOf(kind, "v")} LIMIT ${MOST + 1}`;
}

/** Columns by which the rows of a kind are in order. */
function orderOf(kind: MaterialKind, alias: string): SQL {
  const names = kind === "appearances" ? ["since_seq", "graph_id", "speaker_id"] : ["created_seq", "id"];
  return sql.join(
    names.map((name) => sql`${sql.identifier(alias)}.${sql.identifier(name)}`),
    sql`, `,
  );
}

/**
 * JSON arrays of the values of rows, as many as fit, with commas between them, and whether all of them did: some in each text, because a
 * text of 2 MiB takes three times as long on its way as the same in parts. A row without a text has nothing that fits.
 */
function textsOf(kind: MaterialKind, rows: SQL): SQL {
  const values = sql.join(
    MATERIAL_COLUMNS[kind].map((name) => sql`r.${sql.identifier(name)}`),
    sql`, `,
  );
  // Without OFFSET 0 the planner writes each line twice, once to measure it. The window is in the order of the rows, so it sorts nothing.
  const part = sql`(sized.nth / ${sql.raw(String(ROWS_IN_TEXT))})::int`;
  return sql`SELECT ${kind}::text AS kind, ${part} AS part,
      string_agg(sized.line, ',' ORDER BY sized.nth) FILTER (WHERE sized.fits) AS text,
      bool_and(sized.fits) AS complete
    FROM (SELECT each.line, row_number() OVER oldest AS nth,
        row_number() OVER oldest <= ${MOST} AND sum(octet_length(each.line)) OVER oldest <= ${MOST_BYTES} AS fits
      FROM (SELECT json_build_array(${values})::text AS line, ${orderOf(kind, "r")} FROM (${rows}) r OFFSET 0) each
      WINDOW oldest AS (ORDER BY ${orderOf(kind, "each")} ROWS UNBOUNDED PRECEDING)) sized
    GROUP BY ${part}`;
}

/** Rows of a resource as they may be seen, with the sequences of the last changes that may be seen: but of facts, which are as old as they are. */
async function relationOf(
  db: Db,
  { perspective }: BiblePlace,
  resource: Resource<never>,
): Promise<SQL | ReturnType<typeof sql.identifier>> {
  const isFact = resource.type === factResource.type;
  const seen = isFact ? perspective.rows(resource) : await perspective.datedRows(db, resource);
  return seen === null ? sql.identifier(resource.table) : sql`(${seen})`;
}

/** Speakers in each dialogue, with the earliest card of each there. */
function appearances({ projectId, atSeq, perspective }: BiblePlace): SQL {
  const from = (resource: Resource<never>) => {
    const seen = perspective.rows(resource);
    return seen === null ? sql`${sql.identifier(resource.table)}` : sql`(${seen})`;
  };
  return sql`SELECT a.* FROM (SELECT n.speaker_id, n.graph_id, g.name AS graph_name, count(*)::int AS lines,
      (array_agg(n.id ORDER BY n.created_seq, n.id))[1] AS node_id,
      (array_agg(left(n.text, ${WORDS}) ORDER BY n.created_seq, n.id))[1] AS words, min(n.created_seq) AS since_seq
    FROM ${from(nodeResource)} n JOIN ${from(graphResource)} g
      ON g.project_id = ${projectId} AND g.id = n.graph_id AND ${holds(atSeq, "g")}
    WHERE n.project_id = ${projectId} AND ${holds(atSeq, "n")} AND n.speaker_id IS NOT NULL
    GROUP BY n.speaker_id, n.graph_id, g.name) a
    ORDER BY ${orderOf("appearances", "a")} LIMIT ${MOST + 1}`;
}
