import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { waiverVersions } from "#drizzle/schema/waivers.ts";
import type { Artifact } from "#server/artifacts/artifact.ts";
import { newId } from "#server/kernel/ids.ts";
import { ValidationProblem } from "#server/kernel/problem.ts";
import { writeAsSystem } from "#server/operation/system-write.ts";
import type { WriteScope } from "#server/operation/write-together.ts";
import { ResourceRegistry } from "#server/record/registry.ts";
import { type Resource, resource } from "#server/record/resource.ts";
import { resources } from "#server/resources.ts";
import type { Workbench } from "#tests/record/workbench.ts";
import { MemoryObjects } from "#tests/support/artifacts.ts";

/** A resource whose versions name a file. Tables of the record are the product's: this one takes the place of waivers, in theirs. */
export const picture = resource({
  type: "waiver",
  prefix: "wvr",
  table: waiverVersions,
  state: z.object({
    graph_id: z.string(),
    node_id: z.null(),
    branch_id: z.string().nullable(),
    code: z.string(),
    reason: z.string(),
    by: z.string(),
  }),
  files: ["branch_id"],
});

const pictureOf = (file: string | null) => {
  return { graph_id: "", node_id: null, branch_id: file, code: "", reason: "", by: "" };
};

export const withPictures = new ResourceRegistry([...resources.all(), picture as unknown as Resource<never>]);

/** Bytes of one of a few contents. */
export const contentOf = (content: number): Buffer => Buffer.from(`content ${content}`.repeat(content + 1));
export const hashOf = (content: number): string => createHash("sha256").update(contentOf(content)).digest("hex");

/** Objects in memory that fail when they are told to: as a process that was killed before or after its bytes were stored. */
export class FailingObjects extends MemoryObjects {
  fails: "before" | "after" | null = null;

  override async put(key: string, bytes: Uint8Array): Promise<void> {
    if (this.stored.has(key)) throw new Error(`the key ${key} was used twice`);
    const fails = this.fails;
    this.fails = null;
    if (fails === "before") throw new Error("killed");
    await super.put(key, bytes);
    if (fails === "after") throw new Error("killed");
  }
}

const HOUR = 60 * 60_000;

interface ModelFile {
  usedAt: number;
  isNamed: boolean;
}

interface ModelPicture {
  readonly content: number | null;
  readonly isDeleted: boolean;
}

/** A step of a random walk. */
export type Step = readonly ["upload" | "name" | "clear" | "delete" | "restore" | "wait" | "collect", number, number];

/** Two projects of two tenants with files and pictures, beside a model of what they must have. */
export class FilesModel {
  readonly bench: Workbench;
  readonly objects: FailingObjects;
  readonly projects: readonly { id: string; workspaceId: string }[];
  readonly #files: Map<number, ModelFile>[] = [new Map(), new Map()];
  readonly #pictures: Map<string, ModelPicture>[] = [new Map(), new Map()];

  constructor(bench: Workbench, objects: FailingObjects, projects: FilesModel["projects"]) {
    this.bench = bench;
    this.objects = objects;
    this.projects = projects;
  }

  /** Contents that versions of a project name. */
  named(which: number): number[] {
    return [...this.#filesOf(which)].flatMap(([content, { isNamed }]) => (isNamed ? [content] : []));
  }

  async perform([what, which, choice]: Step): Promise<void> {
    const content = choice % 6;
    const pictures = [...this.#picturesOf(which)].filter(([, { isDeleted }]) => isDeleted === (what === "restore"));
    const [id = null] = pictures[choice % Math.max(pictures.length, 1)] ?? [];
    if (what === "upload") await this.#upload(which, content, choice % 5);
    if (what === "name") await this.#name(which, content, choice % 7 === 3);
    if (what === "wait") this.bench.time = this.#now() + (choice % 3 === 2 ? 25 : 0.7) * HOUR;
    if (what === "collect") await this.#collect();
    if (id !== null && what === "clear") await this.#change(which, id, { content: null, isDeleted: false });
    if (id !== null && what === "delete") await this.#change(which, id, { content: null, isDeleted: true });
    if (id !== null && what === "restore") await this.#restore(which, id);
  }

  /** Compares everything with the model: each file with its bytes, and each object with the rows that know it. */
  async differences(): Promise<string[]> {
    const { artifacts } = this.bench.services;
    const wrong: string[] = [];
    for (const [which, { id }] of this.projects.entries()) {
      for (let content = 0; content < 6; content++) {
        const found = await artifacts.find(id, hashOf(content));
        const isExpected = this.#filesOf(which).has(content);
        if ((found !== null) !== isExpected) wrong.push(`file ${content} of ${which}: ${found !== null}`);
        if (found !== null && !contentOf(content).equals(await this.bytesOf(found))) wrong.push(`bytes of ${content}`);
      }
    }
    const rows = await this.bench.database.reads.execute<{ object: string }>(
      sql`SELECT object FROM artifacts UNION ALL SELECT object FROM artifact_objects`,
    );
    const known = new Set(rows.map(({ object }) => object));
    if (known.size !== rows.length) wrong.push("an object has two rows");
    for (const key of this.objects.stored.keys()) if (!known.has(key)) wrong.push(`nobody knows ${key}`);
    return wrong;
  }

  async bytesOf(file: Artifact): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of await this.bench.services.artifacts.open(file)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  async #upload(which: number, content: number, fault: number): Promise<void> {
    const files = this.#filesOf(which);
    const isKnown = files.has(content);
    const fails = isKnown ? null : fault === 0 ? "before" : fault === 1 ? "after" : null;
    this.objects.fails = fails;
    const upload = () =>
      this.bench.services.artifacts.keep(this.#project(which), { bytes: contentOf(content), mediaType: "text/plain" });
    // Beside it what would remove the file if it may: either is first, and the upload must hold.
    const [kept] = await Promise.allSettled([upload(), ...(fault === 2 ? [this.#collectAlone()] : [])]);
    this.objects.fails = null;
    if ((kept?.status === "rejected") !== (fails !== null)) throw new Error(`an upload ended as ${kept?.status}`);
    if (fails !== null) return;
    if (fault === 2) this.#forget(which, content);
    files.set(content, { usedAt: this.#now(), isNamed: files.get(content)?.isNamed ?? false });
  }

  async #name(which: number, content: number, isRaced: boolean): Promise<void> {
    const files = this.#filesOf(which);
    const id = newId("wvr");
    const naming = this.#write(which, async ({ record }) => {
      record.create(picture, id, pictureOf(hashOf(content)));
    });
    // Beside it what would remove the file if it may: whichever is first, a file that was named must stay.
    const [refused] = await Promise.all([naming, ...(isRaced ? [this.#collectAlone()] : [])]);
    const isMaybeGone = isRaced && files.has(content) && this.#isOld(files.get(content));
    if (!isMaybeGone && refused !== !files.has(content))
      throw new Error(`naming ${content} was ${refused ? "refused" : "taken"}`);
    if (isRaced) this.#forget(which, refused ? null : content);
    if (refused) return;
    const file = files.get(content);
    if (file !== undefined) file.isNamed = true;
    this.#picturesOf(which).set(id, { content, isDeleted: false });
  }

  async #change(which: number, id: string, to: { content: null; isDeleted: boolean }): Promise<void> {
    const known = this.#picturesOf(which).get(id);
    await this.#write(which, async ({ record }) => {
      const version = await record.require(picture, id);
      if (to.isDeleted) record.remove(picture, version);
      else record.update(picture, version, pictureOf(null));
    });
    this.#picturesOf(which).set(id, to.isDeleted ? { content: known?.content ?? null, isDeleted: true } : to);
  }

  async #restore(which: number, id: string): Promise<void> {
    const known = this.#picturesOf(which).get(id);
    await this.#write(which, async ({ record }) => {
      const last = await record.lastState(picture, id);
      if (last === null || last.branch_id !== (known?.content == null ? null : hashOf(known.content)))
        throw new Error("a deleted picture has another state");
      record.restoreLast(picture, id, last);
    });
    this.#picturesOf(which).set(id, { content: known?.content ?? null, isDeleted: false });
  }

  async #collect(): Promise<void> {
    await this.#collectAlone();
    for (const which of [0, 1]) this.#forget(which, null);
  }

  async #collectAlone(): Promise<void> {
    while (await this.bench.services.artifacts.collect(() => {}));
  }

  /** Forgets what a collection removes, but for one content. */
  #forget(which: number, except: number | null): void {
    for (const side of [0, 1]) {
      for (const [content, file] of this.#filesOf(side)) {
        if (this.#isOld(file) && !(side === which && content === except)) this.#filesOf(side).delete(content);
      }
    }
  }

  #isOld(file: ModelFile | undefined): boolean {
    return file !== undefined && !file.isNamed && file.usedAt <= this.#now() - 24 * HOUR;
  }

  /** Writes to a project as a request would; answers whether a file was refused. */
  async #write(which: number, work: (scope: WriteScope) => Promise<void>): Promise<boolean> {
    const { id: projectId, workspaceId } = this.#project(which);
    try {
      await writeAsSystem(
        this.bench.services,
        { projectId, workspaceId, mode: "test", part: "test" },
        async (scope) => {
          await work(scope);
          await scope.record.commit();
        },
      );
      return false;
    } catch (error) {
      if (error instanceof ValidationProblem) return true;
      throw error;
    }
  }

  #now(): number {
    if (this.bench.time === null) throw new Error("the clock is not stopped");
    return this.bench.time;
  }

  #filesOf = (which: number) => this.#files[which] as Map<number, ModelFile>;
  #picturesOf = (which: number) => this.#pictures[which] as Map<string, ModelPicture>;
  #project = (which: number) => this.projects[which] as FilesModel["projects"][number];
}
