import { type SQL, sql } from "drizzle-orm";
import type { BibleMaterial, MaterialAppearance, MaterialFact } from "#domain/bible/material.ts";
import type { Perspective } from "../../operation/perspective.ts";
import type { Db } from "../../record/database.ts";
import type { Resource, Version } from "../../record/resource.ts";
import { byCreation, findVersions, holds, toVersion } from "../../record/versions.ts";
import { canonRule } from "../canon/public.ts";
import { graphResource, nodeResource, questResource } from "../dialogues/public.ts";
import { entityResource, relationshipResource } from "../entities/public.ts";
import { type FactState, type FactVersion, factResource, secret, showFacts } from "../facts/public.ts";
import { npc } from "../npcs/public.ts";
import { projectResource } from "../projects/public.ts";
import { bibleEntry } from "./bible-entry.ts";

/** Subjects of one kind that a bible is written from at most. */
const MOST = 10_000;
/** Appearances of speakers in dialogues at most. */
const MOST_APPEARANCES = 20_000;
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

/** Columns of a kind of subjects that the bible needs, beside those of every version. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  [entityResource.type]: ["type", "name", "properties", "parent_id"],
  [relationshipResource.type]: ["type", "source_id", "target_id", "properties"],
  [factResource.type]: factResource.fields,
};

/**
 * Reads everything that a bible is written from as one reader may see it, one statement for each kind of subjects. Voices of npcs and rules
 * of the canon are for authors alone: nothing says which of them somebody in the world knows.
 */
export async function readMaterial(db: Db, place: BiblePlace): Promise<BibleMaterial> {
  const { projectId, atSeq, lastSeq, perspective } = place;
  const isAuthor = perspective.as === null;
  const entities = await readKind(db, place, entityResource);
  const relationships = await readKind(db, place, relationshipResource);
  const facts = await readFacts(db, place);
  const quests = await readKind(db, place, questResource);
  const appearances = await readAppearances(db, place);
  const rules = isAuthor ? await findVersions(db, canonRule.resource, projectId, {}, atSeq) : [];
  const voices = isAuthor ? await findVersions(db, npc.resource, projectId, {}, atSeq) : [];
  const secrets = isAuthor ? await findVersions(db, secret.resource, projectId, {}, atSeq) : [];
  const entries = await findVersions(db, bibleEntry.resource, projectId, {}, atSeq);
  const [project] = await findVersions(db, projectResource, projectId, { id: projectId }, atSeq);
  const covered = new Map<string, (string | null)[]>();
  for (const { subject_id, pointer } of secrets) {
    const known = covered.get(subject_id);
    if (known === undefined) covered.set(subject_id, [pointer]);
    else known.push(pointer);
  }
  return {
    project_name: project?.name ?? "",
    seq: atSeq ?? lastSeq,
    as: perspective.as,
    complete: [entities, relationships, facts, quests].every(({ length }) => length <= MOST),
    entities: entities.slice(0, MOST),
    relationships: relationships.slice(0, MOST),
    facts: facts.slice(0, MOST),
    quests: quests.slice(0, MOST),
    voices,
    rules: rules.filter(({ mode }) => mode !== "off"),
    appearances,
    entries,
    covered,
  };
}

/** Reads the subjects of a kind that may be seen, oldest first, one more than a bible has. */
async function readKind<S>(db: Db, place: BiblePlace, resource: Resource<S>): Promise<Version<S>[]> {
  const { perspective, atSeq } = place;
  const rows = await db.execute(
    sql`SELECT ${columnsOf(resource)} FROM ${await relationOf(db, place, resource)} v
        WHERE v.project_id = ${place.projectId} AND ${holds(atSeq, "v")} ORDER BY v.created_seq, v.id LIMIT ${MOST + 1}`,
  );
  return rows
    .map((row) => toVersion<S>(row, atSeq))
    .flatMap((version) => perspective.seen(resource, version) ?? [])
    .sort(byCreation);
}

function columnsOf(resource: Resource<never>): SQL {
  const names = COLUMNS[resource.type];
  if (names === undefined) return sql`v.*`;
  const all = ["id", "created_seq", "valid_from_seq", "valid_to_seq", "created_at", "updated_at", ...names];
  return sql.join(
    all.map((name) => sql`v.${sql.identifier(name)}`),
    sql`, `,
  );
}

/** Rows of a kind as they may be seen, with the sequences of the last changes that may be seen. */
async function relationOf(db: Db, { perspective }: BiblePlace, resource: Resource<never>): Promise<SQL> {
  const seen = await perspective.datedRows(db, resource);
  return seen === null ? sql`${sql.identifier(resource.table)}` : sql`(${seen})`;
}

/** Reads the facts that may be seen: those that hold, with their chains, and those that they superseded. */
async function readFacts(db: Db, place: BiblePlace): Promise<MaterialFact[]> {
  const { projectId, atSeq, perspective } = place;
  const rows = await db.execute<Record<string, unknown> & { stands: boolean }>(
    sql`SELECT ${columnsOf(factResource)}, ${perspective.standsWhere(sql.raw("v"))} AS stands
        FROM ${await relationOf(db, place, factResource)} v
        WHERE v.project_id = ${projectId} AND ${holds(atSeq, "v")} ORDER BY v.created_seq, v.id LIMIT ${MOST + 1}`,
  );
  const seen = rows.flatMap(({ stands, ...row }) => {
    const version = perspective.seen(factResource, toVersion<FactState>(row, atSeq));
    return version === null ? [] : [{ version, stands }];
  });
  const links = await linksOf(
    db,
    place,
    seen.map(({ version }) => version),
  );
  return seen.map(({ version, stands }, at): MaterialFact => {
    const { supersedes, source } = links(version, at);
    return {
      id: version.id,
      created_seq: version.created_seq,
      valid_from_seq: version.valid_from_seq,
      subject_id: version.subject_id,
      object_id: version.object_id,
      predicate: version.predicate,
      text: version.text,
      secret: version.secret,
      holds: stands,
      superseded_mode: version.superseded_mode,
      supersedes,
      node_id: source.kind === "node" ? source.node_id : null,
    };
  });
}

type Links = Pick<MaterialFact, "supersedes"> & Pick<FactState, "source">;

/** Returns the links of facts: as the record has them for the author, and for others as they may see them. */
async function linksOf(
  db: Db,
  { projectId, atSeq, lastSeq, perspective }: BiblePlace,
  facts: readonly FactVersion[],
): Promise<(fact: FactVersion, at: number) => Links> {
  if (perspective.as === null) {
    const older = Map.groupBy(
      facts.filter(({ superseded_by }) => superseded_by !== null),
      ({ superseded_by }) => superseded_by,
    );
    return ({ id, source }) => ({ source, supersedes: (older.get(id) ?? []).map((fact) => fact.id) });
  }
  const seq = atSeq ?? lastSeq;
  const shown = await showFacts(
    db,
    projectId,
    facts.map((version) => ({ version, seq })),
    perspective,
  );
  return ({ source }, at) =>
    ({ source: shown[at]?.source ?? source, supersedes: shown[at]?.supersedes ?? [] }) as Links;
}

/** Reads who speaks in which dialogue, with the earliest card of each there. */
async function readAppearances(db: Db, place: BiblePlace): Promise<MaterialAppearance[]> {
  const { projectId, atSeq, perspective } = place;
  const nodes = perspective.rows(nodeResource);
  const graphs = perspective.rows(graphResource);
  const from = (seen: SQL | null, { table }: { readonly table: string }) =>
    seen === null ? sql`${sql.identifier(table)}` : sql`(${seen})`;
  return db.execute<MaterialAppearance & Record<string, unknown>>(
    sql`SELECT n.speaker_id, n.graph_id, g.name AS graph_name, count(*)::int AS lines,
          (array_agg(n.id ORDER BY n.created_seq, n.id))[1] AS node_id,
          (array_agg(left(n.text, ${WORDS}) ORDER BY n.created_seq, n.id))[1] AS words, min(n.created_seq)::float8 AS since_seq
        FROM ${from(nodes, nodeResource)} n JOIN ${from(graphs, graphResource)} g
          ON g.project_id = ${projectId} AND g.id = n.graph_id AND ${holds(atSeq, "g")}
        WHERE n.project_id = ${projectId} AND ${holds(atSeq, "n")} AND n.speaker_id IS NOT NULL
        GROUP BY n.speaker_id, n.graph_id, g.name ORDER BY min(n.created_seq), n.graph_id, n.speaker_id LIMIT ${MOST_APPEARANCES}`,
  );
}
