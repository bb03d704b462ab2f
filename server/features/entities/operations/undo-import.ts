import { z } from "zod";
import { newId } from "../../../kernel/ids.ts";
import { Problem } from "../../../kernel/problem.ts";
import { flag } from "../../../kernel/validation/fields.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { starterFrom } from "../../../operation/starter.ts";
import { importEntitiesJob } from "../import/import-job.ts";
import { findImport, keepUndo, toImport } from "../import/kept-imports.ts";
import { EntityImport, importParams, WORLD } from "../import/schemas.ts";

export const undoImport = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/entity-imports/{import_id}/undo",
  scope: "write",
  long: true,
  summary: "Undo an import",
  description: `A job reverts the rows, children before their parents; the answer is an import of its own, with a report of each row. Created
entities are deleted, unless they were changed since, contain others, have relationships or speak in a dialogue. Changed entities get
back each value that was not changed since. Kept rows have a reason. A finished import can be undone once; a dry run and a world file cannot.`,
  params: importParams,
  body: z.strictObject({
    dry_run: flag().default(false).meta({ description: "Determine the outcome of each row without writing anything." }),
  }),
  output: EntityImport,
  status: 202,
  errors: ["not_found", "import_state"],
  example: { dry_run: true },
  handle: async ({ db, project, caller, requestId, services, afterCommit }, { params, body }) => {
    const undone = await findImport(db, project.id, params.import_id);
    if (undone === null) throw new Problem("not_found");
    const { status } = await toImport(db, undone);
    const isOver = status === "completed" || status === "failed";
    const { undone_by } = undone;
    const refusal = () => new Problem("import_state", { detail: { import_id: undone.id, status, undone_by } });
    if (!isOver || undone.format === WORLD || undone.dry_run || undone.undoes !== null || undone_by !== null)
      throw refusal();
    const now = services.clock.now();
    const [id, jobId] = [newId("imp", now), newId("job", now)];
    const starter = starterFrom(caller, requestId);
    const head = { id, job_id: jobId, dry_run: body.dry_run, starter, created_at: new Date(now).toISOString() };
    // Another request may have begun one since it was looked for.
    if (!(await keepUndo(db, head, undone))) throw refusal();
    const owner = { workspaceId: project.workspaceId, mode: project.mode, projectId: project.id };
    await services.jobs.enqueue(db, importEntitiesJob, owner, { project_id: project.id, import_id: id }, jobId);
    afterCommit(() => services.jobs.wake());
    const kept = await findImport(db, project.id, id);
    if (kept === null) throw new Error("an undo was kept but is not there");
    return toImport(db, kept);
  },
});
