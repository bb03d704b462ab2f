import { sql } from "drizzle-orm";
import { splitPath } from "#domain/filter/property-path.ts";
import type { Json, JsonObject } from "#domain/json.ts";
import { CURRENT } from "#drizzle/schema/columns.ts";
import { insertRows } from "../../../record/append.ts";
import { type Columns, type Database, type Db, jsonb, textArray } from "../../../record/database.ts";
import { propertySql } from "../../../record/list/property-sql.ts";
import { column } from "../../../record/list/row.ts";
import { PeriodicTask } from "../../../record/periodic-task.ts";
import { indexedValue } from "./indexed-value.ts";

/** Sequences one transaction goes through, and rows it removes: some 50 ms. */
const PIECE = 2_000;
/** Pause of the filler when it has nothing to do, in milliseconds. */
const REST_MS = 1_000;
/** Projects looked after in one round. */
const PROJECTS = 100;

type KeyRow = Columns<"property_indexes", "key_id" | "path" | "filled_to_seq" | "has_long_text">;

/** A row of the index as it is written. */
interface ValueRow extends JsonObject {
  project_id: string;
  key_id: string;
  entity_id: string;
  type: string;
  kind: number;
  number: number;
  string: string;
  valid_from_seq: number;
  valid_to_seq: number;
}

/**
 * Follows the record with the index of declared keys: one process at a time in a project, a piece a transaction. What says
 * how far the index has come is written with the piece, so a process that is killed loses one piece and nothing else.
 */
export class IndexFiller {
  private readonly database: Pick<Database, "reads" | "writes">;
  private readonly task: PeriodicTask;

  constructor(database: Pick<Database, "reads" | "writes">, warn: (fields: object, message: string) => void) {
    this.database = database;
    this.task = new PeriodicTask({
      name: "index of property keys",
      restMs: REST_MS,
      round: async (moved) => {
        await this.fillAll(moved);
        return true;
      },
      failed: (fields) => warn(fields, "the index of property keys was not filled"),
    });
  }

  /** Begins to look after every project of the database. */
  start(): void {
    this.task.start();
  }

  close(): Promise<void> {
    return this.task.close();
  }

  private async fillAll(moved: () => void): Promise<void> {
    const projects = await this.database.reads.execute<Columns<"property_key_versions", "project_id">>(
      sql`SELECT k.project_id FROM property_key_versions k JOIN project_heads h ON h.project_id = k.project_id
          LEFT JOIN property_indexes i ON i.project_id = k.project_id AND i.key_id = k.id
          WHERE k.valid_to_seq = ${sql.raw(String(CURRENT))} AND (i.key_id IS NULL OR i.filled_to_seq < h.last_seq)
        UNION SELECT i.project_id FROM property_indexes i WHERE NOT EXISTS (SELECT FROM property_key_versions k
          WHERE k.project_id = i.project_id AND k.id = i.key_id AND k.valid_to_seq = ${sql.raw(String(CURRENT))})
        LIMIT ${PROJECTS}`,
    );
    for (const { project_id } of projects) {
      moved();
      while (!this.task.isClosed && (await this.fillPiece(project_id))) moved();
    }
  }

  /** One piece of one project; answers whether there is more to do that nobody else does. */
  fillPiece(projectId: string, piece = PIECE): Promise<boolean> {
    return this.database.writes.transaction("write", async (db) => {
      const declared = await db.execute<Columns<"property_key_versions", "id" | "path">>(
        sql`SELECT id, path FROM property_key_versions
            WHERE project_id = ${projectId} AND valid_to_seq = ${sql.raw(String(CURRENT))}`,
      );
      const fresh = declared.map(({ id, path }) => ({
        project_id: projectId,
        key_id: id,
        path,
        filled_to_seq: 0,
        has_long_text: false,
      }));
      if (fresh.length > 0) {
        await db.execute(sql`${insertRows("property_indexes", fresh)} ON CONFLICT DO NOTHING`);
      }
      // The rows are the lease: whoever holds them fills, and a process that dies lets go of them.
      const indexes = await db.execute<KeyRow>(
        sql`SELECT key_id, path, filled_to_seq, has_long_text FROM property_indexes WHERE project_id = ${projectId}
            ORDER BY key_id FOR UPDATE SKIP LOCKED`,
      );
      const ids = new Set(declared.map(({ id }) => id));
      const leaving = indexes.find(({ key_id, filled_to_seq }) => filled_to_seq < 0 || !ids.has(key_id));
      if (leaving !== undefined) return this.removePiece(db, projectId, leaving.key_id, piece);
      const [head] = await db.execute<Columns<"project_heads", "last_seq">>(
        sql`SELECT last_seq FROM project_heads WHERE project_id = ${projectId}`,
      );
      const from = Math.min(...indexes.map(({ filled_to_seq }) => filled_to_seq));
      const last = head?.last_seq ?? 0;
      if (indexes.length === 0 || from >= last) return false;
      const to = Math.min(from + piece, last);
      await this.follow(
        db,
        projectId,
        indexes.filter(({ filled_to_seq }) => filled_to_seq === from),
        { from, to },
      );
      return true;
    });
  }

  private async removePiece(db: Db, projectId: string, keyId: string, piece: number): Promise<boolean> {
    const removed = await db.execute(
      sql`DELETE FROM entity_property_values WHERE project_id = ${projectId} AND key_id = ${keyId}
          AND (entity_id, valid_from_seq) IN (SELECT entity_id, valid_from_seq FROM entity_property_values
            WHERE project_id = ${projectId} AND key_id = ${keyId} LIMIT ${piece}) RETURNING entity_id`,
    );
    const key = sql`project_id = ${projectId} AND key_id = ${keyId}`;
    await db.execute(
      removed.length < piece
        ? sql`DELETE FROM property_indexes WHERE ${key}`
        : sql`UPDATE property_indexes SET filled_to_seq = -1 WHERE ${key}`,
    );
    return true;
  }

  /** Brings keys that have come equally far from one sequence to another. */
  private async follow(
    db: Db,
    projectId: string,
    keys: readonly KeyRow[],
    { from, to }: { from: number; to: number },
  ): Promise<void> {
    const values = keys.map(({ path }) => {
      const value = sql`(${propertySql(column("properties"), splitPath(path))})`;
      return sql`CASE WHEN jsonb_typeof(${value}) IN ('number', 'string', 'boolean') THEN jsonb_build_array(${value})
        WHEN ${value} IS NOT NULL THEN '[null]' END`;
    });
    const steps = await db.execute<
      Columns<"events", "seq"> & { id: string; type: string | null; values: ([Json] | null)[] }
    >(
      sql`SELECT e.seq, e.subject_id AS id, t.type, jsonb_build_array(${sql.join(values, sql`, `)}) AS values
          FROM events e LEFT JOIN entity_versions t
            ON t.project_id = e.project_id AND t.id = e.subject_id AND t.valid_from_seq = e.seq
          WHERE e.project_id = ${projectId} AND e.seq > ${from} AND e.seq <= ${to} AND e.subject_type = 'entity'
          ORDER BY e.seq`,
    );
    const keyIds = textArray(keys.map(({ key_id }) => key_id));
    const stored = await db.execute<ValueRow>(
      sql`SELECT * FROM entity_property_values WHERE project_id = ${projectId} AND key_id = ANY(${keyIds})
          AND valid_to_seq = ${sql.raw(String(CURRENT))}
          AND entity_id = ANY(${textArray([...new Set(steps.map(({ id }) => id))])})`,
    );
    const open = new Map(stored.map((row) => [`${row.key_id} ${row.entity_id}`, row]));
    const isStored = new Set<ValueRow>(stored);
    const closed: JsonObject[] = [];
    const opened: ValueRow[] = [];
    const long = new Set<string>();
    for (const { seq, id, type, values: present } of steps) {
      for (const [i, { key_id }] of keys.entries()) {
        const name = `${key_id} ${id}`;
        const before = open.get(name);
        const given = type === null ? null : (present[i] ?? null);
        const after = given === null ? null : indexedValue(given[0]);
        if (after?.isLong === true) long.add(key_id);
        if (before !== undefined) {
          // What is kept of a long text may stay the same while the text changes: the order of such texts is not asked for.
          if (after !== null && before.type === type && isSame(before, after.value)) continue;
          if (isStored.has(before)) closed.push({ key: key_id, entity: id, to: seq - 1 });
          before.valid_to_seq = seq - 1;
          open.delete(name);
        }
        if (after === null || type === null) continue;
        const row: ValueRow = {
          project_id: projectId,
          key_id,
          entity_id: id,
          type,
          ...after.value,
          valid_from_seq: seq,
          valid_to_seq: CURRENT,
        };
        opened.push(row);
        open.set(name, row);
      }
    }
    if (closed.length > 0) {
      await db.execute(
        sql`UPDATE entity_property_values v SET valid_to_seq = c."to"
            FROM jsonb_to_recordset(${jsonb(closed)}) AS c(key text, entity text, "to" bigint)
            WHERE v.project_id = ${projectId} AND v.key_id = c.key AND v.entity_id = c.entity
              AND v.valid_to_seq = ${sql.raw(String(CURRENT))}`,
      );
    }
    if (opened.length > 0) await db.execute(insertRows("entity_property_values", opened));
    await db.execute(
      sql`UPDATE property_indexes SET filled_to_seq = ${to}, has_long_text = has_long_text OR key_id = ANY(${textArray([...long])})
          WHERE project_id = ${projectId} AND key_id = ANY(${keyIds})`,
    );
  }
}

function isSame(row: ValueRow, value: { kind: number; number: number; string: string }): boolean {
  return row.kind === value.kind && row.number === value.number && row.string === value.string;
}
