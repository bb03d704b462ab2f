import type { z } from "zod";
import { isoMoment } from "../../kernel/clock.ts";
import type { Db } from "../../record/database.ts";
import type { Entry } from "../access/public.ts";
import { projectNames } from "../projects/public.ts";
import type { EntryLink } from "./schemas.ts";

/** A link as it is answered. A project that was deleted since is no longer where one begins. */
export async function showEntry(db: Db, entry: Entry): Promise<z.input<typeof EntryLink>> {
  const { kind, workspaceName, email, name, role, madeBy, projectId, projectRole, expiresAt } = entry;
  const projectName = projectId === null ? null : ((await projectNames(db, [projectId])).get(projectId) ?? null);
  return {
    kind,
    workspace_name: workspaceName,
    email,
    name,
    role,
    made_by: madeBy,
    project_id: projectName === null ? null : projectId,
    project_name: projectName,
    project_role: projectRole,
    expires_at: isoMoment(expiresAt),
  };
}
