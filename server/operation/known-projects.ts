import type { Mode } from "../kernel/scope.ts";
import { KnownCounts } from "../record/known-counts.ts";

/** Properties of a project that never change. */
export interface ProjectHome {
  readonly workspaceId: string;
  readonly mode: Mode;
}

/** A project takes some 200 bytes. */
const CAPACITY = 20_000;

/**
 * Workspaces and modes of projects that came through the gate in this process. Neither ever changes, so a known project
 * needs no look-up; whether it is deleted is not known here.
 */
export class KnownProjects {
  /** Numbers of their subjects, as this process last wrote them. */
  readonly counts = new KnownCounts();
  readonly #homes = new Map<string, ProjectHome>();

  find(projectId: string): ProjectHome | null {
    return this.#homes.get(projectId) ?? null;
  }

  note(projectId: string, { workspaceId, mode }: ProjectHome): void {
    if (this.#homes.has(projectId)) return;
    this.#homes.set(projectId, { workspaceId, mode });
    for (const oldest of this.#homes.keys()) {
      if (this.#homes.size <= CAPACITY) break;
      this.#homes.delete(oldest);
    }
  }
}
