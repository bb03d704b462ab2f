import type { Mode } from "../kernel/scope.ts";

/** What never changes about a project. */
export interface ProjectHome {
  readonly workspaceId: string;
  readonly mode: Mode;
}

/** A project takes some 200 bytes. */
const CAPACITY = 20_000;

/**
 * Where projects belong that came through the gate in this process. Neither workspace nor mode of a project ever changes, so
 * what is known here needs no look-up; whether a project is deleted is not known here.
 */
export class KnownProjects {
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
