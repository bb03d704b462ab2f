import { sql } from "drizzle-orm";
import { z } from "zod";
import { listOutput } from "../../../kernel/page.ts";
import { openProject } from "../../../operation/gate.ts";
import { keysetQuery, readKeyset } from "../../../operation/keyset.ts";
import { read } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { countProjectMembers, findProjectMembers, toProjectMember } from "../project-members.ts";
import { ProjectMember } from "../schemas.ts";

/** Columns of the order: the name, and for those of one name the id. */
const KEYS = { name: sql`u.name COLLATE "C"`, user_id: sql`m.user_id COLLATE "C"` };

export const listProjectMembers = read({
  method: "GET",
  path: "/v1/projects/{project_id}/members",
  scope: "admin",
  summary: "List who can open a project",
  description:
    "Members of the project, and people of the workspace, who can open every project by their role there. Where somebody has both, the stronger holds.",
  params: projectScope,
  query: z.object(keysetQuery),
  output: listOutput("members", ProjectMember),
  errors: ["not_found"],
  handle: async (context, { params, query }) => {
    const { db, caller } = context;
    const { project } = await openProject(db, caller, params.project_id);
    const { rows, has_more } = await readKeyset(context, query, { keys: KEYS, order: "asc" }, (page) =>
      findProjectMembers(db, caller, project.id, page),
    );
    const members = rows.map((row) => toProjectMember(row, caller));
    return { members, total: await countProjectMembers(db, caller, project.id), has_more };
  },
});
