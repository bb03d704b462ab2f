import { sql } from "drizzle-orm";
import { z } from "zod";
import { listOutput } from "../../../kernel/page.ts";
import { keysetQuery, readKeyset } from "../../../operation/keyset.ts";
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
    ...keysetQuery,
    sort_by: z.enum(["created_at", "name"]).default("created_at"),
    sort_order: z.enum(["asc", "desc"]).default("asc"),
    state: z.enum(KEY_STATES).optional().meta({ description: "Only keys in this state." }),
  }),
  output: listOutput("keys", Key),
  handle: async (context, { query }) => {
    const { db, caller, services } = context;
    const now = services.clock.now();
    const state = query.state === undefined ? sql`TRUE` : inState(query.state, now);
    const where = sql`${visibleKeys(caller)} AND ${state}`;
    const [counted] = await db.execute<{ n: number }>(sql`SELECT count(*) AS n FROM api_keys k WHERE ${where}`);
    const total = Number(counted?.n ?? 0);
    const keys = { [query.sort_by]: sql`k.${sql.identifier(query.sort_by)}`, id: sql`k.id` };
    const { rows, has_more } = await readKeyset(context, query, { keys, order: query.sort_order }, (page) =>
      db.execute<KeyRow>(sql`SELECT ${KEY_COLUMNS} FROM api_keys k WHERE ${where} AND ${page.behind} ${page.tail}`),
    );
    return { keys: rows.map((row) => toKey(row, now)), total, has_more };
  },
});
