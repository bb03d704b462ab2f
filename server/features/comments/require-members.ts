import { sql } from "drizzle-orm";
import { invalidValue } from "../../kernel/problem.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { textArray } from "../../record/database.ts";
import { membersInProject } from "../access/public.ts";

/**
 * Checks that people can open the project.
 *
 * @throws {@link Problem} `validation_error` that names the first who is not.
 */
export async function requireMembers(
  { db, caller, project }: Pick<ProjectWriteContext, "db" | "caller" | "project">,
  people: readonly string[],
): Promise<void> {
  if (people.length === 0) return;
  const rows = await db.execute<{ user_id: string }>(
    sql`SELECT m.user_id FROM ${membersInProject(project.id)} m
        WHERE m.workspace_id = ${caller.workspaceId} AND m.user_id = ANY(${textArray(people)})`,
  );
  const members = new Set(rows.map(({ user_id }) => user_id));
  const stranger = people.findIndex((id) => !members.has(id));
  if (stranger >= 0)
    throw invalidValue(["body", "mentions", stranger], "nobody who can open the project", people[stranger] ?? null);
}
