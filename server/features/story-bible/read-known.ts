import { sql } from "drizzle-orm";
import type { ReadSources } from "#domain/bible/extract/draft.ts";
import {
  askedOf,
  type KnownEntity,
  type OnConflict,
  type Proposals,
  proposalKey,
  proposalsOf,
  withoutThere,
} from "#domain/bible/extract/propose.ts";
import type { DialogueLine, NamedEntity } from "#domain/bible/extract/read-dialogues.ts";
import type { ProsePassage } from "#domain/bible/extract/read-prose.ts";
import type { Json, JsonObject } from "#domain/json.ts";
import { namesOf } from "#domain/names-of.ts";
import { searchForm } from "#domain/search-form.ts";
import { runYielding } from "../../operation/run-yielding.ts";
import { type Db, textArray } from "../../record/database.ts";
import { holds, toVersion } from "../../record/versions.ts";
import { readProseOf } from "../chapters/public.ts";
import { nodeResource } from "../dialogues/public.ts";
import { entityResource, relationshipResource } from "../entities/public.ts";
import { factResource } from "../facts/public.ts";
import { extraction, partsOf } from "./extraction.ts";

/** Lines of dialogues that one extraction reads at most, and characters of them. */
const MOST_LINES = 50_000;
const MOST_CHARACTERS = 16 * 1_048_576;
/** Characters that are read of a line. */
const MOST_WORDS = 2_000;
/** Entities whose names are looked for in lines at most, the oldest. */
const MOST_NAMED = 50_000;
/** Earlier extractions that are looked into at most, the latest first. */
const MOST_EARLIER = 50;
const EARLIER_AT_ONCE = 5;
/** Rows of a page, and ids of a statement. */
const AT_ONCE = 2_000;

/** Compares what was read with what the project has already. */
export async function proposalsFor(
  db: Db,
  projectId: string,
  read: ReadSources,
  onConflict: OnConflict,
): Promise<Proposals> {
  const known = {
    entities: await knownEntities(db, projectId, read),
    ...(await answeredBefore(db, projectId)),
  };
  const made = await runYielding(proposalsOf(read, known, onConflict));
  const others = made.proposals.flatMap(({ kind, external_id }) => (kind === "entity" ? [] : external_id));
  return withoutThere(made, await idsThere(db, projectId, others));
}

/** Entity with its names. */
interface NamedRow {
  readonly id: string;
  readonly external_id: string;
  readonly name: string;
  readonly names: readonly string[];
}

/** Reads the names of all entities, the oldest first, a page at a time. */
async function* namedEntities(db: Db, projectId: string): AsyncGenerator<readonly NamedRow[]> {
  for (let after: readonly [number, string] = [0, ""]; ; ) {
    const rows = await db.execute<{
      id: string;
      created_seq: number;
      external_id: string;
      name: string;
      aliases: Json;
      alias: Json;
    }>(
      sql`SELECT id, created_seq, external_id, name, properties -> 'aliases' AS aliases, properties -> 'alias' AS alias
          FROM ${sql.identifier(entityResource.table)} WHERE project_id = ${projectId} AND ${holds(null)}
            AND (created_seq, id) > (${after[0]}, ${after[1]}) ORDER BY created_seq, id LIMIT ${AT_ONCE}`,
    );
    yield rows.map(({ id, external_id, name, aliases, alias }) => ({
      id,
      external_id,
      name,
      names: namesOf({ name, properties: { aliases, alias } }),
    }));
    const last = rows.at(-1);
    if (rows.length < AT_ONCE || last === undefined) return;
    after = [last.created_seq, last.id];
  }
}

/** Reads the entities that what was read could be about. */
async function knownEntities(db: Db, projectId: string, read: ReadSources): Promise<KnownEntity[]> {
  const asked = askedOf(read);
  const known: KnownEntity[] = [];
  for await (const page of namedEntities(db, projectId)) {
    const own = page.filter(
      ({ external_id, names }) =>
        asked.externalIds.has(external_id) || names.some((name) => asked.names.has(searchForm(name))),
    );
    if (own.length === 0) continue;
    const rows = await db.execute<{ id: string; properties: JsonObject }>(
      sql`SELECT id, properties FROM ${sql.identifier(entityResource.table)}
          WHERE project_id = ${projectId} AND ${holds(null)} AND id = ANY(${textArray(own.map(({ id }) => id))})`,
    );
    const properties = new Map(rows.map((row) => [row.id, row.properties]));
    known.push(
      ...own.map(({ id, external_id, name, names }) => ({
        external_id,
        name,
        names,
        properties: properties.get(id) ?? {},
      })),
    );
  }
  return known;
}

/** Returns which of some external ids relationships and facts of the project have. */
export async function idsThere(db: Db, projectId: string, ids: readonly string[]): Promise<Set<string>> {
  const there = new Set<string>();
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const asked = textArray(ids.slice(from, from + AT_ONCE));
    const of = ({ table }: { readonly table: string }) =>
      sql`SELECT external_id FROM ${sql.identifier(table)}
          WHERE project_id = ${projectId} AND ${holds(null)} AND external_id = ANY(${asked})`;
    const rows = await db.execute<{ external_id: string }>(
      sql`${of(relationshipResource)} UNION ALL ${of(factResource)}`,
    );
    for (const { external_id } of rows) there.add(external_id);
  }
  return there;
}

/** Names of proposals that wait for an answer, or were rejected. One extraction may have 4 MiB: few are held at a time. */
async function answeredBefore(
  db: Db,
  projectId: string,
): Promise<{ readonly answered: Set<string>; readonly rejected: Set<string> }> {
  const answered = new Set<string>();
  const rejected = new Set<string>();
  for (let from = 0; from < MOST_EARLIER; from += EARLIER_AT_ONCE) {
    const rows = await db.execute(
      sql`SELECT * FROM ${sql.identifier(extraction.resource.table)} WHERE project_id = ${projectId} AND ${holds(null)}
          ORDER BY created_seq DESC, id DESC LIMIT ${EARLIER_AT_ONCE} OFFSET ${from}`,
    );
    for (const row of rows) {
      for (const part of partsOf(toVersion(row))) {
        if (part.status === "accepted") continue;
        const key = proposalKey({ ...part, body: part.body as never });
        answered.add(key);
        if (part.status === "rejected") rejected.add(key);
      }
    }
    if (rows.length < EARLIER_AT_ONCE) break;
  }
  return { answered, rejected };
}

/** Reads the entities that texts can name, as many as are looked for. */
async function entitiesToName(db: Db, projectId: string): Promise<NamedRow[]> {
  const entities: NamedRow[] = [];
  for await (const page of namedEntities(db, projectId)) {
    entities.push(...page);
    if (entities.length >= MOST_NAMED) break;
  }
  return entities;
}

/** Reads the lines of all dialogues with who says them, in the order in which they were made, and the entities that they can name. */
export async function dialogueLines(
  db: Db,
  projectId: string,
): Promise<{ lines: DialogueLine[]; entities: NamedEntity[] }> {
  const entities = await entitiesToName(db, projectId);
  const names = new Map(entities.map(({ id, name }) => [id, name]));
  const lines: DialogueLine[] = [];
  let characters = 0;
  for (let after: readonly [number, string] = [0, ""]; lines.length < MOST_LINES && characters < MOST_CHARACTERS; ) {
    const rows = await db.execute<{
      id: string;
      created_seq: number;
      text: string;
      speaker_id: string | null;
      speaker_label: string | null;
    }>(
      sql`SELECT id, created_seq, left(text, ${MOST_WORDS}) AS text, speaker_id, speaker_label
          FROM ${sql.identifier(nodeResource.table)}
          WHERE project_id = ${projectId} AND ${holds(null)} AND (speaker_id IS NOT NULL OR speaker_label IS NOT NULL)
            AND (created_seq, id) > (${after[0]}, ${after[1]}) ORDER BY created_seq, id LIMIT ${AT_ONCE}`,
    );
    for (const { id, text, speaker_id, speaker_label } of rows) {
      const speaker = speaker_id === null ? null : (names.get(speaker_id) ?? null);
      lines.push({ node_id: id, text, speaker, label: speaker_label });
      characters += text.length;
    }
    const last = rows.at(-1);
    if (rows.length < AT_ONCE || last === undefined) break;
    after = [last.created_seq, last.id];
  }
  return { lines, entities: entities.map(({ name, names: all }) => ({ name, names: all })) };
}

/**
 * Reads the prose of one chapter, or of all that are part of the book, and the entities that it can name; null for a chapter that is not there.
 * `isCut` tells that there is more.
 */
export async function chapterProse(
  db: Db,
  projectId: string,
  chapterId: string | null,
): Promise<{ passages: readonly ProsePassage[]; entities: NamedEntity[]; isCut: boolean } | null> {
  const read = await readProseOf(db, projectId, chapterId);
  if (read === null) return null;
  const entities = await entitiesToName(db, projectId);
  return { ...read, entities: entities.map(({ name, names }) => ({ name, names })) };
}
