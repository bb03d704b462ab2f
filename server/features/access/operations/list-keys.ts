import { sql } from "drizzle-orm";
import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { read } from "../../../operation/operation.ts";
import { inState, KEY_COLUMNS, type KeyRow, toKey, visibleKeys } from "../keys.ts";
import { KEY_STATES, Key } from "../schemas.ts";

export const listKeys = read({
  method: "GET",
  path: "/v1/keys",
  scope: "admin",
  summary: "List keys",
  description: "Keys of the workspace in the modes the caller sees, those that no longer work included.",
  params: z.object({}),
  query: z.object({
    ...pageQuery,
    sort_by: z.enum(["created_at", "name"]).default("created_at"),
    sort_order: z.enum(["asc", "desc"]).default("asc"),
    state: z.enum(KEY_STATES).optional().meta({ description: "Only keys in this state." }),
  }),
  output: listOutput("keys", Key),
  handle: async ({ db, caller, services }, { query }) => {
    const now = services.clock.now();
    const state = query.state === undefined ? sql`TRUE` : inState(query.state, now);
    const where = sql`${visibleKeys(caller)} AND ${state}`;
    const direction = sql.raw(query.sort_order === "desc" ? "DESC" : "ASC");
    const [counted] = await db.execute<{ n: number }>(sql`SELECT count(*) AS n FROM api_keys k WHERE ${where}`);
    const total = Number(counted?.n ?? 0);
    const rows = await db.execute<KeyRow>(
      sql`SELECT ${KEY_COLUMNS} FROM api_keys k WHERE ${where}
          ORDER BY k.${sql.identifier(query.sort_by)} ${direction}, k.id ${direction}
          LIMIT ${query.limit} OFFSET ${query.offset}`,
    );
    const keys = rows.map((row) => toKey(row, now));
    return { keys, total, has_more: hasMore(total, query.offset, keys.length) };
  },
});
