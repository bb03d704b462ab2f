import { newId } from "#server/kernel/ids.ts";
import type { Pick } from "./schema-values.ts";

const PROJECTS = 6;
const KEPT_PROJECTS = 4;
/** Key, in the place of a project's id, under which the ids of all projects are kept. */
const ANYWHERE = "*";
const ID = /^[a-z]+_[0-9a-z]{26}$/;

/** Keeps the subjects that are known to exist from the answers. */
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

  /** An id of something in this project, of another one when it has none (some paths name no project), or of nothing. */
  id(project: string, { prefix, choice }: Pick): string {
    if (prefix === "prj") return this.project(choice);
    const known = this.#ids.get(`${project} ${prefix}`) ?? this.#ids.get(`${ANYWHERE} ${prefix}`) ?? [];
    return chosen(known, choice) ?? newId(prefix);
  }

  /** Takes note of what an answer shows to exist. */
  learn(project: string, body: unknown): void {
    if (typeof body !== "object" || body === null) return;
    for (const each of [body, ...Object.values(body).filter(Array.isArray).flat()]) {
      const fields = Object.entries((each ?? {}) as Record<string, unknown>);
      if (fields.some(([name, value]) => name === "deleted_at" && typeof value === "string")) continue;
      for (const [name, value] of fields) {
        if (!/^(\w+_)?id$/.test(name) || typeof value !== "string" || !ID.test(value)) continue;
        if (!this.#kept.has(value)) this.#add(project, value);
      }
    }
  }

  forget(project: string, id: string): void {
    for (const place of [project, ANYWHERE]) {
      const known = this.#ids.get(`${place} ${prefixOf(id)}`);
      const at = known?.indexOf(id) ?? -1;
      if (at >= 0) known?.splice(at, 1);
    }
  }

  #add(project: string, id: string): void {
    if (prefixOf(id) === "prj") {
      this.addProject(id);
      return;
    }
    for (const place of [project, ANYWHERE]) {
      const known = this.#ids.get(`${place} ${prefixOf(id)}`) ?? [];
      this.#ids.set(`${place} ${prefixOf(id)}`, known);
      if (!known.includes(id)) known.push(id);
      // The newest are the likeliest to be there still.
      if (known.length > 60) known.shift();
    }
  }
}

function prefixOf(id: string): string {
  return id.slice(0, id.indexOf("_"));
}

function chosen(ids: readonly string[], choice: number): string | undefined {
  return ids[Math.floor(choice * ids.length)];
}
