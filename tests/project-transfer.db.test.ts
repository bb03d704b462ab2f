import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { forgetOldTransfers, importProjectJob } from "#server/features/projects/public.ts";
import { ORDER, PARTS } from "#server/features/projects/transfer/export-lines.ts";
import { isExported } from "#server/features/projects/transfer/left-out.ts";
import { newId } from "#server/kernel/ids.ts";
import { Problem, ValidationProblem } from "#server/kernel/problem.ts";
import { registry } from "#server/operations.ts";
import { resources } from "#server/resources.ts";
import { rounds, TEST_SEED } from "#test-size";
import { step } from "#tests/record/random-steps.ts";
import { RandomWorld } from "#tests/record/random-world.ts";
import { type AnyOperation, newCaller, openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { projects, entities, facts, checkpoints, seeds, webhooks, dialogues } = registry;
const idle = new AbortController().signal;

/** A picture of one point in base64, and its hash. */
const POINT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const SHA256 = createHash("sha256").update(Buffer.from(POINT, "base64")).digest("hex");

type Contents = "state" | "history";

let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());
beforeEach(() => {
  bench.time = null;
});

const exported = async (project_id: string, contents: Contents, query: object = {}): Promise<string> =>
  (await bench.ask(projects.exportProject, { params: { project_id }, query: { contents, ...query } })).content;

/** A file without what may differ between a project and what was made of it: its id, and so the checksum. */
const comparable = (content: string): string[] =>
  content
    .split("\n")
    .filter((line) => !line.startsWith('{"type":"end"'))
    .map((line) => line.replace(/^(\{"type":"project".*"project_id":)"prj_\w+"/, '$1"prj"'));

/** Asks for an import and does its job to the end. */
async function done(asked: Promise<{ id: string }>) {
  const { id } = await asked;
  expect(await importProjectJob.step(bench.services, { import_id: id }, idle)).toBe("done");
  return bench.ask(projects.getImport, { params: { import_id: id } });
}

const imported = (content: string, rest: object = {}) =>
  done(bench.ask(projects.import, { body: { content, ...rest } }));

async function seal(lines: readonly (object | string)[]): Promise<string> {
  const text = lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
  const sha256 = createHash("sha256").update(text).digest("hex");
  return `${text}${JSON.stringify({ type: "end", lines: lines.length, sha256 })}\n`;
}

describe("a project exported and imported", () => {
  const runs = rounds({ gate: 3, full: 60 });
  test(`is the same, with its history and without, in ${runs} random worlds, and both replay`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60, size: "max" }), async (steps) => {
        bench.time = Date.UTC(2030, 0, 1);
        const world = await RandomWorld.begin(bench);
        for (const each of steps) await world.perform(each);
        for (const contents of ["history", "state"] as const) {
          const content = await exported(world.projectId, contents);
          const made = await imported(content);
          expect(made).toMatchObject({ status: "completed", error: null });
          expect(made.lines_done).toBe(made.lines);
          expect(comparable(await exported(made.project_id, contents))).toEqual(comparable(content));
          expect((await bench.replay(made.project_id)).differences).toEqual([]);
        }
      }),
      { numRuns: runs, seed: TEST_SEED },
    );
  });

  test("leaves out what calls others, and numbers anew what names a sequence", async () => {
    const project_id = await bench.newProject();
    const params = { project_id };
    const url = "http://127.0.0.1:9/hook";
    const hook = await bench.ask(webhooks.create, { params, body: { url, events: ["entity.*"] } });
    const mara = await bench.ask(entities.create, { params, body: { external_id: "mara", type: "npc", name: "Mara" } });
    const seq = await headOf(project_id);
    const source = { kind: "event", seq };
    await bench.ask(facts.create, { params, body: { subject_id: mara.id, text: "Mara lies.", source } });
    await bench.ask(checkpoints.create, { params, body: { name: "Before", seq } });
    const place = { kind: "event", seq } as const;
    const promise = { promise: "She will tell.", planted: [place], due: place, payoff: place };
    const seed = await bench.ask(seeds.create, { params, body: promise });
    const later = { due: { kind: "event" as const, seq: seq + 100 } };
    await bench.ask(seeds.update, { params: { ...params, seed_id: seed.id }, body: later });
    const renamed = { params: { ...params, entity_id: mara.id }, body: { name: "Mara Quill" } };
    await bench.ask(entities.update, renamed);
    const taken = await headOf(project_id);
    await bench.ask(registry.record.takeBack, { params: { ...params, commit_seq: String(taken) }, body: {} });
    const content = await exported(project_id, "history");
    expect(content).not.toContain(hook.webhook_id);
    expect(content).not.toContain("whsec");
    const made = await imported(content);
    expect(comparable(await exported(made.project_id, "history"))).toEqual(comparable(content));
    const into = { project_id: made.project_id };
    const [fact] = (await bench.ask(facts.list, { params: into })).facts;
    expect(fact?.source).toMatchObject({ kind: "event", seq: seq - 1 });
    const [moment] = (await bench.ask(checkpoints.list, { params: into })).checkpoints;
    expect(moment).toMatchObject({ name: "Before", seq: seq - 1 });
    const there = { kind: "event", seq: seq - 1 };
    expect((await bench.ask(seeds.list, { params: into })).seeds).toMatchObject([
      { planted: [there], due: { kind: "event", seq: seq + 99 }, payoff: there },
    ]);
    const { events } = await bench.ask(registry.record.events, { params: into, query: { limit: 500 } });
    expect(events.at(-1)?.data).toMatchObject({ takes_back: taken - 1 });
    // What the fact follows from is the same event there.
    const then = { params: { ...into, entity_id: mara.id }, query: { at_seq: seq - 1 } };
    expect((await bench.ask(entities.get, then)).valid_from_seq).toBe(seq - 1);
  });

  test("keeps who did what and when, and every id but the project's", async () => {
    bench.time = Date.UTC(2020, 4, 1);
    const project_id = await bench.newProject();
    const params = { project_id };
    const mara = await bench.ask(entities.create, { params, body: { external_id: "mara", type: "npc", name: "Mara" } });
    bench.time = Date.UTC(2024, 4, 1);
    const made = await imported(await exported(project_id, "history"), { name: "A copy" });
    const into = { project_id: made.project_id };
    const { events } = await bench.ask(registry.record.events, { params: into });
    expect(events.map(({ kind, subject_id, actor, recorded_at }) => [kind, subject_id, actor, recorded_at])).toEqual([
      ["project.created", made.project_id, bench.caller.actor, "2020-05-01T00:00:00.000Z"],
      ["entity.created", mara.id, bench.caller.actor, "2020-05-01T00:00:00.000Z"],
      ["project.updated", made.project_id, bench.caller.actor, "2024-05-01T00:00:00.000Z"],
    ]);
    expect((await bench.ask(projects.get, { params: into })).name).toBe("A copy");
  });

  test("is what it was at a sequence, when that is exported", async () => {
    const project_id = await bench.newProject();
    const params = { project_id };
    await bench.ask(entities.create, { params, body: { external_id: "one", type: "npc", name: "One" } });
    const at_seq = await headOf(project_id);
    const before = await exported(project_id, "state");
    await bench.ask(entities.create, { params, body: { external_id: "two", type: "npc", name: "Two" } });
    expect(await exported(project_id, "state", { at_seq })).toBe(before);
    expect(await exported(project_id, "history", { at_seq })).not.toContain("two");
  });
});

test("a state has every kind of what is written in a project, and comes back as it is", async () => {
  expect(new Set(resources.all().flatMap((each) => (isExported(each, "state") ? each.type : [])))).toEqual(
    new Set([...ORDER, ...PARTS]),
  );
  const params = { project_id: await bench.newProject() };
  const make = async (operation: AnyOperation, body: object, more: object = {}) =>
    ((await bench.ask(operation, { params: { ...params, ...more }, body: body as never })) as { id: string }).id;
  const {
    acts,
    canonRules,
    chapters,
    comments,
    ideas,
    npcs,
    passages,
    predicates,
    quests,
    seeds: seed,
    storyBible,
  } = registry;
  const mara = await make(entities.create, { external_id: "mara", type: "npc", name: "Mara", properties: { age: 30 } });
  const gone = await make(entities.create, { external_id: "gone", type: "npc", name: "Gone" });
  const properties = [{ key: "age", label: "Age", kind: "text" }];
  await make(registry.templates.create, {
    applies_to: "entity",
    type: "npc",
    label: "Npc",
    properties,
    validate: "refuse",
  });
  await make(npcs.create, { entity_id: mara });
  await make(quests.create, { name: "Light the lamp" });
  const graph_id = await make(dialogues.create, { name: "On the mole" });
  const node_id = await make(dialogues.createNode, { text: "Light it." }, { graph_id });
  await make(comments.create, { node_id, text: "Is this true?" });
  await make(predicates.create, { name: "lives in" });
  await make(canonRules.create, { name: "One home", kind: "one_value", predicates: ["lives in"] });
  const act_id = await make(acts.create, { title: "The ebb" });
  const chapter_id = await make(chapters.create, { title: "The gate", act_id });
  await make(passages.create, { chapter_id, text: "The tide had gone out." });
  for (const step of [chapters.begin, chapters.complete, chapters.finalize]) {
    await bench.ask(step, { params: { ...params, chapter_id } });
  }
  await make(ideas.create, { premise: "The ferryman sells passage to the drowned." });
  const planted = [
    { kind: "node", node_id },
    { kind: "event", seq: 2 },
  ];
  await make(seed.create, { promise: "The lamp will burn.", entity_ids: [mara, gone], planted });
  await bench.ask(entities.delete, { params: { ...params, entity_id: gone } });
  await make(storyBible.createEntry, { key: "section:style", text: "Short sentences." });
  await make(registry.views.create, { name: "Cast", subject: "characters", kind: "board", query: "by=properties.age" });
  const content = await exported(params.project_id, "state");
  const made = await imported(content);
  expect(made).toMatchObject({ status: "completed", error: null });
  expect(comparable(await exported(made.project_id, "state"))).toEqual(comparable(content));
  const [promise] = (await bench.ask(seed.list, { params: { project_id: made.project_id } })).seeds;
  expect(promise).toMatchObject({ entity_ids: [mara, gone], planted: [{ kind: "node", node_id }] });
  expect((await bench.replay(made.project_id)).differences).toEqual([]);
});

const headOf = async (project_id: string): Promise<number> =>
  (await bench.ask(projects.get, { params: { project_id } })).last_seq;

describe("a copy", () => {
  test("goes live with every id, and is another project", async () => {
    const person = newCaller({ workspaceId: bench.caller.workspaceId, modes: ["test", "live"] });
    const project_id = await bench.newProject();
    const params = { project_id };
    const graph = await bench.ask(dialogues.create, { params, body: { name: "At the gate" } });
    const node = await bench.ask(dialogues.createNode, {
      params: { ...params, graph_id: graph.id },
      body: { text: "Halt" },
    });
    const body = { mode: "live", name: "Live" };
    const asked = await bench.ask(projects.copy, { params, body, caller: person });
    // Nobody sees half of it.
    const get = bench.call(projects.get, { params: { project_id: asked.project_id }, caller: person });
    await expect(get).rejects.toMatchObject({ code: "not_found" });
    const list = async () => (await bench.ask(projects.list, { query: { limit: 500 }, caller: person })).projects;
    expect((await list()).map(({ id }) => id)).not.toContain(asked.project_id);
    expect(await importProjectJob.step(bench.services, { import_id: asked.id }, idle)).toBe("done");
    const made = { project_id: asked.project_id };
    expect(await bench.ask(projects.get, { params: made, caller: person })).toMatchObject({
      mode: "live",
      name: "Live",
    });
    const found = await bench.ask(dialogues.getNode, { params: { ...made, node_id: node.id }, caller: person });
    expect(found).toMatchObject({ text: "Halt", graph_id: graph.id });
    expect((await bench.replay(asked.project_id)).differences).toEqual([]);
  });
});

describe("an import that goes wrong", () => {
  const refusal = async (content: string): Promise<string> => {
    const error = await bench.ask(projects.import, { body: { content } }).catch((thrown: unknown) => thrown);
    if (!(error instanceof ValidationProblem)) throw new Error(`not refused: ${String(error)}`);
    return error.items.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ");
  };
  const world = async () => {
    const project_id = await bench.newProject();
    const body = { external_id: "mara", type: "npc", name: "Mara" };
    await bench.ask(entities.create, { params: { project_id }, body });
    const content = await exported(project_id, "history");
    const lines = content.trimEnd().split("\n").slice(0, -1);
    return { content, lines: lines.map((line) => JSON.parse(line)) };
  };

  test("names the line: what is no export, cut off, changed, of another version, or of a kind that is not imported", async () => {
    const { content, lines } = await world();
    const [header, project, mara] = lines;
    expect(await refusal("hello")).toBe("body.content: line 1: this is not a line of JSON");
    expect(await refusal('{"type":"backup"}\n')).toBe("body.content: line 1: this is not an exported project");
    expect(await refusal(content.slice(0, content.lastIndexOf('{"type":"end"')))).toContain("the file was cut off");
    expect(await refusal(content.replace('"Mara"', '"Lara"'))).toContain("line 4: the checksum differs");
    expect(await refusal(await seal([{ ...header, version: 3 }, project]))).toContain("line 1: the file has version 3");
    expect(await refusal(await seal([header, { ...mara, commit: 1 }]))).toContain(
      "the first change is that of the project",
    );
    expect(await refusal(await seal([header, project, { ...mara, commit: 4 }]))).toContain(
      "line 3: commit: 4 cannot follow 1",
    );
    expect(await refusal(await seal([header, project, { ...mara, subject_type: "webhook" }]))).toContain(
      "line 3: subject_type",
    );
    expect(await refusal(await seal([header, project, { ...mara, verb: "eaten" }]))).toContain("line 3: verb");
    expect(await refusal(await seal([header, project, { ...mara, subject_id: "ent_1" }]))).toContain(
      "line 3: subject_id",
    );
    expect(await refusal(await seal([header, project, { ...mara, by: undefined }]))).toContain("line 3: by, at");
    const future = new Date(Date.now() + 3 * 86_400_000).toISOString();
    expect(await refusal(await seal([header, project, { ...mara, at: future }]))).toContain(
      "line 3: at: it lies in the future",
    );
    const ofAnother = { ...project, subject_id: "prj_01m7x97svcy1qaya5d33z4pegn" };
    expect(await refusal(await seal([header, ofAnother, mara]))).toContain("line 2: subject_id");
    const withoutHistory = { ...header, contents: "state" };
    expect(await refusal(await seal([withoutHistory, project, mara]))).toContain("line 2: by, at");
  });

  test("names the line of a file that is damaged, has no content, comes late, or is said to be another project's", async () => {
    const { lines } = await world();
    const [header, ...changes] = lines;
    const file = { type: "file", sha256: SHA256, media_type: "image/png", content: POINT };
    const ofOthers = { ...file, content: undefined, project_id: "prj_01m7x97svcy1qaya5d33z4pegn" };
    expect(await refusal(await seal([header, { ...file, content: "AAAA" }, ...changes]))).toContain(
      "line 2: content: the SHA-256 differs",
    );
    expect(await refusal(await seal([header, { ...file, content: undefined }, ...changes]))).toContain(
      "line 2: content: the file has none",
    );
    expect(await refusal(await seal([header, ...changes, file]))).toContain("line 4: files come before all changes");
    expect(await refusal(await seal([header, ofOthers, ...changes]))).toContain("line 2: project_id");
    expect(await refusal(await seal([header, { ...file, sha256: "x" }, ...changes]))).toContain("line 2: sha256");
  });

  test("names the line of an image whose file did not come along, or is none that browsers show", async () => {
    const { lines } = await world();
    const [header, ...changes] = lines;
    const { change, ...more } = changes[1];
    const state = { entity_id: changes[1].subject_id, file: SHA256, alt_text: "" };
    const image = {
      ...more,
      commit: 3,
      subject_type: "image",
      subject_id: newId("img"),
      change: { set: { "": state } },
    };
    const file = { type: "file", sha256: SHA256, media_type: "image/svg+xml", content: POINT };
    for (const [why, files] of [
      ["the project has no such file", []],
      ["browsers show no such image", [file]],
    ] as const) {
      const made = await imported(await seal([header, ...files, ...changes, image]));
      expect(made).toMatchObject({ status: "failed", error: expect.stringContaining(why) });
      expect(made.error).toContain(`Line ${files.length + 4}, commit 3: body.file`);
    }
  });

  test("that would need more bytes of files than the plan has fails, and says so", async () => {
    const { lines } = await world();
    const [header, ...changes] = lines;
    const file = { type: "file", sha256: SHA256, media_type: "image/png", content: POINT };
    const { artifacts } = bench.services;
    const refused = new Problem("plan_limit_reached", { message: "There is no room for files." });
    const keep = vi.spyOn(artifacts, "keep").mockRejectedValue(refused);
    try {
      const made = await imported(await seal([header, file, ...changes]));
      expect(made).toMatchObject({ status: "failed", error: "There is no room for files." });
    } finally {
      keep.mockRestore();
    }
  });

  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  test.each([
    ["NUL", '"a\\u0000"', "NUL characters are not allowed"],
    ["half a surrogate pair", '"\\ud800"', "valid string"],
    ["a field named __proto__", '{"b":{"__proto__":{"polluted":"yes"}}}', "cannot be named __proto__"],
    ["3,000 levels", deep(3_000), "nesting is deeper"],
    ["60,000 levels", deep(60_000), "nesting is deeper"],
  ])("refuses %s at once, and names the line", async (_, json, why) => {
    const { lines } = await world();
    const [header, project, mara] = lines;
    const line = JSON.stringify({ ...mara, change: { set: { "": { ...mara.change.set[""], properties: { a: 0 } } } } });
    expect(await refusal(await seal([header, project, line.replace('{"a":0}', `{"a":${json}}`)]))).toMatch(
      new RegExp(`^body.content: line 3: change.set.*${why}`),
    );
    const odd = line.replace('{"set":{"":', '{"set":{"__proto__":');
    expect(await refusal(await seal([header, project, odd]))).toContain("line 3: change");
  });

  test.each([
    [
      "a text longer than a request may send",
      { set: { "": { external_id: "m", type: "t", name: "x".repeat(600_000) } } },
    ],
    [
      "levels that a request may not send",
      { set: { "": { external_id: "m", type: "t", name: "M", properties: JSON.parse(deep(100)) } } },
    ],
    ["properties that are no object", { set: { "": { external_id: "m", type: "t", name: "M", properties: [1] } } }],
    ["a state that cannot be", { set: { "": { external_id: "mara", type: 7, name: "Mara" } } }],
    [
      "a parent that is not there",
      {
        set: {
          "": {
            external_id: "mara",
            type: "npc",
            name: "Mara",
            parent_id: "ent_01m7x97svcy1qaya5d33z4pegn",
            located: true,
          },
        },
      },
    ],
    ["the deletion of what is not there", { unset: [""] }],
    [
      "a source key too long for an index",
      { set: { "": { external_id: "m", type: "t", name: "M", source_format: "ink", source_key: "é".repeat(300) } } },
    ],
    [
      "a source of no format that is imported",
      { set: { "": { external_id: "m", type: "t", name: "M", source_format: "html", source_key: "m" } } },
    ],
  ])("for %s leaves nothing behind, and the report names the line", async (_, change) => {
    const { lines } = await world();
    const [header, project, mara] = lines;
    const made = await imported(await seal([header, project, { ...mara, change }]));
    expect(made).toMatchObject({ status: "failed", error: expect.stringContaining("Line 3") });
    const params = { project_id: made.project_id };
    await expect(bench.ask(projects.get, { params })).rejects.toMatchObject({ code: "not_found" });
    const [kept] = await bench.database.reads.execute<{ n: number }>(
      sql`SELECT count(*)::int AS n FROM project_import_parts WHERE import_id = ${made.id}`,
    );
    expect(kept?.n).toBe(0);
  });

  test.each([
    ["suggestion", "", "x".repeat(201)],
    ["part of a suggestion", "parts.0.", "two\nlines"],
  ])("names the label of a %s that no request could send", async (_, at, label) => {
    const { lines } = await world();
    const [header, project, mara] = lines;
    const graph_id = "dlg_01m7x97svcy1qaya5d33z4pegn";
    const operations = [{ op: "dialogue.update", patch: { name: "N" } }];
    const part = { label: "A part", status: "open", order: "V", operations };
    const state = {
      graph_id,
      label: "A label",
      source: { kind: "client", session_id: null, provider: null },
      base_seq: 1,
      status: "open",
      parts: { p1: part },
    };
    if (at === "") state.label = label;
    else part.label = label;
    const subject = { subject_type: "suggestion", subject_id: "sug_01m7x97svcy1qaya5d33z4pegn", verb: "created" };
    const suggestion = { ...mara, ...subject, change: { set: { "": state } } };
    const { error } = await imported(await seal([header, project, suggestion]));
    expect(error).toMatch(new RegExp(`^Line 3.*: ${at}label: `));
  });

  test("every kind that is imported lists the schemas of its fields", () => {
    const kinds = bench.services.resources.all().filter((resource) => isExported(resource, "history"));
    expect(kinds.filter(({ type }) => bench.services.resources.formOf(type).fields === undefined)).toEqual([]);
    expect(kinds.length).toBeGreaterThan(14);
  });

  test("takes the scope admin for a history, and no key that is limited to projects", async () => {
    const { content } = await world();
    const writer = newCaller({ workspaceId: bench.caller.workspaceId, scopes: ["read", "write"] });
    const code = (caller: typeof writer) =>
      bench.ask(projects.import, { body: { content }, caller }).catch((error: unknown) => (error as Problem).code);
    expect(await code(writer)).toBe("insufficient_scope");
    expect(await code(newCaller({ ...writer, projectIds: [await bench.newProject()] }))).toBe("forbidden");
  });

  test("is told to nobody else", async () => {
    const { content } = await world();
    const made = await imported(content);
    const input = { params: { import_id: made.id }, caller: newCaller() };
    await expect(bench.ask(projects.getImport, input)).rejects.toMatchObject({ code: "not_found" });
  });
});

test("an import whose process ends between two parts goes on where it was", async () => {
  const project_id = await bench.newProject();
  const params = { project_id };
  const text = "x".repeat(60_000);
  for (let n = 0; n < 30; n++) {
    const body = { external_id: `e${n}`, type: "npc", name: `E ${n}`, properties: { text } };
    await bench.ask(entities.create, { params, body });
  }
  const content = await exported(project_id, "history");
  const { id } = await bench.ask(projects.import, { body: { content } });
  const ended = AbortSignal.abort();
  expect(await importProjectJob.step(bench.services, { import_id: id }, ended)).toEqual({ import_id: id });
  const half = await bench.ask(projects.getImport, { params: { import_id: id } });
  expect(half.lines_done).toBeGreaterThan(0);
  expect(half.lines_done).toBeLessThan(half.lines);
  // Two take it over at once.
  const both = await Promise.all([1, 2].map(() => importProjectJob.step(bench.services, { import_id: id }, idle)));
  expect(both).toEqual(["done", "done"]);
  const made = await bench.ask(projects.getImport, { params: { import_id: id } });
  expect(made).toMatchObject({ status: "completed", lines_done: half.lines });
  expect(comparable(await exported(made.project_id, "history"))).toEqual(comparable(content));
});

test("an import that nobody goes on with is ended after a day, and frees its place", async () => {
  const project_id = await bench.newProject();
  const content = await exported(project_id, "state");
  const { id, project_id: made } = await bench.ask(projects.import, { body: { content } });
  await forgetOldTransfers(bench.database.writes, Date.now());
  expect((await bench.ask(projects.getImport, { params: { import_id: id } })).status).not.toBe("failed");
  await forgetOldTransfers(bench.database.writes, Date.now() + 25 * 3_600_000);
  const ended = await bench.ask(projects.getImport, { params: { import_id: id } });
  expect(ended).toMatchObject({ status: "failed", error: expect.stringContaining("within a day") });
  const [head] = await bench.database.reads.execute<{ gone: boolean }>(
    sql`SELECT deleted_at IS NOT NULL AS gone FROM project_heads WHERE project_id = ${made}`,
  );
  expect(head?.gone).toBe(true);
});
