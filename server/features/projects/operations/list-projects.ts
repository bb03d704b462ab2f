import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { searchForm } from "#domain/search-form.ts";
import { isoMoment } from "../../../kernel/clock.ts";
import { listOutput } from "../../../kernel/page.ts";
import { flag, text } from "../../../kernel/validation/fields.ts";
import { keysetQuery, readKeyset } from "../../../operation/keyset.ts";
import { read } from "../../../operation/operation.ts";
import { type Columns, type Db, textArray } from "../../../record/database.ts";
import { toVersion } from "../../../record/versions.ts";
import type { ProjectState } from "../project.ts";
import { Project, toProject } from "../schemas.ts";

/** The last version of a project, which a deleted one has as well. */
const LAST_VERSION = sql`SELECT * FROM project_versions p WHERE p.project_id = h.project_id AND p.id = h.project_id
  ORDER BY p.valid_from_seq DESC LIMIT 1`;

const COLUMNS = ["created_at", "updated_at", "name"] as const;

export const listProjects = read({
  method: "GET",
  path: "/v1/projects",
  scope: "read",
  forGuests: true,
  summary: "List projects",
  description:
    "Projects of the workspace in the modes the caller sees, without those that are archived. `deleted=true` lists the restorable ones instead, archived or not.",
  params: z.object({}),
  query: z.object({
    ...keysetQuery,
    sort_by: z.enum(COLUMNS).default("created_at"),
    sort_order: z.enum(["asc", "desc"]).default("asc"),
    deleted: flag().default(false),
    archived: z
      .enum(["without", "with", "only"])
      .default("without")
      .meta({ description: "Whether archived projects are listed: not, too, or alone." }),
    q: text({ min: 1, max: 200 }).optional().meta({ description: "Part of the name; case and accents do not matter." }),
  }),
  output: listOutput("projects", Project),
  handle: async (context, { query }) => {
    const { db, caller } = context;
    const conditions = [
      sql`h.workspace_id = ${caller.workspaceId}`,
      sql`h.mode = ANY(${textArray(caller.modes)})`,
      query.deleted ? sql`h.deleted_at IS NOT NULL` : sql`h.deleted_at IS NULL`,
    ];
    if (!query.deleted && query.archived !== "with") conditions.push(sql`h.archived = ${query.archived === "only"}`);
    if (caller.projectIds !== null) conditions.push(sql`h.project_id = ANY(${textArray(caller.projectIds)})`);
    if (query.q !== undefined) conditions.push(await isNamed(db, sql.join(conditions, sql` AND `), query.q));
    const where = sql.join(conditions, sql` AND `);
    const counted = await db.execute<{ n: number }>(sql`SELECT count(*) AS n FROM project_heads h WHERE ${where}`);
    const total = counted[0]?.n ?? 0;
    const keys = { [query.sort_by]: sql`v.${sql.identifier(query.sort_by)}`, id: sql`v.id` };
    const { rows, has_more } = await readKeyset(context, query, { keys, order: query.sort_order }, (page) =>
      db.execute<Columns<"project_heads", "workspace_id" | "last_seq" | "deleted_at">>(
        sql`SELECT v.*, h.workspace_id, h.last_seq, h.deleted_at FROM project_heads h
            CROSS JOIN LATERAL (${LAST_VERSION}) v
            WHERE ${where} AND ${page.behind} ${page.tail}`,
      ),
    );
    const projects = rows.map((row) =>
      toProject(toVersion<ProjectState>(row), {
        workspaceId: row.workspace_id,
        lastSeq: row.last_seq,
        deletedAt: row.deleted_at === null ? null : isoMoment(row.deleted_at),
      }),
    );
    return { projects, total, has_more };
  },
});

/** Condition that the name of a project contains a text. The search form is made here: a workspace has few enough projects to read all names. */
async function isNamed(db: Db, where: SQL, q: string): Promise<SQL> {
  const rows = await db.execute<Columns<"project_versions", "project_id" | "name">>(
    sql`SELECT v.project_id, v.name FROM project_heads h CROSS JOIN LATERAL (${LAST_VERSION}) v WHERE ${where}`,
  );
  const term = searchForm(q);
  const found = rows.flatMap(({ project_id, name }) => (searchForm(name).includes(term) ? [project_id] : []));
  return sql`h.project_id = ANY(${textArray(found)})`;
}
