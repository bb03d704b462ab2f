import type { z } from "zod";
import { newId } from "../../../kernel/ids.ts";
import { Problem } from "../../../kernel/problem.ts";
import type { Mode } from "../../../kernel/scope.ts";
import type { WriteContext } from "../../../operation/context.ts";
import { requireScope } from "../../../operation/gate.ts";
import { starterFrom } from "../../../operation/starter.ts";
import { requirePlanRoom } from "../../access/public.ts";
import { countProjects } from "../count-projects.ts";
import { findTransfer, keepTransfer, type ProjectImport, toProjectImport } from "./kept-transfers.ts";
import type { CheckedFile } from "./lines.ts";
import { importProjectJob } from "./transfer-job.ts";

/**
 * Makes a project that nobody sees yet, and asks the job to fill it.
 *
 * @throws {@link Problem} `forbidden` for a caller who is limited to projects or has another mode, `insufficient_scope` for one who may
 * not write in the workspace, or takes a history without the scope `admin`: it says who did what. `plan_limit_reached`.
 */
export async function beginTransfer(
  context: WriteContext,
  file: CheckedFile,
  { mode: wanted, name }: { mode?: Mode | undefined; name?: string | undefined },
): Promise<z.input<typeof ProjectImport>> {
  const { db, caller, services, requestId, afterCommit } = context;
  if (caller.projectIds !== null) {
    throw new Problem("forbidden", { message: "A key limited to certain projects cannot create another." });
  }
  const mode = wanted ?? caller.modes[0];
  if (mode === undefined || !caller.modes.includes(mode)) {
    throw new Problem("forbidden", { message: `This key works in ${caller.modes.join(", ")} mode only.` });
  }
  requireScope(caller, file.header.contents === "history" ? "admin" : "write", null);
  const { workspaceId } = caller;
  const now = services.clock.now();
  await requirePlanRoom(db, workspaceId, "projects", () => countProjects(db, workspaceId, now));
  const id = newId("imp", now);
  const projectId = newId("prj", now);
  const jobId = newId("job", now);
  await keepTransfer(
    db,
    {
      id,
      workspace_id: workspaceId,
      into_project_id: projectId,
      mode,
      name: name ?? null,
      job_id: jobId,
      contents: file.header.contents,
      starter: starterFrom(caller, requestId),
      lines: file.lines,
      created_at: new Date(now).toISOString(),
    },
    file,
  );
  await services.jobs.enqueue(db, importProjectJob, { workspaceId, mode, projectId }, { import_id: id }, jobId);
  afterCommit(() => services.jobs.wake());
  const kept = await findTransfer(db, id);
  if (kept === null) throw new Error("an import was kept but is not there");
  return toProjectImport(db, kept);
}
