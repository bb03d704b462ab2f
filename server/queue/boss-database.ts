import { sql } from "drizzle-orm";
import type { Db as BossDb } from "pg-boss";
import type { Db, Pool } from "../record/database.ts";

/** Pattern of the transaction that pg-boss writes around statements that belong together. */
const WRAPPED = /^\s*BEGIN;([\s\S]*)COMMIT;\s*$/;

/**
 * Our pool, or a transaction of it, as pg-boss asks for a database. Statements that it sends as one text between BEGIN and
 * COMMIT run in a transaction of ours: refused in the middle, they would leave one open on a connection that others share.
 */
export function bossDatabase(db: Db | Pool): BossDb {
  return {
    executeSql: async (text, values = []) => {
      const inner = WRAPPED.exec(text)?.[1];
      if (inner !== undefined && "transaction" in db) {
        return rowsOf(await db.transaction("write", (transaction) => transaction.execute(sql.raw(inner))));
      }
      if (values.length === 0) return rowsOf(await db.execute(sql.raw(inner ?? text)));
      return rowsOf(await db.execute({ text, values: values.map(parameter), mayWrite: true }));
    },
  };
}

/**
 * A value of pg-boss as both our drivers take it. Lists go as text: the driver has no name for the type of a list of uuids;
 * values of pg-boss's lists have no quotes. Objects go as text too: a client that the ORM has had no longer writes them itself.
 */
export function parameter(value: unknown): unknown {
  if (Array.isArray(value)) return `{${value.map((each) => `"${each}"`).join(",")}}`;
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

/** The rows of all statements of a text: several are answered with a list of rows each. */
function rowsOf(rows: unknown[]): { rows: unknown[] } {
  return { rows: rows.flat() };
}
