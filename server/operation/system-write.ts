import { type Caller, callerOfProject, type Mode } from "../kernel/scope.ts";
import { currentDeadline } from "../record/deadline.ts";
import type { Authorship } from "../record/project-transaction.ts";
import type { WriteGroup } from "../record/write-queue.ts";
import type { Services } from "./context.ts";
import { type ProjectWrite, type WriteScope, writeTogether } from "./write-together.ts";

/** The project that the service itself writes to, and in whose name. */
export interface SystemWrite {
  readonly projectId: string;
  readonly workspaceId: string;
  readonly mode: Mode;
  /** Named as the actor: `system:<part>`. */
  readonly part: string;
}

/**
 * Changes a project on behalf of no caller: in its line with all other writers, through the same gate, in the record like any
 * change. Refused with the same problems, such as 404 for a project that was deleted; but what the service has to say is said in an
 * archived project too.
 */
export async function writeAsSystem(
  services: Services,
  { projectId, workspaceId, mode, part }: SystemWrite,
  work: (scope: WriteScope) => Promise<void>,
): Promise<void> {
  const actor = `system:${part}`;
  const caller = callerOfProject({ actor, workspaceId, projectId, mode });
  const authorship = { actor, requestId: null };
  await writeLater(services, projectId, { caller, authorship, whileArchived: true }, work);
}

/**
 * Changes a project in the name of a caller whose request was answered before, as {@link writeAsSystem} does. `isAlone` is for
 * what writes beside the record as well, `whileArchived` for what an archived project takes too.
 */
export async function writeLater(
  services: Services,
  projectId: string,
  {
    caller,
    authorship,
    isAlone = false,
    whileArchived = false,
  }: { caller: Caller; authorship: Authorship; isAlone?: boolean; whileArchived?: boolean },
  work: (scope: WriteScope) => Promise<void>,
): Promise<void> {
  await new Promise((resolve, reject) => {
    const write: ProjectWrite = {
      size: 0,
      alone: isAlone,
      long: false,
      whileArchived,
      caller,
      authorship,
      claim: null,
      deadline: currentDeadline(),
      lookUps: [],
      work: async (scope) => {
        await work(scope);
        return { status: 200, headers: {}, body: null };
      },
      resolve,
      reject,
    };
    services.queue.join(projectId, write, (group: WriteGroup<ProjectWrite>) =>
      writeTogether(services, projectId, group),
    );
  });
}
