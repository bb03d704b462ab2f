import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Artifact } from "#server/artifacts/artifact.ts";
import { image } from "#server/features/entities/image.ts";
import { importProjectJob } from "#server/features/projects/public.ts";
import { newId } from "#server/kernel/ids.ts";
import { ValidationProblem } from "#server/kernel/problem.ts";
import type { Caller } from "#server/kernel/scope.ts";
import { writeAsSystem } from "#server/operation/system-write.ts";
import type { WriteScope } from "#server/operation/write-together.ts";
import { registry } from "#server/operations.ts";
import { stateOf } from "#server/record/resource.ts";
import type { Workbench } from "#tests/record/workbench.ts";
import { MemoryObjects } from "#tests/support/artifacts.ts";

type ImageState = Parameters<(typeof image)["toWire"]>[0];
const imageOf = (content: number): ImageState & object =>
  ({ entity_id: newId("ent"), file: hashOf(content), alt_text: "" }) as never;

const PNG = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** Bytes of one of a few contents. */
export const contentOf = (content: number): Buffer =>
  Buffer.concat([PNG, Buffer.from(`content ${content}`.repeat(content + 1))]);
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
/** Number of different contents. */
const CONTENTS = 6;

interface ModelFile {
  usedAt: number;
  isNamed: boolean;
}

interface ModelPicture {
  readonly content: number;
  readonly isDeleted: boolean;
}

/** A step of a random walk. */
export type Step = readonly [
  "upload" | "name" | "replace" | "delete" | "restore" | "transfer" | "wait" | "collect",
  number,
  number,
];

/** Two projects of two tenants with files and pictures, beside a model of what they must have. */
export class FilesModel {
  readonly bench: Workbench;
  readonly objects: FailingObjects;
  readonly projects: readonly { id: string; workspaceId: string }[];
  readonly callers: readonly Caller[];
  readonly #files: Map<number, ModelFile>[] = [new Map(), new Map()];
  readonly #pictures: Map<string, ModelPicture>[] = [new Map(), new Map()];

  constructor(bench: Workbench, objects: FailingObjects, callers: readonly Caller[], projects: FilesModel["projects"]) {
    this.callers = callers;
    this.bench = bench;
    this.objects = objects;
    this.projects = projects;
  }

  /** Contents that versions of a project name. */
  named(which: number): number[] {
    return [...this.#filesOf(which)].flatMap(([content, { isNamed }]) => (isNamed ? [content] : []));
  }

  async perform([what, which, choice]: Step): Promise<void> {
    const content = choice % CONTENTS;
    const pictures = [...this.#picturesOf(which)].filter(([, { isDeleted }]) => isDeleted === (what === "restore"));
    const [id = null] = pictures[choice % Math.max(pictures.length, 1)] ?? [];
    if (what === "upload") await this.#upload(which, content, choice % 5);
    if (what === "name") await this.#name(which, content, choice % 7 === 3);
    if (what === "wait") this.bench.time = this.#now() + (choice % 3 === 2 ? 25 : 0.7) * HOUR;
    if (what === "collect") await this.#collect();
    if (what === "transfer") await this.#transfer(which, choice);
    if (id !== null && what === "replace") await this.#replace(which, id, content);
    if (id !== null && what === "delete") await this.#delete(which, id);
    if (id !== null && what === "restore") await this.#restore(which, id);
  }

  /** Compares everything with the model: each file with its bytes, and each object with the rows that know it. */
  async differences(): Promise<string[]> {
    const { artifacts } = this.bench.services;
    const wrong: string[] = [];
    for (const [which, { id }] of this.projects.entries()) {
      for (let content = 0; content < CONTENTS; content++) {
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
      this.bench.services.artifacts.keep(this.#project(which), { bytes: contentOf(content), mediaType: "image/png" });
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
    const id = newId("img");
    const naming = this.#write(which, async ({ record }) => {
      record.create(image.resource, id, imageOf(content));
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

  async #replace(which: number, id: string, content: number): Promise<void> {
    const file = this.#filesOf(which).get(content);
    const refused = await this.#write(which, async ({ record }) => {
      const version = await record.require(image.resource, id);
      record.update(image.resource, version, { ...stateOf(image.resource, version), file: hashOf(content) });
    });
    if (refused !== (file === undefined))
      throw new Error(`replacing by ${content} was ${refused ? "refused" : "taken"}`);
    if (file === undefined) return;
    file.isNamed = true;
    this.#picturesOf(which).set(id, { content, isDeleted: false });
  }

  async #delete(which: number, id: string): Promise<void> {
    await this.#write(which, async ({ record }) => {
      record.remove(image.resource, await record.require(image.resource, id));
    });
    const { content = 0 } = this.#picturesOf(which).get(id) ?? {};
    this.#picturesOf(which).set(id, { content, isDeleted: true });
  }

  /** Exports and imports a project, or copies it; what was made has the files that its versions name, and is removed again. */
  async #transfer(which: number, choice: number): Promise<void> {
    const { bench, objects } = this;
    const { projects } = registry;
    const { id: project_id } = this.#project(which);
    const contents = choice % 2 === 0 ? "state" : "history";
    const caller = this.callers[which] as Caller;
    const isCopy = choice % 4 < 2;
    // Whoever has the file of a project may bring it in, of another tenant too; a copy stays in its workspace.
    const by = isCopy ? caller : (this.callers[choice % 3 === 0 ? 1 - which : which] as Caller);
    const export_ = { params: { project_id }, query: { contents }, caller };
    const asked = isCopy
      ? bench.ask(projects.copy, { params: { project_id }, body: { contents }, caller })
      : bench.ask(projects.import, {
          body: { content: (await bench.ask(projects.exportProject, export_)).content },
          caller: by,
        });
    const { id: import_id } = await asked;
    await importProjectJob.step(bench.services, { import_id }, new AbortController().signal);
    const made = await bench.ask(projects.getImport, { params: { import_id }, caller: by });
    if (made.status !== "completed") throw new Error(`a transfer ended as ${made.status}: ${made.error}`);
    const current = [...this.#picturesOf(which).values()].flatMap(({ content, isDeleted }) =>
      isDeleted ? [] : [content],
    );
    const expected = new Set(contents === "state" ? current : this.named(which));
    for (let content = 0; content < CONTENTS; content++) {
      const found = await bench.services.artifacts.find(made.project_id, hashOf(content));
      const isThere = found !== null && contentOf(content).equals(await this.bytesOf(found));
      if (isThere !== expected.has(content))
        throw new Error(`a transfer of ${contents} has file ${content}: ${isThere}`);
    }
    const { total } = await bench.ask(registry.images.list, { params: { project_id: made.project_id }, caller: by });
    if (total !== current.length) throw new Error(`a transfer has ${total} of ${current.length} images`);
    const { differences } = await bench.replay(made.project_id);
    if (differences.length > 0) throw new Error("a transferred project replays to something else");
    while (await bench.services.artifacts.removeProject(made.project_id));
    if ([...objects.stored.keys()].some((key) => key.startsWith(made.project_id))) throw new Error("files stayed");
  }

  async #restore(which: number, id: string): Promise<void> {
    const known = this.#picturesOf(which).get(id);
    await this.#write(which, async ({ record }) => {
      const last = await record.lastState(image.resource, id);
      if (last === null || last.file !== hashOf(known?.content ?? 0))
        throw new Error("a deleted picture has another state");
      record.restoreLast(image.resource, id, last);
    });
    this.#picturesOf(which).set(id, { content: known?.content ?? 0, isDeleted: false });
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
