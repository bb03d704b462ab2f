import type { JsonObject } from "#domain/json.ts";
import { newId } from "../../kernel/ids.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { starterFrom } from "../../operation/starter.ts";
import { linkJob } from "./link-job.ts";

/** Has the job of a link begin once the request has committed. */
export async function beginWork(
  { db, project, caller, requestId, services, afterCommit }: ProjectWriteContext,
  linkId: string,
): Promise<void> {
  const owner = { workspaceId: project.workspaceId, mode: project.mode, projectId: project.id };
  const starter = starterFrom(caller, requestId) as unknown as JsonObject;
  const state = { project_id: project.id, link_id: linkId, starter };
  await services.jobs.enqueue(db, linkJob, owner, state, newId("job", services.clock.now()));
  afterCommit(() => services.jobs.wake());
}
