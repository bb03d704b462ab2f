import { type Caller, callerOfProject } from "../../kernel/scope.ts";
import type { ProjectRef } from "../../operation/context.ts";

/** Parts of a caller by which it is looked up again. */
export type KeptCaller = Pick<Caller, "kind" | "id" | "actor" | "player" | "sessionVersion" | "plan">;

/** Returns what is kept of a caller for work that goes on without the request. */
export function keptCaller({ kind, id, actor, player, sessionVersion, plan }: Caller): KeptCaller {
  return { kind, id, actor, player, sessionVersion, plan };
}

/** Returns a caller as it was kept, without rights: whether it has any is looked up where it is used. */
export function callerOf(
  kept: KeptCaller,
  { id: projectId, workspaceId, mode }: Pick<ProjectRef, "id" | "workspaceId" | "mode">,
): Caller {
  return { ...callerOfProject({ actor: kept.actor, workspaceId, projectId, mode }), ...kept };
}
