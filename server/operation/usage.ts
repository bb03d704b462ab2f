import type { Caller, Mode, Scope } from "../kernel/scope.ts";
import type { KnownProjects } from "./known-projects.ts";

/** Classes of requests by which usage is counted. */
export const OPERATION_CLASSES = ["read", "write", "generation", "stream", "graphql", "manage", "other"] as const;
export type OperationClass = (typeof OPERATION_CLASSES)[number];

/** Outcomes of requests: 2xx and 3xx; 429; any other 4xx; 5xx. */
export const OUTCOMES = ["succeeded", "limited", "refused", "failed"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** One request that was let in or limited: its caller is known. */
export interface CountedRequest {
  readonly caller: Caller;
  readonly class: OperationClass;
  /** The project it is about, when it is one of the caller's workspace. */
  readonly projectId: string | null;
  readonly mode: Mode;
  readonly outcome: Outcome;
  /** Generated units, as plans sell them. */
  readonly generationUnits?: number;
}

/** Meter in which every transport counts its requests. */
export interface Usage {
  /** Counts in memory; costs no query. */
  count(request: CountedRequest): void;
  /** Writes what has been counted, so that it can be read. Never throws: what could not be written is written later. */
  flush(): Promise<void>;
}

/** Counts nothing: for operations that run without a transport. */
export const noUsage: Usage = { count: () => {}, flush: async () => {} };

/**
 * A request as it is counted: with its project only when it is one of the caller's workspace that answered, so that ids made up
 * by a caller never become rows. People see both modes: theirs is that of the project, and live outside of one.
 */
export function countedRequest(request: {
  caller: Caller;
  class: OperationClass;
  projectId: string | null;
  status: number;
  knownProjects: KnownProjects;
}): CountedRequest {
  const { caller, projectId, status, knownProjects } = request;
  const home = projectId === null || status === 404 ? null : knownProjects.find(projectId);
  const isOwn = home !== null && home.workspaceId === caller.workspaceId;
  return {
    caller,
    class: request.class,
    projectId: isOwn ? projectId : null,
    mode: caller.kind === "key" ? (caller.modes[0] ?? "test") : isOwn ? home.mode : "live",
    outcome: outcomeOf(status),
  };
}

/** The class of an operation. */
export function operationClass(operation: { readonly kind: string; readonly scope: Scope }): OperationClass {
  if (operation.kind === "project-stream") return "stream";
  switch (operation.scope) {
    case "read":
      return "read";
    case "write":
      return "write";
    case "generate":
      return "generation";
    default:
      return "manage";
  }
}

/** Returns the outcome of a request from its status. */
function outcomeOf(status: number): Outcome {
  if (status < 400) return "succeeded";
  if (status === 429) return "limited";
  return status < 500 ? "refused" : "failed";
}
