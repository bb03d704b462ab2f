import { sql } from "drizzle-orm";
import type { ReadSources } from "#domain/bible/extract/draft.ts";
import {
  type KnownWorld,
  type OnConflict,
  type Proposals,
  proposalKey,
  proposalsOf,
} from "#domain/bible/extract/propose.ts";
import type { DialogueLine, NamedEntity } from "#domain/bible/extract/read-dialogues.ts";
import type { Db } from "../../record/database.ts";
import { findVersions, holds, toVersion } from "../../record/versions.ts";
import { nodeResource } from "../dialogues/public.ts";
import { entityResource, namesOf, relationshipResource } from "../entities/public.ts";
import { factResource } from "../facts/public.ts";
import { extraction, partsOf } from "./extraction.ts";

/** Lines of dialogues that one extraction reads at most. */
const MOST_LINES = 50_000;
/** Characters that are read of a line. */
const MOST_WORDS = 2_000;
/** Earlier extractions that are looked into at most, the latest first. */
const MOST_EARLIER = 50;
const EARLIER_AT_ONCE = 5;

/** Reads what the project has already, and compares with it what was read. */
export async function proposalsFor(
  db: Db,
  projectId: string,
  read: ReadSources,
  onConflict: OnConflict,
): Promise<Proposals> {
  const entities = await findVersions(db, entityResource, projectId, {}, null);
  const known: KnownWorld = {
    entities: entities.map((entity) => ({ ...entity, names: namesOf(entity) })),
    externalIds: await externalIds(db, projectId),
    answered: await answeredBefore(db, projectId),
  };
  return proposalsOf(read, known, onConflict);
}

async function externalIds(db: Db, projectId: string): Promise<Set<string>> {
  const of = ({ table }: { readonly table: string }) =>
    sql`SELECT external_id FROM ${sql.identifier(table)} WHERE project_id = ${projectId} AND ${holds(null)} AND external_id IS NOT NULL`;
  const rows = await db.execute<{ external_id: string }>(
    sql`${of(relationshipResource)} UNION ALL ${of(factResource)}`,
  );
  return new Set(rows.map(({ external_id }) => external_id));
}

/** Names of proposals that wait for an answer, or were rejected. One extraction may have 4 MiB: few are held at a time. */
async function answeredBefore(db: Db, projectId: string): Promise<Set<string>> {
  const names = new Set<string>();
  for (let from = 0; from < MOST_EARLIER; from += EARLIER_AT_ONCE) {
    const rows = await db.execute(
      sql`SELECT * FROM ${sql.identifier(extraction.resource.table)} WHERE project_id = ${projectId} AND ${holds(null)}
          ORDER BY created_seq DESC, id DESC LIMIT ${EARLIER_AT_ONCE} OFFSET ${from}`,
    );
    for (const row of rows) {
      for (const part of partsOf(toVersion(row))) {
        if (part.status !== "accepted") names.add(proposalKey({ ...part, body: part.body as never }));
      }
    }
    if (rows.length < EARLIER_AT_ONCE) break;
  }
  return names;
}

/** Reads the lines of all dialogues with who says them, in the order in which they were made, and the entities that they can name. */
export async function dialogueLines(
  db: Db,
  projectId: string,
): Promise<{ lines: DialogueLine[]; entities: NamedEntity[] }> {
  const entities = await findVersions(db, entityResource, projectId, {}, null);
  const names = new Map(entities.map(({ id, name }) => [id, name]));
  const rows = await db.execute<{ id: string; text: string; speaker_id: string | null; speaker_label: string | null }>(
    sql`SELECT id, left(text, ${MOST_WORDS}) AS text, speaker_id, speaker_label FROM ${sql.identifier(nodeResource.table)}
        WHERE project_id = ${projectId} AND ${holds(null)} AND (speaker_id IS NOT NULL OR speaker_label IS NOT NULL)
        ORDER BY created_seq, id LIMIT ${MOST_LINES}`,
  );
  return {
    lines: rows.map(({ id, text, speaker_id, speaker_label }) => ({
      node_id: id,
      text,
      speaker: speaker_id === null ? null : (names.get(speaker_id) ?? null),
      label: speaker_label,
    })),
    entities: entities.map((entity) => ({ name: entity.name, names: namesOf(entity) })),
  };
}
