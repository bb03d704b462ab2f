import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { DialogueNode, Variable } from "#domain/dialogue/wire.ts";
import { findProblems } from "#domain/problems/find-problems.ts";
import { changedBy } from "#domain/problems/played-tests.ts";
import { logicOf } from "#domain/runtime/story.ts";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import { ids, randomNodes } from "#tests/random-dialogue.ts";
import { seedOf } from "#tests/record/random-steps.ts";
import { refusal } from "#tests/record/refusal.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { dialogues, facts, npcs, problems, projects, relationships, waivers, variables, entities, record } = registry;
let bench: Workbench;
let project_id: string;
let graph_id: string;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  project_id = await bench.newProject("Problems");
  graph_id = (await bench.ask(dialogues.create, { params: { project_id }, body: { name: "At the gate" } })).id;
});

async function addNode(body: object): Promise<string> {
  return (await bench.ask(dialogues.createNode, { params: { project_id, graph_id }, body })).id;
}

function report(at_seq?: number) {
  const query = at_seq === undefined ? {} : { at_seq };
  return bench.ask(problems.ofDialogue, { params: { project_id, graph_id }, query });
}

async function found(at_seq?: number): Promise<string[]> {
  return (await report(at_seq)).problems.map(({ code, node_id }) => `${code} ${node_id ?? "-"}`);
}

function waive(body: object) {
  return bench.ask(waivers.create, { params: { project_id, graph_id }, body });
}

function waiveAll(places: object[]) {
  const body = { reason: "Cut for now.", problems: places };
  return bench.ask(waivers.createBatch, { params: { project_id, graph_id }, body });
}

async function waiversNow(at_seq?: number): Promise<string[]> {
  const query = at_seq === undefined ? {} : { at_seq };
  const page = await bench.ask(waivers.list, { params: { project_id, graph_id }, query });
  return page.waivers.map(({ reason }) => reason);
}

describe("the report of a dialogue", () => {
  test("given who is asked to know what, then what nothing tells is a problem until another dialogue tells it, and a fact that is gone is one", async () => {
    const params = { project_id };
    const [odo, wenna] = [newId("ent"), newId("ent")];
    for (const id of [odo, wenna]) {
      await bench.ask(entities.create, { params, body: { id, external_id: id, type: "character", name: id } });
    }
    const { id: fact_id } = await bench.ask(facts.create, {
      params,
      body: { text: "It is forged.", known_by: [wenna] },
    });
    const knows = (who: string) => [{ fn: "knows", args: [{ lit: who }, { lit: fact_id }] }];
    const branches = [
      { choice_text: "He knows", conditions: knows(odo) },
      { choice_text: "She knows", conditions: knows(wenna) },
    ];
    const node_id = await addNode({ text: "Who did it?", branches });
    const of = async (code: string) => (await report()).problems.filter((each) => each.code === code);
    expect(await of("never_told")).toMatchObject([
      { node_id, cause: fact_id, severity: "warning", data: { entity_id: odo } },
    ]);
    expect((await report()).elsewhere.knowledge).toEqual({
      gone: [],
      untold: [{ entity_id: odo, fact_id }],
      voices: [],
    });

    const other = (await bench.ask(dialogues.create, { params, body: { name: "The inn" } })).id;
    const told = { speaker_id: odo, text: "Hear this.", on_enter_effects: [{ op: "fact.tell", key: fact_id }] };
    await bench.ask(dialogues.createNode, { params: { project_id, graph_id: other }, body: told });
    expect(await of("never_told")).toEqual([]);
    await bench.ask(facts.delete, { params: { project_id, fact_id } });
    expect(await of("missing_reference")).toMatchObject([
      { cause: fact_id, message: "The logic of this choice names a fact that does not exist." },
      { cause: fact_id },
    ]);
    await bench.ask(entities.delete, { params: { project_id, entity_id: wenna }, query: {} });
    expect(await of("malformed_logic")).toMatchObject([
      { node_id, data: { path: expect.stringContaining("/conditions/") } },
    ]);
  });

  test("given a talk, then who does not answer, what the character cannot tell and a missing written answer are problems", async () => {
    const params = { project_id };
    const odo = newId("ent");
    await bench.ask(entities.create, { params, body: { id: odo, external_id: "o", type: "character", name: "Odo" } });
    const { id: fact_id } = await bench.ask(facts.create, { params, body: { text: "It is forged.", known_by: [] } });
    const nod = { key: "nod", description: "Nods." };
    const waits = (choice_text: string, ...actions: string[]) => ({ choice_text, opened_by: { facts: [], actions } });
    const branches = [
      { choice_text: " ", opened_by: { facts: [fact_id], actions: [] } },
      waits("Will you?", "nod"),
      waits("Open it.", "nod", "open_gate"),
    ];
    const node_id = await addNode({ kind: "talk", text: "Well?", speaker_id: odo, branches });
    const codes = async () => {
      const ours = ["nobody_answers", "never_told", "unknown_action", "missing_reference", "empty_choice"];
      return (await report()).problems.map(({ code }) => code).filter((code) => ours.includes(code));
    };
    const counted = async () => {
      const { dialogues: all } = await bench.ask(problems.counts, { params });
      return all.find((each) => each.graph_id === graph_id)?.warning;
    };
    expect(await codes()).toEqual(["never_told", "nobody_answers", "empty_choice"]);
    const before = await counted();
    const { id: npc_id } = await bench.ask(npcs.create, { params, body: { entity_id: odo, actions: [nod] } });
    expect([await codes(), await counted()]).toEqual([["never_told", "unknown_action", "empty_choice"], before]);
    expect((await report()).problems.find(({ code }) => code === "unknown_action")).toMatchObject({
      message: "A choice waits for the action ‘open_gate’, which the character does not take.",
      data: { name: "open_gate" },
    });
    expect((await report()).elsewhere.knowledge.voices).toEqual([{ entity_id: odo, actions: ["nod"] }]);
    await bench.ask(npcs.update, { params: { project_id, npc_id }, body: { retired: true } });
    expect(await codes()).toContain("nobody_answers");
    await bench.ask(npcs.update, { params: { project_id, npc_id }, body: { retired: false } });
    await bench.ask(entities.update, {
      params: { project_id, entity_id: odo },
      body: { properties: { alive: false } },
    });
    expect([await codes(), await counted()]).toEqual([["never_told", "nobody_answers", "empty_choice"], before]);
    await bench.ask(facts.tell, { params: { project_id, fact_id }, body: { to: [odo], how: "told" } });
    expect(await codes()).toEqual(["nobody_answers", "empty_choice"]);
    const uses = await bench.ask(facts.uses, { params: { project_id, fact_id } });
    expect(uses.uses).toMatchObject([{ node_id, place: "opened_by", access: "read" }]);
    await bench.ask(facts.delete, { params: { project_id, fact_id } });
    expect(await codes()).toContain("missing_reference");
  });

  test("given logic that names cards of other dialogues, then one that is nowhere is a problem, at the moments at which it is", async () => {
    const params = { project_id };
    const other = (await bench.ask(dialogues.create, { params, body: { name: "The inn" } })).id;
    const makeThere = { params: { project_id, graph_id: other }, body: { text: "They know nothing.", kind: "end" } };
    const inn = (await bench.ask(dialogues.createNode, makeThere)).id;
    const [nowhere] = ids("node", 1);
    const asks = (id: string | undefined) => ({ fn: "visited", args: [{ ref: id }] });
    const gate = await addNode({ text: "Halt.", kind: "end", conditions: [asks(inn)] });
    expect(await found()).toEqual([]);
    const { seq } = await report();
    await bench.ask(dialogues.deleteNode, { params: { project_id, node_id: inn } });
    expect(await found()).toEqual([`missing_reference ${gate}`]);
    expect((await report()).problems[0]).toMatchObject({
      severity: "error",
      cause: inn,
      message: "The logic of this card names a card that does not exist.",
    });
    expect(await found(seq)).toEqual([]);
    const update = { params: { project_id, node_id: gate }, body: { conditions: [asks(nowhere)] } };
    await bench.ask(dialogues.updateNode, update);
    expect((await report()).problems[0]?.cause).toBe(nowhere);
  });

  test("given a dead end, then it is found with a sentence, and no longer once it is an ending", async () => {
    const node = await addNode({ text: "Halt." });
    const first = await report();
    expect(first).toMatchObject({
      problems: [
        { code: "dead_end", severity: "error", graph_id, node_id: node, branch_id: null, cause: node },
        { code: "no_ending", node_id: null, cause: graph_id },
      ],
      counts: { error: 1, warning: 1, info: 0, waived: 0 },
      waived: [],
    });
    expect(first.problems[0]?.message).toBe("Nothing follows this card, and it is not marked as an ending.");
    await bench.ask(dialogues.updateNode, { params: { project_id, node_id: node }, body: { kind: "end" } });
    const second = await report();
    expect(second.problems).toEqual([]);
    expect(second.seq).toBeGreaterThan(first.seq);
    expect(await report(first.seq)).toEqual(first);
  });

  test("given logic that names a variable nobody declared, then declaring another does not help", async () => {
    const [lost] = ids("var", 1);
    const conditions = [{ op: "gte", args: [{ var: lost }, { lit: 1 }] }];
    await addNode({ kind: "end", text: "Bye.", conditions });
    const { problems: before } = await report();
    expect(before).toMatchObject([{ code: "undeclared_variable", variable_id: lost, cause: lost }]);
    await bench.ask(variables.create, { params: { project_id }, body: { id: lost, name: "courage", type: "string" } });
    expect((await report()).problems).toMatchObject([{ code: "type_mismatch", data: { actual: "a whole number" } }]);
  });

  test("the project's list goes over all dialogues, in pages and by rule, severity, dialogue and card", async () => {
    const node = await addNode({ text: "" });
    const other = (await bench.ask(dialogues.create, { params: { project_id }, body: { name: "Other" } })).id;
    await bench.ask(dialogues.createNode, { params: { project_id, graph_id: other }, body: { text: "Hello." } });
    const list = async (query: object) => {
      const page = await bench.ask(problems.list, { params: { project_id }, query: { ...query } });
      return page.problems.map((each) => `${each.code} ${each.graph_id === graph_id ? "here" : "there"}`);
    };
    const everything = ["dead_end here", "no_ending here", "empty_text here", "dead_end there", "no_ending there"];
    expect(await list({})).toEqual(everything);
    expect([...(await list({ limit: 2 })), ...(await list({ limit: 9, offset: 2 }))]).toEqual(everything);
    expect(await list({ severity: "error" })).toEqual(["dead_end here", "dead_end there"]);
    expect(await list({ graph_id: other })).toEqual(["dead_end there", "no_ending there"]);
    expect(await list({ node_id: node, code: "empty_text" })).toEqual(["empty_text here"]);
    expect(await list({ node_id: node, graph_id: other })).toEqual([]);
    expect(await list({ at_seq: 0 })).toEqual([]);
  });
});

describe("ignoring a problem", () => {
  test("takes it from the list with its reason, and leaves the validation report as it was", async () => {
    const node = await addNode({ text: "Halt." });
    const validate = () => bench.ask(dialogues.validate, { params: { project_id, graph_id } });
    const before = await validate();
    const waiver = await waive({ node_id: node, code: "dead_end", reason: "The scene is cut here on purpose." });
    expect(waiver).toMatchObject({ graph_id, node_id: node, branch_id: null, by: bench.caller.actor });
    const after = await report();
    expect(after.problems.map(({ code }) => code)).toEqual(["no_ending"]);
    expect(after.counts).toEqual({ error: 0, warning: 1, info: 0, waived: 1 });
    expect(after.waived).toMatchObject([
      { code: "dead_end", node_id: node, waiver_id: waiver.id, reason: waiver.reason, by: waiver.by },
    ]);
    expect(await validate()).toEqual(before);
    expect((await bench.ask(problems.list, { params: { project_id } })).total).toBe(1);

    await bench.ask(waivers.delete, { params: { project_id, waiver_id: waiver.id } });
    expect(await found()).toEqual([`dead_end ${node}`, "no_ending -"]);
    await bench.ask(record.restore, { params: { project_id, subject_id: waiver.id }, body: {} });
    expect(await found()).toEqual(["no_ending -"]);
  });

  test("needs a reason, a rule, and a place that exists, and happens once", async () => {
    const node = await addNode({ text: "Halt." });
    const wrong = async (body: object) => (await refusal(waive(body))).items.map(({ loc }) => loc.join("."));
    expect(await wrong({ node_id: node, code: "dead_end" })).toEqual(["body.reason"]);
    expect(await wrong({ node_id: node, code: "dead_end", reason: "" })).toEqual(["body.reason"]);
    expect(await wrong({ node_id: node, code: "boring", reason: "x" })).toEqual(["body.code"]);
    const [otherNode, branch_id] = [ids("node", 1)[0], ids("br", 1)[0]];
    expect(await wrong({ node_id: otherNode, code: "dead_end", reason: "x" })).toEqual(["body.node_id"]);
    expect(await wrong({ node_id: node, branch_id, code: "dead_end", reason: "x" })).toEqual(["body.branch_id"]);
    await waive({ node_id: node, code: "dead_end", reason: "x" });
    expect(await wrong({ node_id: node, code: "dead_end", reason: "y" })).toEqual(["body.code"]);
    expect(await waiversNow()).toEqual(["x"]);
  });

  test("happens to many at once, in the order named; what is ignored already stays as it is", async () => {
    const first = await addNode({ text: "Halt.", branches: [{ choice_text: "Go" }] });
    const second = await addNode({ text: "Who goes there?" });
    const node = await bench.ask(dialogues.getNode, { params: { project_id, node_id: first } });
    const branch_id = node.branches[0]?.id;
    const before = await waive({ node_id: second, code: "dead_end", reason: "On purpose." });
    const { seq } = await report();
    const places = [
      { node_id: first, branch_id, code: "open_choice" },
      { node_id: second, code: "dead_end" },
      { code: "no_ending" },
      { code: "no_ending" },
    ];
    const ask = () => waiveAll(places);
    const { waivers: made, unchanged } = await ask();
    expect(made.map(({ node_id, branch_id: branch, code }) => [node_id, branch, code])).toEqual([
      [first, branch_id, "open_choice"],
      [second, null, "dead_end"],
      [null, null, "no_ending"],
      [null, null, "no_ending"],
    ]);
    expect(made[1]).toEqual(before);
    expect(made[2]).toEqual(made[3]);
    expect(made[2]).toMatchObject({ reason: "Cut for now.", by: bench.caller.actor });
    expect(unchanged).toEqual([before.id]);
    expect((await waiversNow()).toSorted()).toEqual(["Cut for now.", "Cut for now.", "On purpose."]);
    const { waivers: again, unchanged: all } = await ask();
    expect(again).toEqual(made);
    expect(all).toHaveLength(3);
    // One event for each of the two that were new, and none for the second time.
    expect((await report()).seq).toBe(seq + 2);
    expect((await bench.replay(project_id)).differences).toEqual([]);
  });

  test("of many is refused as a whole when one place is not there", async () => {
    const node = await addNode({ text: "Halt." });
    const wrong = async (problems: object[]) =>
      (await refusal(waiveAll(problems))).items.map(({ loc }) => loc.join("."));
    const good = { node_id: node, code: "dead_end" };
    const [node_id, branch_id] = [ids("node", 1)[0], ids("br", 1)[0]];
    expect(await wrong([good, { node_id, code: "dead_end" }])).toEqual(["body.problems.1.node_id"]);
    expect(await wrong([{ ...good, branch_id }, good])).toEqual(["body.problems.0.branch_id"]);
    expect(await wrong([])).toEqual(["body.problems"]);
    expect(await wrong(Array.from({ length: 501 }, () => good))).toEqual(["body.problems"]);
    expect(await waiversNow()).toEqual([]);
    expect((await waiveAll(Array.from({ length: 500 }, () => good))).waivers).toHaveLength(500);
    expect(await waiversNow()).toEqual(["Cut for now."]);
  });

  test("loses its effect with its card, and has it again when the card comes back", async () => {
    const node = await addNode({ text: "Halt." });
    await waive({ node_id: node, code: "dead_end", reason: "On purpose." });
    const { seq } = await report();
    await bench.ask(dialogues.deleteNode, { params: { project_id, node_id: node } });
    expect(await waiversNow()).toEqual([]);
    expect((await report()).waived).toEqual([]);
    expect(await waiversNow(seq)).toEqual(["On purpose."]);
    expect((await report(seq)).counts.waived).toBe(1);
    await bench.ask(record.restore, { params: { project_id, subject_id: node }, body: {} });
    expect(await waiversNow()).toEqual(["On purpose."]);
    expect((await report()).counts.waived).toBe(1);
    expect((await bench.replay(project_id)).differences).toEqual([]);
  });

  test("survives its dialogue being deleted and restored", async () => {
    await addNode({ kind: "line", text: "Halt." });
    await waive({ code: "no_ending", reason: "Not yet." });
    await bench.ask(dialogues.delete, { params: { project_id, graph_id } });
    await expect(waiversNow()).rejects.toThrow();
    await bench.ask(record.restore, { params: { project_id, subject_id: graph_id }, body: {} });
    expect(await waiversNow()).toEqual(["Not yet."]);
    expect((await bench.replay(project_id)).differences).toEqual([]);
  });
});

test("the server's report is what the rules find in the dialogue as it is on the wire", async () => {
  const newCharacter = async (name: string) => {
    const body = { external_id: name, type: "character", name };
    return (await bench.ask(entities.create, { params: { project_id }, body })).id;
  };
  const mara = await newCharacter("mara");
  const variable = await bench.ask(variables.create, {
    params: { project_id },
    body: { name: "courage", type: "integer" },
  });
  const seed = seedOf("problems");
  const before: DialogueNode[][] = [];
  const changedIn = (nodes: readonly DialogueNode[]) => [...changedBy(logicOf(nodes).effects)];
  const leadsTo = (nodes: readonly DialogueNode[], id: string) =>
    nodes.some((node) => node.exit_to?.graph_id === id || node.branches.some((way) => way.target_graph_id === id));
  for (let run = 0; run < 12; run++) {
    graph_id = (await bench.ask(dialogues.create, { params: { project_id }, body: { name: `Story ${run}` } })).id;
    const gone = await newCharacter(`gone ${run}`);
    const nodes = ids("node", 6);
    const branches = ids("br", 10);
    const named = {
      nodes: [...nodes, ...ids("node", 1)],
      branches,
      variables: [variable.id, ...ids("var", 1)],
      entities: [mara, gone],
      graphs: [graph_id, graph_id, ...ids("dlg", 1)],
      groups: ids("grp", 1),
    };
    const [bodies] = fc.sample(randomNodes(named, nodes, branches), { seed: seed + run, numRuns: 1 });
    for (const body of bodies ?? []) await addNode({ ...body, group_id: null });
    await bench.ask(entities.delete, { params: { project_id, entity_id: gone } });
    const dialogue = await bench.ask(dialogues.get, { params: { project_id, graph_id } });
    const all = (await bench.ask(variables.list, { params: { project_id } })).variables as Variable[];
    const expected = findProblems(
      { ...dialogue, nodes: dialogue.nodes as DialogueNode[] },
      {
        variables: new Map(all.map((each) => [each.id, each])),
        entities: new Map([
          [mara, true],
          [gone, false],
        ]),
        dialogues: new Map(named.graphs.map((id) => [id, id === graph_id])),
        places: { get: () => false },
        elsewhere: {
          changed: new Set(before.flatMap(changedIn)),
          leadsHere: before.some((each) => leadsTo(each, graph_id)),
          knowledge: { gone: [], untold: [], voices: [] },
        },
      },
    );
    before.push(dialogue.nodes as DialogueNode[]);
    const answer = await report();
    expect(answer.problems.map(({ graph_id: _, message: __, ...rest }) => rest)).toEqual(expected);
    for (const { message } of answer.problems) expect(message).toMatch(/\S/);
  }
});

test("a test that nothing makes true is a problem until some dialogue changes what it asks", async () => {
  const params = { project_id };
  const coins = await bench.ask(variables.create, { params, body: { name: "coins", type: "integer" } });
  const [rich, poor, start, check] = ids("node", 4);
  const [go, yes, no] = ids("br", 3);
  await addNode({ id: rich, text: "Rich.", kind: "end" });
  await addNode({ id: poor, text: "Poor.", kind: "end" });
  const test = [{ op: "gte", args: [{ var: coins.id }, { lit: 2 }] }];
  const ways = [
    { id: yes, kind: "auto", target_node_id: rich, conditions: test },
    { id: no, kind: "else", target_node_id: poor },
  ];
  await addNode({ id: check, kind: "condition", branches: ways });
  await addNode({ id: start, text: "Halt.", branches: [{ id: go, kind: "auto", target_node_id: check }] });
  await bench.ask(dialogues.update, { params: { project_id, graph_id }, body: { start_node_id: start } });
  const told = async () => (await report()).problems.map(({ code, message }) => `${code}: ${message}`);
  const never = "never_set: Can never be true: coins is always 0 here. Nothing changes coins.";
  expect(await told()).toEqual([never]);
  const counted = async () =>
    (await bench.ask(problems.counts, { params })).dialogues.map((each) => [each.graph_id, each.warning]);
  expect(await counted()).toEqual([[graph_id, 1]]);

  const gain = (value: number) => [{ op: "add", target: coins.id, value: { lit: value } }];
  const update = (on_enter_effects: object[]) =>
    bench.ask(dialogues.updateNode, { params: { project_id, node_id: start ?? "" }, body: { on_enter_effects } });
  await update(gain(1));
  expect(await told()).toEqual(["never_holds: Can never be true: coins is always 1 here."]);
  await update(gain(2));
  expect(await told()).toEqual([]);

  await update([]);
  expect(await told()).toEqual([never]);
  const other = (await bench.ask(dialogues.create, { params, body: { name: "The market" } })).id;
  const sale = { text: "Sold.", kind: "end", on_enter_effects: gain(2) };
  await bench.ask(dialogues.createNode, { params: { project_id, graph_id: other }, body: sale });
  expect(await told()).toEqual([]);
  expect(await counted()).toEqual([]);
  expect((await report()).elsewhere).toMatchObject({ changed: [coins.id], leads_here: false });
});

const NONE = { error: 0, warning: 0, info: 0 };

describe("dialogues with errors over all projects, and the numbers of all dialogues of one", () => {
  test("are those of the lists of problems after every kind of change that makes or mends an error", async () => {
    const params = { project_id };
    const seen = new Set<string>();
    const told: { seq: number; counts: unknown }[] = [];
    const compare = async () => {
      const page = await bench.ask(problems.dialogues, { query: { limit: 500 } });
      expect(page.unchecked).toBe(0);
      const counted = page.dialogues.filter((each) => each.project_id === project_id);
      const listed = await bench.ask(problems.list, { params, query: { limit: 500 } });
      const expected = [...Map.groupBy(listed.problems, (each) => each.graph_id)].map(([id, each]) => {
        const causes = new Map(each.map(({ code, cause, severity }) => [`${code} ${cause}`, severity]));
        const of = (severity: string) => [...causes.values()].filter((found) => found === severity).length;
        return { graph_id: id, error: of("error"), warning: of("warning"), info: of("info") };
      });
      const errors = expected.filter(({ error }) => error > 0).map((each) => [each.graph_id, each.error] as const);
      expect(new Map(counted.map((each) => [each.graph_id, each.errors]))).toEqual(new Map(errors));
      const { dialogues: counts, unchecked } = await bench.ask(problems.counts, { params, query: { limit: 500 } });
      expect(unchecked).toBe(0);
      const byId = (rows: { graph_id: string }[]) => rows.toSorted((a, b) => a.graph_id.localeCompare(b.graph_id));
      expect(byId(counts)).toEqual(byId(expected));
      const { seq, causes } = await report();
      const { graph_id: _, ...own } = counts.find((each) => each.graph_id === graph_id) ?? { graph_id, ...NONE };
      expect(causes).toEqual(own);
      told.push({ seq, counts: byId(counts) });
      seen.add(JSON.stringify(counted.map(({ graph_id: id, errors }) => [id, errors])));
    };
    const { id: ana } = await bench.ask(entities.create, {
      params,
      body: { type: "character", name: "Ana", external_id: "ana" },
    });
    await addNode({ text: "Who goes there?", kind: "end", speaker_id: ana });
    await compare();
    await bench.ask(entities.delete, { params: { ...params, entity_id: ana } });
    await compare();
    await bench.ask(record.restore, { params: { ...params, subject_id: ana }, body: {} });
    await compare();
    const group = async (knowing_types: string[]) => {
      await bench.ask(projects.update, { params, body: { knowing_types } });
      await compare();
    };
    const guild = { id: newId("ent"), type: "guild", name: "The guild", external_id: "guild" };
    await bench.ask(entities.create, { params, body: guild });
    const { id: seal } = await bench.ask(facts.create, { params, body: { text: "Forged.", known_by: [guild.id] } });
    const knows = [{ fn: "knows", args: [{ lit: ana }, { lit: seal }] }];
    await addNode({ text: "Does she know?", kind: "end", conditions: knows });
    await group(["member_of"]);
    const ends = { source_id: ana, target_id: guild.id };
    await bench.ask(relationships.create, { params, body: { type: "member_of", ...ends } });
    await compare();
    await group([]);
    const [lost] = ids("var", 1);
    const conditions = [{ op: "gte", args: [{ var: lost }, { lit: 1 }] }];
    const other = (await bench.ask(dialogues.create, { params, body: { name: "Other" } })).id;
    await compare();
    const halt = await addNode({ text: "Halt.", conditions });
    await compare();
    await bench.ask(dialogues.updateNode, { params: { ...params, node_id: halt }, body: { kind: "end" } });
    await compare();
    await bench.ask(variables.create, { params, body: { id: lost, name: "courage", type: "integer" } });
    await compare();
    const text = { type: "string", default: "" };
    await bench.ask(variables.update, { params: { ...params, variable_id: lost ?? "" }, body: text });
    await compare();
    await waive({ node_id: halt, code: "type_mismatch", reason: "Later." });
    await compare();
    const away = await addNode({ text: "Away.", kind: "end", exit_to: { graph_id: other } });
    await compare();
    await bench.ask(dialogues.delete, { params: { ...params, graph_id: other } });
    await compare();
    await bench.ask(record.restore, { params: { ...params, subject_id: other }, body: {} });
    await compare();
    await bench.ask(dialogues.deleteNode, { params: { ...params, node_id: away } });
    await compare();
    const inn = (
      await bench.ask(dialogues.createNode, {
        params: { ...params, graph_id: other },
        body: { text: "Inn.", kind: "end" },
      })
    ).id;
    await addNode({ text: "Asks.", kind: "end", conditions: [{ fn: "visited", args: [{ ref: inn }] }] });
    await compare();
    await bench.ask(dialogues.deleteNode, { params: { ...params, node_id: inn } });
    await compare();
    expect([...seen].at(-1)).not.toBe([...seen].at(-2));
    for (const { seq, counts } of told) {
      const then = await bench.ask(problems.counts, { params, query: { at_seq: seq, limit: 500 } });
      expect(then.dialogues.toSorted((a, b) => a.graph_id.localeCompare(b.graph_id))).toEqual(counts);
    }
    expect(seen.size).toBeGreaterThan(2);
  });

  test("are not told apart by the sequence, at which the next request has checked more", async () => {
    await addNode({ text: "Halt." });
    const { headers } = await bench.call(problems.counts, { params: { project_id } });
    expect(headers.etag).toBeUndefined();
  });

  test("are nobody else's", async () => {
    await addNode({ text: "Halt." });
    const page = await bench.ask(problems.dialogues, { caller: { ...bench.caller, workspaceId: newId("ws", 0) } });
    expect(page).toMatchObject({ dialogues: [], total: 0, unchecked: 0 });
  });
});
