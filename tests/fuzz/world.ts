import { newId } from "#server/kernel/ids.ts";
import type { Pick } from "./schema-values.ts";

const PROJECTS = 6;
const KEPT_PROJECTS = 4;

/** What is known to exist, as the answers told. */
export class World {
  readonly #projects: string[] = [];
  readonly #deleted: string[] = [];
  readonly #ids = new Map<string, string[]>();
  /** Never handed out: without them nothing could be asked any more. */
  readonly #kept: ReadonlySet<string>;

  constructor(kept: readonly string[]) {
    this.#kept = new Set(kept);
  }

  /** A few projects with much in them are worth more than many empty ones. */
  addProject(id: string): void {
    if (this.#projects.length < PROJECTS && !this.#projects.includes(id)) this.#projects.push(id);
  }

  removeProject(id: string): void {
    const at = this.#projects.indexOf(id);
    if (at >= 0) this.#projects.splice(at, 1);
    this.#deleted.push(id);
  }

  project(choice: number): string {
    return chosen(this.#projects, choice) ?? newId("prj");
  }

  /** One that may be deleted: what has grown in the first ones is worth keeping. */
  dispensableProject(): string {
    return this.#projects[KEPT_PROJECTS] ?? newId("prj");
  }

  /** One that can be restored. */
  deletedProject(choice: number): string {
    return chosen(this.#deleted, choice) ?? newId("prj");
  }

  /** An id of something in this project, or of nothing when it has none. */
  id(project: string, { prefix, choice }: Pick): string {
    if (prefix === "prj") return this.project(choice);
    return chosen(this.#ids.get(`${project} ${prefix}`) ?? [], choice) ?? newId(prefix);
  }

  /** Takes note of what an answer shows to exist. */
  learn(project: string, body: unknown): void {
    if (typeof body !== "object" || body === null) return;
    for (const each of [body, ...Object.values(body).filter(Array.isArray).flat()]) {
      const { id, user_id: userId, deleted_at: deletedAt } = (each ?? {}) as Record<string, unknown>;
      if (typeof deletedAt === "string") continue;
      const found = typeof id === "string" ? id : userId;
      if (typeof found === "string" && !this.#kept.has(found)) this.#add(project, found);
    }
  }

  forget(project: string, id: string): void {
    const known = this.#ids.get(`${project} ${prefixOf(id)}`);
    const at = known?.indexOf(id) ?? -1;
    if (at >= 0) known?.splice(at, 1);
  }

  #add(project: string, id: string): void {
    if (prefixOf(id) === "prj") {
      this.addProject(id);
      return;
    }
    const place = `${project} ${prefixOf(id)}`;
    const known = this.#ids.get(place) ?? [];
    this.#ids.set(place, known);
    if (!known.includes(id)) known.push(id);
    // The newest are the likeliest to be there still.
    if (known.length > 60) known.shift();
  }
}

function prefixOf(id: string): string {
  return id.slice(0, id.indexOf("_"));
}

function chosen(ids: readonly string[], choice: number): string | undefined {
  return ids[Math.floor(choice * ids.length)];
}
