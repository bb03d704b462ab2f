import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { dialogues, entities, record, variables } = registry;

let bench: Workbench;
let projectId: string;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

const inProject = () => ({ project_id: projectId });

async function newProject(): Promise<void> {
  projectId = await bench.newProject("Finding");
}

async function newGraph(name: string): Promise<string> {
  return (await bench.ask(dialogues.create, { params: inProject(), body: { name } })).id;
}

async function addNode(graphId: string, body: object): Promise<string> {
  return (await bench.ask(dialogues.createNode, { params: { ...inProject(), graph_id: graphId }, body })).id;
}

async function addCharacter(name: string): Promise<string> {
  const body = { external_id: newId("x"), type: "character", name };
  return (await bench.ask(entities.create, { params: inProject(), body })).id;
}

const search = (query: object) => bench.ask(dialogues.search, { params: inProject(), query: { ...query } });
const deleteNode = (id: string) => bench.ask(dialogues.deleteNode, { params: { ...inProject(), node_id: id } });
const listed = async (query: object = {}) =>
  (await bench.ask(dialogues.list, { params: inProject(), query: { stats: true, ...query } })).dialogues;

async function head(): Promise<number> {
  const { headers } = await bench.call(record.events, { params: inProject(), query: { limit: 1 } });
  return Number(headers["x-project-seq"]);
}

describe("search", () => {
  let gate = "";
  let town = "";
  let mara = "";
  let courage = "";
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    await newProject();
    [gate, town] = [await newGraph("Gate"), await newGraph("Town")];
    mara = await addCharacter("Mara");
    courage = (await bench.ask(variables.create, { params: inProject(), body: { name: "courage", type: "integer" } }))
      .id;
    ids.toll = await addNode(gate, {
      title: "Toll",
      text: "Sált pays, and salt is paid.",
      speaker_id: mara,
      tags: ["trade"],
      branches: [{ choice_text: "Pay in SALT" }, { choice_text: "Refuse" }],
      conditions: [{ op: "gte", args: [{ var: courage }, { lit: 3 }] }],
    });
    ids.quiet = await addNode(gate, { text: "Nothing here.", speaker_label: "???" });
    ids.square = await addNode(town, { text: "The square.", branches: [{ choice_text: "Ask about salt" }] });
    ids.end = await addNode(town, { kind: "end", title: "Salted earth" });
  });

  test("finds texts, titles and choices in every dialogue, case and accents aside", async () => {
    const { matches, total } = await search({ q: "salt" });
    expect(total).toBe(3);
    const [first] = matches;
    expect(matches.map(({ node_id, field }) => [node_id, field])).toEqual([
      [ids.toll, "text"],
      [ids.square, "choice_text"],
      [ids.end, "title"],
    ]);
    expect(first).toMatchObject({ graph_id: gate, graph_name: "Gate", speaker_name: "Mara", branch_id: null });
    expect(first?.ranges.map(({ start, end }) => first.excerpt.slice(start, end))).toEqual(["Sált", "salt"]);
    expect(first?.more).toEqual([
      expect.objectContaining({
        field: "choice_text",
        excerpt: "Pay in SALT",
        branch_id: expect.stringMatching(/^br_/),
      }),
    ]);
    expect((await search({ q: "salt", limit: 1, offset: 1 })).matches.map(({ node_id }) => node_id)).toEqual([
      ids.square,
    ]);
  });

  test.each([
    ["speaker_id", (): string => mara, ["toll"]],
    ["speaker_label", (): string => "???", ["quiet"]],
    ["variable_id", (): string => courage, ["toll"]],
    ["kind", (): string => "end", ["end"]],
    ["tag", (): string => "trade", ["toll"]],
    ["graph_id", (): string => town, ["square", "end"]],
  ] as const)("lists by %s without words to look for", async (name, value, expected) => {
    const { matches } = await search({ [name]: value() });
    expect(matches.map(({ node_id }) => node_id)).toEqual(expected.map((each) => ids[each]));
  });

  test("labels and tags are searched, filters and words hold together, and a title stands for an empty text", async () => {
    expect((await search({ q: "??" })).matches[0]).toMatchObject({ node_id: ids.quiet, field: "speaker_label" });
    expect((await search({ q: "trad" })).matches[0]).toMatchObject({ node_id: ids.toll, field: "tag" });
    expect((await search({ q: "salt", graph_id: town, kind: "line" })).total).toBe(1);
    expect((await search({ kind: "end" })).matches[0]).toMatchObject({ field: "title", excerpt: "Salted earth" });
  });

  test("looks at the past, and does not find what was not yet there or is gone", async () => {
    const seq = await head();
    const late = await addNode(town, { text: "Late salt" });
    await deleteNode(ids.end ?? "");
    expect((await search({ q: "salt", at_seq: seq })).total).toBe(3);
    expect((await search({ q: "salt" })).matches.map(({ node_id }) => node_id)).toEqual([ids.toll, ids.square, late]);
  });
});

describe("search of everything", () => {
  let gate = "";
  let town = "";
  const ids: Record<string, string> = {};
  const any = (query: object = {}) => search({ subject_type: "any", ...query });
  const foundBy = async (query: object) =>
    (await any(query)).matches.map(({ subject_type, subject_id }) => [subject_type, subject_id]);

  beforeAll(async () => {
    await newProject();
    const { id } = await bench.ask(dialogues.create, {
      params: inProject(),
      body: { name: "The Sált Gate", description: "Who pays for salt, and who does not." },
    });
    gate = id;
    town = await newGraph("Town");
    ids.line = await addNode(gate, { text: "Salt, or turn back.", title: "Toll" });
    const add = async (operation: typeof dialogues.createGroup | typeof dialogues.createAnnotation, body: object) =>
      (await bench.ask(operation, { params: { ...inProject(), graph_id: town }, body: body })).id;
    ids.group = await add(dialogues.createGroup, { title: "Salters’ row", color: "teal" });
    ids.note = await add(dialogues.createAnnotation, {
      text: "Ask Ana:\nis the SALT grey?",
      canvas_x: 0,
      canvas_y: 0,
      color: "amber",
    });
    ids.other = await add(dialogues.createAnnotation, { text: "Nothing", canvas_x: 0, canvas_y: 0, color: "amber" });
  });

  test("finds dialogues, groups and notes beside nodes, and says what each is and where the words are", async () => {
    const { matches, total, totals, has_more } = await any({ q: "salt" });
    expect(matches.map(({ subject_type, subject_id, graph_id }) => [subject_type, subject_id, graph_id])).toEqual([
      ["dialogue", gate, gate],
      ["dialogue_group", ids.group, town],
      ["dialogue_annotation", ids.note, town],
      ["dialogue_node", ids.line, gate],
    ]);
    expect({ total, totals, has_more }).toEqual({
      total: 4,
      totals: { dialogue: 1, dialogue_group: 1, dialogue_annotation: 1, dialogue_node: 1 },
      has_more: false,
    });
    const [dialogue, group, note, node] = matches;
    expect(dialogue).toMatchObject({
      field: "name",
      title: "The Sált Gate",
      graph_name: "The Sált Gate",
      node_id: null,
    });
    expect(dialogue?.more).toMatchObject([{ field: "description", excerpt: "Who pays for salt, and who does not." }]);
    expect(group).toMatchObject({ field: "title", title: "Salters’ row", graph_name: "Town", kind: null });
    expect(note).toMatchObject({ field: "text", title: null, excerpt: "Ask Ana: is the SALT grey?", more: [] });
    expect(note?.ranges.map(({ start, end }) => note.excerpt.slice(start, end))).toEqual(["SALT"]);
    expect(node).toMatchObject({ node_id: ids.line, kind: "line", title: "Toll" });
  });

  test("is asked for: without it nodes alone are found, as ever", async () => {
    const { matches, total, totals } = await search({ q: "salt" });
    expect(matches.map(({ node_id, kind }) => [node_id, kind])).toEqual([[ids.line, "line"]]);
    expect({ total, totals }).toEqual({ total: 1, totals: { dialogue_node: 1 } });
    expect(await search({ q: "salt", subject_type: "dialogue_annotation" })).toMatchObject({
      total: 1,
      totals: { dialogue_annotation: 1 },
      matches: [{ subject_id: ids.note }],
    });
  });

  test("is one list of pages, whatever the types", async () => {
    const all = await foundBy({ q: "salt" });
    for (let offset = 0; offset <= all.length; offset++) {
      const { matches, total, has_more } = await any({ q: "salt", limit: 2, offset });
      expect(matches.map(({ subject_type, subject_id }) => [subject_type, subject_id])).toEqual(
        all.slice(offset, offset + 2),
      );
      expect({ total, has_more }).toEqual({ total: 4, has_more: offset + 2 < 4 });
    }
  });

  test("narrows to a dialogue, and to nodes where a filter is of nodes", async () => {
    expect(await foundBy({ q: "salt", graph_id: town })).toEqual([
      ["dialogue_group", ids.group],
      ["dialogue_annotation", ids.note],
    ]);
    expect(await foundBy({ q: "salt", kind: "line" })).toEqual([["dialogue_node", ids.line]]);
    expect((await any({ graph_id: town })).matches.map(({ field, excerpt }) => [field, excerpt])).toEqual([
      ["name", "Town"],
      ["title", "Salters’ row"],
      ["text", "Ask Ana: is the SALT grey?"],
      ["text", "Nothing"],
    ]);
  });

  test("looks at the past, and finds what was written since under its new words alone", async () => {
    const seq = await head();
    await bench.ask(dialogues.updateGroup, {
      params: { ...inProject(), group_id: ids.group ?? "" },
      body: { title: "Fishers’ row" },
    });
    await bench.ask(dialogues.deleteAnnotation, { params: { ...inProject(), annotation_id: ids.note ?? "" } });
    await bench.ask(dialogues.update, {
      params: { ...inProject(), graph_id: gate },
      body: { name: "The Gate", description: "" },
    });
    expect(await foundBy({ q: "salt" })).toEqual([["dialogue_node", ids.line]]);
    expect(await foundBy({ q: "fisher" })).toEqual([["dialogue_group", ids.group]]);
    const then = await any({ q: "salt", at_seq: seq });
    expect(then.total).toBe(4);
    expect(then.matches[0]?.graph_name).toBe("The Sált Gate");
    expect((await any({ q: "salt", at_seq: 0 })).total).toBe(0);
    expect((await bench.replay(projectId)).differences).toEqual([]);
  });

  test("finds nothing of another project", async () => {
    const here = projectId;
    await newProject();
    expect((await any({ q: "a" })).total).toBe(0);
    projectId = here;
  });
});

describe("speakers", () => {
  test("are entities and free labels with what they say, and a label can become an entity", async () => {
    await newProject();
    const [gate, town] = [await newGraph("Gate"), await newGraph("Town")];
    const mara = await addCharacter("Mara");
    await addNode(gate, { text: "one two three", speaker_id: mara });
    await addNode(gate, { text: "four five", speaker_label: "Mara" });
    await addNode(town, { text: "six", speaker_label: "Mara" });
    await addNode(town, { text: "seven", speaker_id: mara, speaker_label: "Mara" });
    await addNode(town, { text: "narration" });
    const speakers = (query: object = {}) =>
      bench.ask(dialogues.speakers, { params: inProject(), query: { ...query } });
    expect((await speakers()).speakers).toEqual([
      { speaker_id: null, speaker_label: "Mara", name: "Mara", lines: 2, words: 3, dialogues: 2 },
      { speaker_id: mara, speaker_label: null, name: "Mara", lines: 2, words: 4, dialogues: 2 },
    ]);
    expect(await speakers({ speaker_label: "Mara" })).toMatchObject({ speakers: [{ lines: 2 }], total: 1 });
    expect((await speakers({ speaker_label: "mara" })).total).toBe(0);
    expect(await speakers({ graph_id: gate, limit: 1 })).toMatchObject({ total: 2, has_more: true });

    const before = await head();
    const match = (body: object) => bench.ask(dialogues.matchSpeaker, { params: inProject(), body });
    expect(await match({ speaker_label: "Mara", entity_id: mara, graph_id: gate })).toEqual({
      matched: 1,
      seq: before + 1,
    });
    expect(await match({ speaker_label: "Mara", entity_id: mara })).toMatchObject({ matched: 1 });
    expect(await match({ speaker_label: "Mara", entity_id: mara })).toEqual({ matched: 0, seq: before + 2 });
    expect((await speakers()).speakers).toEqual([
      { speaker_id: mara, speaker_label: null, name: "Mara", lines: 4, words: 7, dialogues: 2 },
    ]);
    expect((await search({ speaker_label: "Mara" })).total).toBe(1);
    expect((await speakers({ at_seq: before })).speakers).toHaveLength(2);
    await expect(match({ speaker_label: "x", entity_id: newId("ent") })).rejects.toMatchObject({
      items: [{ loc: ["body", "entity_id"] }],
    });
    await bench.ask(entities.delete, { params: { ...inProject(), entity_id: mara } });
    expect((await speakers()).speakers).toMatchObject([{ speaker_id: mara, name: null, lines: 4 }]);
  });
});

describe("a match that is taken back", () => {
  test("gives exactly the lines it changed their label, and leaves what was changed since", async () => {
    await newProject();
    const [gate, town] = [await newGraph("Gate"), await newGraph("Town")];
    const [mara, sister] = [await addCharacter("Mara"), await addCharacter("Sister")];
    const lines = [];
    for (const graph of [gate, gate, town, town, town]) lines.push(await addNode(graph, { speaker_label: "Mara" }));
    const [first, second, reassigned, renamed, gone] = lines;
    const hers = await addNode(town, { speaker_id: mara });
    const before = await head();
    const unmatch = (seq: number) => bench.ask(dialogues.unmatchSpeaker, { params: inProject(), body: { seq } });
    const match = (speaker_label: string) =>
      bench.ask(dialogues.matchSpeaker, { params: inProject(), body: { speaker_label, entity_id: mara } });
    const update = (node_id = "", body: object) =>
      bench.ask(dialogues.updateNode, { params: { ...inProject(), node_id }, body });
    const speakerOf = async (node_id = "") => {
      const node = await bench.ask(dialogues.getNode, { params: { ...inProject(), node_id } });
      return [node.speaker_id, node.speaker_label];
    };

    const { matched, seq } = await match("Mara");
    expect([matched, seq]).toEqual([5, before + 5]);
    await update(first, { text: "Words are not the speaker." });
    await update(reassigned, { speaker_id: sister });
    await update(renamed, { speaker_label: "A voice" });
    await deleteNode(gone ?? "");
    const moved = await head();
    const { seq: n, ...done } = await unmatch(seq);
    expect(done).toEqual({ restored: 2, left: 3 });
    expect(n).toBe(moved + 2);
    expect(await Promise.all([first, second, reassigned, renamed, hers].map(speakerOf))).toEqual([
      [null, "Mara"],
      [null, "Mara"],
      [sister, null],
      [mara, "A voice"],
      [mara, null],
    ]);
    const { events } = await bench.ask(record.events, { params: inProject(), query: { after_seq: moved } });
    expect(events.map(({ subject_id, commit_seq }) => [subject_id, commit_seq])).toEqual([
      [first, n],
      [second, n],
    ]);
    expect(await unmatch(seq)).toEqual({ restored: 0, left: 5, seq: n });
    expect((await bench.replay(projectId)).differences).toEqual([]);
  });

  test("is refused for a sequence at which nothing was matched", async () => {
    await newProject();
    const unmatch = (seq: number) => bench.ask(dialogues.unmatchSpeaker, { params: inProject(), body: { seq } });
    const node = await addNode(await newGraph("Gate"), { speaker_label: "Mara" });
    const body = { speaker_id: await addCharacter("Mara"), speaker_label: null };
    await bench.ask(dialogues.updateNode, { params: { ...inProject(), node_id: node }, body });
    for (const seq of [await head(), 1, (await head()) + 1]) {
      await expect(unmatch(seq)).rejects.toMatchObject({ items: [{ loc: ["body", "seq"] }] });
    }
  });
});

describe("the list's numbers", () => {
  test("count what is in a dialogue, say who edited last, and follow every change", async () => {
    await newProject();
    const empty = await newGraph("Empty");
    const gate = await newGraph("Gate");
    const end = await addNode(gate, { kind: "end", text: "The end." });
    const start = await addNode(gate, {
      text: "Who goes there?",
      speaker_label: "Guard",
      branches: [
        { choice_text: "A friend", target_node_id: end },
        { choice_text: "Nobody", target_node_id: newId("node") },
      ],
    });
    const lone = await addNode(gate, {});
    await bench.ask(dialogues.update, {
      params: { ...inProject(), graph_id: gate },
      body: { start_node_id: start },
    });
    const seq = await head();
    expect((await listed()).map(({ name, stats }) => [name, stats])).toMatchObject([
      ["Empty", { words: 0, endings: 0, speakers: 0, dead_ends: 0, unreachable: 0, invalid_targets: 0 }],
      [
        "Gate",
        {
          words: 8,
          endings: 1,
          speakers: 1,
          dead_ends: 1,
          unreachable: 1,
          invalid_targets: 1,
          edited_seq: seq,
          edited_by: bench.caller.actor,
        },
      ],
    ]);
    await deleteNode(lone);
    expect((await listed({ sort_by: "edited_at", sort_order: "desc" })).map(({ name }) => name)).toEqual([
      "Gate",
      "Empty",
    ]);
    expect((await listed())[1]?.stats).toMatchObject({ dead_ends: 0, unreachable: 0, edited_seq: seq + 1 });
    await addNode(empty, { text: "No longer empty" });
    expect((await listed({ sort_by: "edited_at", sort_order: "desc" })).map(({ name }) => name)).toEqual([
      "Empty",
      "Gate",
    ]);
    expect((await listed())[0]?.stats).toMatchObject({ words: 3 });
    expect((await listed({ at_seq: seq }))[1]?.stats).toMatchObject({ dead_ends: 1, edited_seq: seq });
    expect((await listed({ at_seq: seq }))[0]?.stats).toMatchObject({ words: 0 });
    const plain = await bench.ask(dialogues.list, { params: inProject() });
    expect(plain.dialogues.every((each) => !("stats" in each))).toBe(true);
  });

  test("agree with the check of each dialogue", async () => {
    for (const { id, stats } of await listed()) {
      const report = await bench.ask(dialogues.validate, { params: { ...inProject(), graph_id: id } });
      expect(stats).toMatchObject({
        dead_ends: report.dead_ends.length,
        unreachable: report.unreachable.length,
        invalid_targets: report.invalid_branch_targets.length,
      });
    }
  });
});

describe("what was deleted", () => {
  const deleted = (query: object = {}) => bench.ask(record.deleted, { params: inProject(), query: { ...query } });

  test("is listed once, with what fell with it, until it comes back", async () => {
    await newProject();
    const [gate, town] = [await newGraph("Gate"), await newGraph("Town")];
    const words = await addNode(gate, { text: "Nobody passes without paying the salt toll, friend or not" });
    const titled = await addNode(gate, { title: "Toll", text: "x" });
    await addNode(gate, { text: "goes with the dialogue" });
    await addNode(town, { text: "stays" });
    const variable = await bench.ask(variables.create, {
      params: inProject(),
      body: { name: "courage", type: "integer" },
    });
    await deleteNode(words);
    await deleteNode(titled);
    await bench.ask(variables.delete, { params: { ...inProject(), variable_id: variable.id } });
    const seq = await head();
    await bench.ask(dialogues.delete, { params: { ...inProject(), graph_id: gate } });

    const all = await deleted();
    expect(all.total).toBe(4);
    expect(all.deleted.map(({ name, subject_type, with: others }) => [name, subject_type, others])).toEqual([
      ["Gate", "dialogue", 1],
      ["courage", "variable", 0],
      ["Toll", "dialogue_node", 0],
      ["Nobody passes without paying the salt toll, friend or not", "dialogue_node", 0],
    ]);
    expect(all.deleted[2]).toMatchObject({
      id: titled,
      graph_id: gate,
      deleted_seq: seq - 1,
      deleted_by: bench.caller.actor,
      deleted_at: expect.stringMatching(/Z$/),
    });
    expect((await deleted({ graph_id: gate })).deleted.map(({ id }) => id)).toEqual([titled, words]);
    expect((await deleted({ graph_id: town })).total).toBe(0);
    expect((await deleted({ subject_type: "variable" })).deleted.map(({ name }) => name)).toEqual(["courage"]);
    expect(await deleted({ limit: 1, offset: 1 })).toMatchObject({ total: 4, has_more: true });
    expect((await deleted({ at_seq: seq })).total).toBe(3);

    await bench.ask(record.restore, { params: { ...inProject(), subject_id: gate } });
    expect((await deleted()).deleted.map(({ id }) => id)).toEqual([variable.id, titled, words]);
    await bench.ask(record.restore, { params: { ...inProject(), subject_id: words } });
    expect((await deleted()).deleted.map(({ id }) => id)).toEqual([variable.id, titled]);
    expect((await deleted({ subject_type: "unheard_of" })).total).toBe(0);
  });
});

test("replay finds no difference", async () => {
  expect((await bench.replay(projectId)).differences).toEqual([]);
});

describe("names", () => {
  test("are told of nodes, branches and dialogues by id, whichever dialogue they are in, as they were at a sequence", async () => {
    await newProject();
    const inn = await newGraph("The inn");
    const road = await newGraph("The road");
    const titled = await addNode(inn, { title: "The door", text: "It is shut." });
    const body = { text: "They know nothing of it here.", branches: [{ choice_text: "Leave." }] };
    const worded = await addNode(road, body);
    const node = await bench.ask(dialogues.getNode, { params: { ...inProject(), node_id: worded } });
    const leave = node.branches[0]?.id ?? "";
    const asked = [titled, worded, leave, road, newId("node"), newId("br")].join(",");
    const names = async (query: object = {}) =>
      (await bench.ask(dialogues.names, { params: inProject(), query: { ids: asked, ...query } })).names;
    const then = await head();
    const at = { graph_id: road, graph_name: "The road" };
    const before = [
      { id: titled, type: "node", name: "The door", graph_id: inn, graph_name: "The inn", node_id: titled },
      { id: worded, type: "node", name: "They know nothing of it here.", ...at, node_id: worded },
      { id: leave, type: "branch", name: "Leave.", ...at, node_id: worded },
      { id: road, type: "dialogue", name: "The road", ...at, node_id: null },
    ];
    expect(await names()).toEqual(before);
    await deleteNode(worded);
    expect((await names()).map(({ id }) => id)).toEqual([titled, road]);
    expect(await names({ at_seq: then })).toEqual(before);
  });

  test("are nobody else's", async () => {
    const graph = await newGraph("Mine");
    const here = projectId;
    await newProject();
    expect(here).not.toBe(projectId);
    const { names } = await bench.ask(dialogues.names, { params: inProject(), query: { ids: graph } });
    expect(names).toEqual([]);
  });
});
