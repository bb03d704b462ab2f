import { type SQL, sql } from "drizzle-orm";
import { OPEN_SEED_STATES } from "#drizzle/schema/seeds.ts";
import type { Perspective } from "../../operation/perspective.ts";
import { type Db, textArray } from "../../record/database.ts";
import type { Resource } from "../../record/resource.ts";
import { findVersion, holds } from "../../record/versions.ts";
import { canonRule } from "../canon/public.ts";
import { graphResource, nodeResource, questResource } from "../dialogues/public.ts";
import { entityResource, relationshipResource } from "../entities/public.ts";
import { type FactState, factResource, nextInChain, secret, seenLinks } from "../facts/public.ts";
import { npc } from "../npcs/public.ts";
import { projectResource } from "../projects/public.ts";
import { seed } from "../seeds/public.ts";
import { bibleEntry } from "./bible-entry.ts";
import { MATERIAL_KINDS, type MaterialKind, type MaterialText, type ShownLinks } from "./material-text.ts";

/** Subjects of one kind that a bible is written from at most. */
const MOST = 10_000;
/** Bytes of one kind that a bible is written from at most, as JSON in UTF-8. */
const MOST_BYTES = 8 * 1_048_576;
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

/** Rows that have columns beside their ids and sequences. */
interface Rows {
  readonly resource: Resource<never>;
  readonly columns: SQL;
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
  const read = await db.execute<{ kind: MaterialKind; text: string | null; complete: boolean | null }>(
    sql.join(
      [...kinds].map(([kind, rows]) => textOf(kind, rows)),
      sql` UNION ALL `,
    ),
  );
  const texts = new Map(read.map(({ kind, text }) => [kind, text]));
  const rows = Object.fromEntries(MATERIAL_KINDS.map((kind) => [kind, `[${texts.get(kind) ?? ""}]`]));
  const project = await findVersion(db, projectResource, projectId, projectId, atSeq);
  return {
    project_name: project?.name ?? "",
    seq: atSeq ?? lastSeq,
    as: perspective.as,
    complete: read.every(({ complete }) => complete !== false),
    rows: rows as MaterialText["rows"],
    links: perspective.as === null ? null : await linksFor(db, place),
  };
}

/** The rows of each kind that a reader may see, each with its place `nth` among them. */
async function kindsFor(db: Db, place: BiblePlace): Promise<ReadonlyMap<MaterialKind, SQL>> {
  const { atSeq, projectId, perspective } = place;
  const isAuthor = perspective.as === null;
  const all: readonly (readonly [MaterialKind, Rows])[] = [
    ["entities", { resource: entityResource, columns: sql`v.type, v.name, v.properties, v.parent_id` }],
    ["relationships", { resource: relationshipResource, columns: sql`v.type, v.source_id, v.target_id, v.properties` }],
    ["facts", { resource: factResource, columns: factColumns(place) }],
    ["quests", { resource: questResource, columns: sql`v.name, v.summary, v.giver_id, v.stages` }],
  ];
  const ofAuthors: readonly (readonly [MaterialKind, Rows])[] = [
    [
      "rules",
      { resource: canonRule.resource, columns: sql`v.name, v.reason, v.description`, where: sql`v.mode <> 'off'` },
    ],
    [
      "voices",
      {
        resource: npc.resource,
        columns: sql`v.entity_id, v.role, v.description, v.personality, v.style, v.goals, v.sample_lines`,
      },
    ],
    [
      "seeds",
      {
        resource: seed.resource,
        columns: sql`v.promise, v.notes`,
        where: sql`v.state = ANY(${textArray(OPEN_SEED_STATES)})`,
      },
    ],
    ["secrets", { resource: secret.resource, columns: sql`v.subject_id, v.pointer` }],
  ];
  const entries: Rows = {
    resource: bibleEntry.resource,
    columns: sql`v.key, v.text, v.replaces, v.hidden, v.pin, v.shown_to`,
  };
  const kinds = new Map<MaterialKind, SQL>();
  for (const [kind, rows] of all) kinds.set(kind, rowsOf(rows, await relationOf(db, place, rows.resource), place));
  for (const [kind, rows] of isAuthor ? ofAuthors : [])
    kinds.set(kind, rowsOf(rows, sql.identifier(rows.resource.table), place));
  kinds.set("entries", rowsOf(entries, sql.identifier(entries.resource.table), { projectId, atSeq }));
  kinds.set("appearances", appearances(place));
  return kinds;
}

/** Columns of facts, with what holds in their place for the author. Others are shown their links otherwise. */
function factColumns({ perspective, projectId, atSeq }: BiblePlace): SQL {
  const nodeId =
    perspective.as === null
      ? sql`CASE v.source ->> 'kind' WHEN 'node' THEN v.source ->> 'node_id' END`
      : sql`NULL::text`;
  const at = { projectId, atSeq, facts: perspective.facts };
  const next = nextInChain(at, (alias) => perspective.factsWhere(alias), sql.raw("v.superseded_by"));
  const by = perspective.as === null ? sql`CASE WHEN v.superseded_by IS NOT NULL THEN (${next}) END` : sql`NULL::text`;
  return sql`v.subject_id, v.object_id, v.predicate, v.text, v.secret, v.superseded_mode, ${by} AS superseded_by,
    ${nodeId} AS node_id, ${perspective.standsWhere(sql.raw("v"))} AS holds`;
}

function rowsOf(
  { columns, where = sql`true` }: Rows,
  relation: SQL | ReturnType<typeof sql.identifier>,
  { projectId, atSeq }: Pick<BiblePlace, "projectId" | "atSeq">,
): SQL {
  return sql`SELECT row_number() OVER (ORDER BY v.created_seq, v.id) AS nth, v.id, v.created_seq, v.valid_from_seq, ${columns}
    FROM ${relation} v WHERE v.project_id = ${projectId} AND ${holds(atSeq, "v")} AND ${where}`;
}

/** JSON of rows without its brackets, as many as fit, and whether all of them did. */
function textOf(kind: MaterialKind, rows: SQL): SQL {
  return sql`SELECT ${kind}::text AS kind, string_agg(sized.line, ',' ORDER BY sized.nth) FILTER (WHERE sized.fits) AS text,
      bool_and(sized.fits) AS complete
    FROM (SELECT each.line, each.nth,
        each.nth <= ${MOST} AND sum(octet_length(each.line)) OVER (ORDER BY each.nth) <= ${MOST_BYTES} AS fits
      FROM (SELECT row_to_json(r)::text AS line, r.nth FROM (${rows} ORDER BY nth LIMIT ${MOST + 1}) r) each) sized`;
}

/** Rows of a kind as they may be seen, with the sequences of the last changes that may be seen. */
async function relationOf(
  db: Db,
  { perspective }: BiblePlace,
  resource: Resource<never>,
): Promise<SQL | ReturnType<typeof sql.identifier>> {
  const seen = await perspective.datedRows(db, resource);
  return seen === null ? sql.identifier(resource.table) : sql`(${seen})`;
}

/** Speakers in each dialogue, with the earliest card of each there. */
function appearances({ projectId, atSeq, perspective }: BiblePlace): SQL {
  const from = (resource: Resource<never>) => {
    const seen = perspective.rows(resource);
    return seen === null ? sql`${sql.identifier(resource.table)}` : sql`(${seen})`;
  };
  return sql`SELECT row_number() OVER (ORDER BY min(n.created_seq), n.graph_id, n.speaker_id) AS nth,
      n.speaker_id, n.graph_id, g.name AS graph_name, count(*)::int AS lines,
      (array_agg(n.id ORDER BY n.created_seq, n.id))[1] AS node_id,
      (array_agg(left(n.text, ${WORDS}) ORDER BY n.created_seq, n.id))[1] AS words, min(n.created_seq) AS since_seq
    FROM ${from(nodeResource)} n JOIN ${from(graphResource)} g
      ON g.project_id = ${projectId} AND g.id = n.graph_id AND ${holds(atSeq, "g")}
    WHERE n.project_id = ${projectId} AND ${holds(atSeq, "n")} AND n.speaker_id IS NOT NULL
    GROUP BY n.speaker_id, n.graph_id, g.name`;
}

/** Links of the facts that somebody in the world sees, where they have some. */
async function linksFor(db: Db, place: BiblePlace): Promise<Map<string, ShownLinks>> {
  const { projectId, atSeq, lastSeq, perspective } = place;
  const seen = perspective.rows(factResource);
  const facts = await db.execute<{ id: string; source: FactState["source"] }>(
    sql`SELECT v.id, v.source FROM ${seen === null ? sql.identifier(factResource.table) : sql`(${seen})`} v
        WHERE v.project_id = ${projectId} AND ${holds(atSeq, "v")} ORDER BY v.created_seq, v.id LIMIT ${MOST}`,
  );
  const seq = atSeq ?? lastSeq;
  const asked = facts.map(({ id, source }) => ({ id, source, seq }));
  const links = await seenLinks(db, projectId, asked, perspective);
  const shown = facts.map(({ id }, at): [string, ShownLinks] => {
    const { supersedes = [], source } = links[at] ?? {};
    return [id, { supersedes, node_id: source?.kind === "node" ? source.node_id : null }];
  });
  return new Map(shown.filter(([, { supersedes, node_id }]) => supersedes.length > 0 || node_id !== null));
}
