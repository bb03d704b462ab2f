import { type SQL, sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import { LEXEME_FORM } from "#domain/lexemes.ts";
import { CURRENT } from "#drizzle/schema/columns.ts";
import { insertRows } from "../append.ts";
import type { Columns } from "../database.ts";
import { type Database, type Db, jsonb, textArray } from "../database.ts";
import { PeriodicTask } from "../periodic-task.ts";
import type { ResourceRegistry } from "../registry.ts";
import type { Resource, Wording } from "../resource.ts";
import { isSame, type StateWords, saidIn, WordRows } from "./word-rows.ts";

/** Sequences one transaction goes through: some 200 ms of lines. */
const PIECE = 2_000;
/** Pause of the follower when it has nothing to do, in milliseconds. */
const REST_MS = 1_000;
/** Projects looked after in one round. */
const PROJECTS = 100;

/** Tables of the index. */
const WORD_TABLES = ["subject_texts", "subject_words", "audience_words"] as const;

const STILL = sql.raw(String(CURRENT));

/** A kind of subject that is found by its words. */
export interface WordedResource {
  readonly resource: Resource;
  readonly wording: Wording;
}

/** The kinds of subjects that are found by their words. */
export function wordedResources(resources: ResourceRegistry): WordedResource[] {
  return resources
    .all()
    .flatMap((resource) => (resource.wording === null ? [] : [{ resource, wording: resource.wording }]));
}

interface TextRow extends StateWords, Record<string, unknown> {
  readonly type: string;
  readonly id: string;
  readonly valid_from_seq: number;
}

/**
 * The index of words: it follows the record of every project that ever asked for it, one process at a time in a project, a piece a
 * transaction. What says how far it has come is written with the piece.
 */
export class WordIndex {
  private readonly database: Pick<Database, "reads" | "writes">;
  private readonly resources: ResourceRegistry;

  constructor(database: Pick<Database, "reads" | "writes">, resources: ResourceRegistry) {
    this.database = database;
    this.resources = resources;
  }

  /** Sees to it that the index of a project reaches a sequence of its record; from then on it follows. */
  async bring(projectId: string, seq: number): Promise<void> {
    const [index] = await this.database.reads.execute<Columns<"word_indexes", "filled_to_seq" | "form">>(
      sql`SELECT filled_to_seq, form FROM word_indexes WHERE project_id = ${projectId}`,
    );
    if (index !== undefined && index.form === LEXEME_FORM && index.filled_to_seq >= seq) return;
    if (index === undefined) {
      await this.database.writes.execute(
        sql`INSERT INTO word_indexes (project_id, filled_to_seq, form) VALUES (${projectId}, 0, ${LEXEME_FORM})
            ON CONFLICT DO NOTHING`,
      );
    }
    while ((await this.fillPiece(projectId, { waits: true })) < seq);
  }

  /** Projects whose index lags behind their record. */
  async lagging(): Promise<string[]> {
    const rows = await this.database.reads.execute<Columns<"word_indexes", "project_id">>(
      sql`SELECT i.project_id FROM word_indexes i JOIN project_heads h ON h.project_id = i.project_id
          WHERE i.filled_to_seq < h.last_seq OR i.form <> ${LEXEME_FORM} LIMIT ${PROJECTS}`,
    );
    return rows.map(({ project_id }) => project_id);
  }

  /** One piece of one project; answers how far the index has come, or infinity where there is nothing to do. */
  fillPiece(projectId: string, { waits, piece = PIECE }: { waits: boolean; piece?: number }): Promise<number> {
    return this.database.writes.transaction("write", async (db) => {
      // The row is the lease: whoever holds it fills, and a process that dies lets go of it.
      const [index] = await db.execute<
        Columns<"word_indexes", "filled_to_seq" | "form"> & Columns<"project_heads", "last_seq">
      >(
        sql`SELECT i.filled_to_seq, i.form, h.last_seq FROM word_indexes i JOIN project_heads h ON h.project_id = i.project_id
            WHERE i.project_id = ${projectId} FOR UPDATE OF i ${waits ? sql`` : sql`SKIP LOCKED`}`,
      );
      if (index === undefined) return Number.POSITIVE_INFINITY;
      if (index.form !== LEXEME_FORM) return this.beginAnew(db, projectId);
      const { filled_to_seq: from, last_seq: last } = index;
      if (from >= last) return Number.POSITIVE_INFINITY;
      const to = Math.min(from + piece, last);
      await this.follow(db, projectId, { from, to });
      await db.execute(sql`UPDATE word_indexes SET filled_to_seq = ${to} WHERE project_id = ${projectId}`);
      return to;
    });
  }

  /** Forgets what was made by older rules. */
  private async beginAnew(db: Db, projectId: string): Promise<number> {
    for (const table of WORD_TABLES) {
      await db.execute(sql`DELETE FROM ${sql.identifier(table)} WHERE project_id = ${projectId}`);
    }
    await db.execute(
      sql`UPDATE word_indexes SET filled_to_seq = 0, form = ${LEXEME_FORM}, edition = gen_random_uuid()
          WHERE project_id = ${projectId}`,
    );
    return 0;
  }

  private async follow(db: Db, projectId: string, { from, to }: { from: number; to: number }): Promise<void> {
    const worded = wordedResources(this.resources);
    const steps = await db.execute<Columns<"events", "seq"> & { type: string; id: string }>(
      sql`SELECT seq, subject_type AS type, subject_id AS id FROM events
          WHERE project_id = ${projectId} AND seq > ${from} AND seq <= ${to}
            AND subject_type = ANY(${textArray(worded.map(({ resource }) => resource.type))}) ORDER BY seq`,
    );
    const rows = new WordRows();
    const closed: JsonObject[] = [];
    const readByOthers = new Map<string, JsonObject>();
    const opened: JsonObject[] = [];
    for (const { resource, wording } of worded) {
      const own = steps.filter(({ type }) => type === resource.type);
      if (own.length === 0) continue;
      const { type } = resource;
      const [states, open] = [
        await statesAt(db, projectId, { resource, wording }, own),
        await openTexts(db, projectId, type, own),
      ];
      const fresh = new Map<string, JsonObject>();
      for (const { seq, id } of own) {
        const before = open.get(id);
        const state = states.get(seq);
        const after = state === undefined ? null : saidIn(wording, state);
        if (before !== undefined) {
          const text = { from: before.valid_from_seq, words: before.words, audiences: before.audiences };
          if (after !== null && isSame(before, after)) {
            rows.readBy(type, text, { others: after.audiences, since: seq });
            open.set(id, { ...before, audiences: after.audiences });
            const waiting = fresh.get(id);
            if (waiting !== undefined) waiting.audiences = after.audiences;
            else if (String(before.audiences) !== String(after.audiences))
              readByOthers.set(`${type} ${id}`, { id, type, audiences: after.audiences });
            continue;
          }
          rows.ended(type, text, seq);
          const waiting = fresh.get(id);
          if (waiting === undefined) closed.push({ id, type, to: seq - 1, audiences: before.audiences });
          else waiting.valid_to_seq = seq - 1;
          readByOthers.delete(`${type} ${id}`);
          fresh.delete(id);
          open.delete(id);
        }
        if (after === null) continue;
        rows.began(type, { from: seq, words: after.words, audiences: after.audiences });
        open.set(id, { type, id, valid_from_seq: seq, ...after });
        const row: JsonObject = {
          project_id: projectId,
          type,
          id,
          valid_from_seq: seq,
          valid_to_seq: CURRENT,
          ...after,
        };
        fresh.set(id, row);
        opened.push(row);
      }
    }
    if (closed.length > 0) {
      await db.execute(
        sql`UPDATE subject_texts t SET valid_to_seq = c."to", audiences = c.audiences
            FROM jsonb_to_recordset(${jsonb(closed)}) AS c(id text, type text, "to" bigint, audiences text[])
            WHERE t.project_id = ${projectId} AND t.type = c.type AND t.id = c.id AND t.valid_to_seq = ${STILL}`,
      );
    }
    if (readByOthers.size > 0) {
      await db.execute(
        sql`UPDATE subject_texts t SET audiences = c.audiences
            FROM jsonb_to_recordset(${jsonb([...readByOthers.values()])}) AS c(id text, type text, audiences text[])
            WHERE t.project_id = ${projectId} AND t.type = c.type AND t.id = c.id AND t.valid_to_seq = ${STILL}`,
      );
    }
    if (opened.length > 0) await db.execute(insertRows("subject_texts", opened));
    const words = rows.all().map((row) => ({ project_id: projectId, ...row }));
    if (words.length > 0) await db.execute(addWords(words));
    const ofAudiences = rows.allOfAudiences().map((row) => ({ project_id: projectId, ...row }));
    if (ofAudiences.length > 0) await db.execute(addAudienceWords(ofAudiences));
  }
}

function addWords(rows: readonly JsonObject[]): SQL {
  return sql`INSERT INTO subject_words AS w (project_id, lexeme, type, from_seq, starts, ends)
    SELECT project_id, lexeme, type, from_seq, starts, ends
    FROM jsonb_populate_recordset(null::subject_words, ${jsonb(rows)})
    ON CONFLICT (project_id, lexeme, type, from_seq)
    DO UPDATE SET starts = w.starts || excluded.starts, ends = w.ends || excluded.ends`;
}

function addAudienceWords(rows: readonly JsonObject[]): SQL {
  return sql`INSERT INTO audience_words AS w (project_id, audience, lexeme, type, from_seq, starts, ends)
    SELECT project_id, audience, lexeme, type, from_seq, starts, ends
    FROM jsonb_populate_recordset(null::audience_words, ${jsonb(rows)})
    ON CONFLICT (project_id, audience, lexeme, type, from_seq)
    DO UPDATE SET starts = w.starts || excluded.starts, ends = w.ends || excluded.ends`;
}

/**
 * Returns the states whose words are indexed, by the sequence that made them; absent where the change deleted its
 * subject.
 */
async function statesAt(
  db: Db,
  projectId: string,
  { resource, wording }: WordedResource,
  steps: readonly { seq: number; id: string }[],
): Promise<Map<number, JsonObject>> {
  const fields = wording.fields.map((field) => sql`, v.${sql.identifier(field)}`);
  const rows = await db.execute<JsonObject & { valid_from_seq: number }>(
    sql`SELECT v.valid_from_seq${sql.join(fields)}
        FROM unnest(${textArray(steps.map(({ id }) => id))}, ${textArray(steps.map(({ seq }) => String(seq)))}::bigint[]) AS s(id, seq)
        JOIN ${sql.identifier(resource.table)} v
          ON v.project_id = ${projectId} AND v.id = s.id AND v.valid_from_seq = s.seq`,
  );
  return new Map(rows.map((row) => [row.valid_from_seq, row]));
}

async function openTexts(
  db: Db,
  projectId: string,
  type: string,
  steps: readonly { id: string }[],
): Promise<Map<string, TextRow>> {
  const rows = await db.execute<TextRow>(
    sql`SELECT type, id, valid_from_seq, place, length, words, audiences FROM subject_texts
        WHERE project_id = ${projectId} AND type = ${type} AND valid_to_seq = ${STILL}
          AND id = ANY(${textArray([...new Set(steps.map(({ id }) => id))])})`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Follows the record with the index of words, in every project that asked for it. */
export function followWords(index: WordIndex, warn: (fields: object, message: string) => void): PeriodicTask {
  const task = new PeriodicTask({
    name: "index of words",
    restMs: REST_MS,
    round: async (moved) => {
      for (const projectId of await index.lagging()) {
        moved();
        while (!task.isClosed && Number.isFinite(await index.fillPiece(projectId, { waits: false }))) moved();
      }
      return true;
    },
    failed: (fields) => warn(fields, "the index of words was not filled"),
  });
  return task;
}
