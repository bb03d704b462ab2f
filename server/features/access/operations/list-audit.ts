import { sql } from "drizzle-orm";
import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import { isoMoment } from "../../../kernel/clock.ts";
import { listOutput } from "../../../kernel/page.ts";
import { text } from "../../../kernel/validation/fields.ts";
import { keysetQuery, readKeyset } from "../../../operation/keyset.ts";
import { read } from "../../../operation/operation.ts";
import type { Columns } from "../../../record/database.ts";
import { requireWholeWorkspace } from "../grants.ts";
import { AuditEntry } from "../schemas.ts";

type AuditRow = Columns<
  "workspace_audit",
  "id" | "kind" | "subject_type" | "subject_id" | "data" | "actor" | "request_id" | "recorded_at"
> & { subject_type: "workspace" | "member" | "key" | "invitation" | "project" | "job" | "webhook"; data: JsonObject };

export const listAudit = read({
  method: "GET",
  path: "/v1/audit",
  scope: "admin",
  summary: "List changes of the workspace",
  description:
    "Changes of the workspace, its members and its keys, with their authors. Changes of projects are in the projects' records.",
  params: z.object({}),
  query: z.object({
    ...keysetQuery,
    sort_order: z.enum(["asc", "desc"]).default("asc"),
    kind: text({ min: 1, max: 100 }).optional(),
    subject_id: text({ min: 1, max: 100 }).optional(),
    actor: text({ min: 1, max: 100 }).optional(),
  }),
  output: listOutput("entries", AuditEntry),
  errors: ["forbidden"],
  handle: async (context, { query }) => {
    const { db, caller } = context;
    requireWholeWorkspace(caller);
    const conditions = [sql`workspace_id = ${caller.workspaceId}`];
    if (query.kind !== undefined) conditions.push(sql`kind = ${query.kind}`);
    if (query.subject_id !== undefined) conditions.push(sql`subject_id = ${query.subject_id}`);
    if (query.actor !== undefined) conditions.push(sql`actor = ${query.actor}`);
    const where = sql.join(conditions, sql` AND `);
    const [counted] = await db.execute<{ n: number }>(sql`SELECT count(*) AS n FROM workspace_audit WHERE ${where}`);
    const total = Number(counted?.n ?? 0);
    const order = { keys: { recorded_at: sql`recorded_at`, id: sql`id` }, order: query.sort_order };
    const { rows, has_more } = await readKeyset(context, query, order, (page) =>
      db.execute<AuditRow>(
        sql`SELECT id, kind, subject_type, subject_id, data, actor, request_id, recorded_at FROM workspace_audit
            WHERE ${where} AND ${page.behind} ${page.tail}`,
      ),
    );
    const entries = rows.map((row) => ({ ...row, recorded_at: isoMoment(row.recorded_at) }));
    return { entries, total, has_more };
  },
});
