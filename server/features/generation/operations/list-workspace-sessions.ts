import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { SESSION_STATUSES } from "#drizzle/schema/generation.ts";
import { listOutput } from "../../../kernel/page.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { keysetQuery, readKeyset } from "../../../operation/keyset.ts";
import { read } from "../../../operation/operation.ts";
import { type Columns, textArray } from "../../../record/database.ts";
import type { KeysetOrder } from "../../../record/list/keyset.ts";
import { findVersions } from "../../../record/versions.ts";
import { type SessionVersion, session, sessionResource } from "../session.ts";

export const listWorkspaceSessions = read({
  method: "GET",
  path: "/v1/sessions",
  scope: "read",
  forGuests: true,
  summary: "List the sessions of all projects",
  description: "Generation sessions of every project the caller sees, the last started first.",
  params: z.object({}),
  query: z.object({
    ...keysetQuery,
    status: z.enum(SESSION_STATUSES).optional().meta({ description: "Only sessions with this status." }),
    kind: z.string().max(100).optional().meta({ description: "Only sessions of this kind." }),
    project: idOf("prj").optional().meta({ description: "Only sessions of this project." }),
  }),
  output: listOutput("sessions", session.wire),
  handle: async (context, { query: { status, kind, project, ...query } }) => {
    const { db, caller } = context;
    const conditions: SQL[] = [
      sql`d.workspace_id = ${caller.workspaceId}`,
      sql`h.workspace_id = ${caller.workspaceId} AND h.deleted_at IS NULL AND h.mode = ANY(${textArray(caller.modes)})`,
    ];
    if (caller.projectIds !== null) conditions.push(sql`d.of_project = ANY(${textArray(caller.projectIds)})`);
    if (status !== undefined) conditions.push(sql`d.status = ${status}`);
    if (kind !== undefined) conditions.push(sql`d.kind = ${kind}`);
    if (project !== undefined) conditions.push(sql`d.of_project = ${project}`);
    const from = sql`FROM session_directory d JOIN project_heads h ON h.project_id = d.of_project
      WHERE ${sql.join(conditions, sql` AND `)}`;
    const [counted] = await db.execute<{ total: number }>(sql`SELECT count(*)::int AS total ${from}`);
    const order: KeysetOrder = { keys: { created_at: sql`d.created_at`, id: sql`d.id` }, order: "desc" };
    // One whose record has just gone has its place in the list as well.
    const { rows: places, has_more } = await readKeyset(context, query, order, ({ behind, tail }) =>
      db.execute<Columns<"session_directory", "id" | "of_project" | "created_at">>(
        sql`SELECT d.id, d.of_project, d.created_at ${from} AND ${behind} ${tail}`,
      ),
    );
    const found = new Map<string, SessionVersion>();
    for (const [projectId, some] of Map.groupBy(places, ({ of_project }) => of_project)) {
      const versions = await findVersions(db, sessionResource, projectId, { id: some.map(({ id }) => id) }, null);
      for (const version of versions) found.set(version.id, version);
    }
    const sessions = places.flatMap(({ id }) => found.get(id) ?? []).map(session.toWire);
    return { sessions, total: counted?.total ?? 0, has_more };
  },
});
