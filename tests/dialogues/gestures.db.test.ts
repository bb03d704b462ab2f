import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forgetOldGestureResults } from "#server/features/dialogues/gesture-results.ts";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import { rounds } from "#test-size";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { dialogues, record } = registry;

let bench: Workbench;
let projectId: string;

beforeAll(async () => {
  bench = await openWorkbench();
  projectId = await bench.newProject("Gestures");
});
afterAll(async () => {
  const report = await bench.replay(projectId);
  await bench.close();
  expect(report.differences).toEqual([]);
});

const inProject = () => ({ project_id: projectId });

async function newGraph(): Promise<string> {
  return (await bench.ask(dialogues.create, { params: inProject(), body: { name: "At the gate" } })).id;
}

type Batch = { client_id?: string; batch_id?: string; label?: string };

function send(graphId: string, gestures: object[][], options: Batch = {}) {
  const { client_id, batch_id = newId("batch"), label = "Edit" } = options;
  return bench.ask(dialogues.batch, {
    params: { ...inProject(), graph_id: graphId },
    body: {
      batch_id,
      ...(client_id !== undefined && { client_id }),
      gestures: gestures.map((operations) => ({ label, operations })),
    },
  });
}

async function sendWell(graphId: string, gestures: object[][], options: Batch = {}) {
  const answer = await send(graphId, gestures, options);
  expect(answer.results.flatMap(({ problem }) => problem ?? [])).toEqual([]);
  return answer;
}

async function newNode(graphId: string, fields: object = {}): Promise<string> {
  const id = newId("node");
  await sendWell(graphId, [[{ op: "node.create", node: { id, ...fields } }]]);
  return id;
}

const getNode = (id: string) => bench.ask(dialogues.getNode, { params: { ...inProject(), node_id: id } });
const getGraph = (id: string) => bench.ask(dialogues.get, { params: { ...inProject(), graph_id: id } });

async function lastEvent(subject: string) {
  const { events } = await bench.ask(record.history, { params: { ...inProject(), subject_id: subject } });
  return events[0];
}

describe("branches", () => {
  test("two people edit two branches of one node, and neither touches the other's", async () => {
    const graphId = await newGraph();
    const [a, b] = [newId("br"), newId("br")];
    const node = await newNode(graphId, {
      branches: [
        { id: a, choice_text: "Pay" },
        { id: b, choice_text: "Refuse" },
      ],
    });
    const base = (await getNode(node)).valid_from_seq;
    const update = (id: string, patch: object) => [{ op: "branch.update", node_id: node, id, patch, base_seq: base }];
    await sendWell(graphId, [update(a, { choice_text: "Pay in salt" })], { client_id: "ana-tab-1" });
    await sendWell(graphId, [update(b, { choice_text: "Run" })], { client_id: "bor-tab-1" });
    expect((await getNode(node)).branches.map(({ choice_text }) => choice_text)).toEqual(["Pay in salt", "Run"]);
    expect((await lastEvent(node))?.change).toEqual({ set: { [`/branches/${b}/choice_text`]: "Run" } });

    const late = await send(graphId, [update(a, { choice_text: "Never", when_unavailable: "disable" })]);
    expect(late.results[0]?.problem).toMatchObject({ status: 409, code: "edit_conflict" });
    expect(late.results[0]?.problem?.detail).toMatchObject({
      conflicts: [
        {
          id: node,
          field: `/branches/${a}/choice_text`,
          mine: "Never",
          theirs: "Pay in salt",
          by: bench.caller.actor,
          at: expect.stringMatching(/^20.*Z$/),
        },
      ],
    });
  });

  test("a patch changes what it names and fills in nothing else", async () => {
    const graphId = await newGraph();
    const id = newId("br");
    const node = await newNode(graphId);
    const sent = {
      id,
      kind: "event",
      choice_text: "Wait",
      repeat: "once",
      weight: 3,
      conditions: [{ lit: true }],
      extensions: { tool: { a: 1, b: 2 } },
    };
    await sendWell(graphId, [[{ op: "branch.create", node_id: node, branch: sent }]]);
    const before = (await getNode(node)).branches[0];
    expect(before).toMatchObject({ ...sent, conditions: [{ lit: true, id: expect.stringMatching(/^cnd_/) }] });
    const patch = { target_node_id: node, extensions: { tool: { a: null } } };
    await sendWell(graphId, [[{ op: "branch.update", node_id: node, id, patch }]]);
    expect((await getNode(node)).branches).toEqual([
      { ...before, target_node_id: node, extensions: { tool: { b: 2 } } },
    ]);
  });

  test("a branch that is gone is named, and one that stood there already keeps its words", async () => {
    const graphId = await newGraph();
    const node = await newNode(graphId);
    const [gone, taken] = [newId("br"), newId("br")];
    const create = { op: "branch.create", node_id: node, branch: { id: taken, choice_text: "First" } };
    await sendWell(graphId, [[create]]);
    const answer = await send(graphId, [
      [{ op: "branch.update", node_id: node, id: gone, patch: {} }],
      [{ op: "branch.delete", node_id: node, id: gone }],
      [{ op: "branch.move", node_id: node, id: gone, before: null }],
      [{ ...create, branch: { id: taken, choice_text: "Second" } }],
    ]);
    expect(answer.results.map(({ problem }) => [problem?.code, problem?.detail])).toEqual([
      ["not_found", { id: gone }],
      ["not_found", { id: gone }],
      ["not_found", { id: gone }],
      ["id_taken", { id: taken }],
    ]);
    expect((await getNode(node)).branches.map(({ choice_text }) => choice_text)).toEqual(["First"]);
  });

  test("a node holds no more than two hundred", async () => {
    const graphId = await newGraph();
    const node = await newNode(graphId);
    const create = () => [{ op: "branch.create", node_id: node, branch: { id: newId("br") } }];
    const answer = await send(graphId, Array.from({ length: 201 }, create));
    expect(answer.results.filter(({ status }) => status === "applied")).toHaveLength(200);
    expect(answer.results[200]?.problem).toMatchObject({ status: 422 });
  });

  test("any sequence of operations keeps the order and loses no branch", async () => {
    const step = fc.record({
      op: fc.constantFrom("create", "delete", "move", "update"),
      at: fc.nat(30),
      before: fc.option(fc.nat(30), { nil: null }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { maxLength: 5 }), async (batches) => {
        const graphId = await newGraph();
        const node = await newNode(graphId);
        let expected: string[] = [];
        for (const steps of batches) {
          const operations: object[] = [];
          for (const { op, at, before: beforeAt } of steps) {
            const pick = (index: number | null): string | null =>
              index === null ? null : (expected[index % Math.max(1, expected.length)] ?? null);
            const before = pick(beforeAt);
            const id = op === "create" ? newId("br") : pick(at);
            if (id === null) continue;
            const insert = (list: string[]): string[] => {
              const place = before === null ? -1 : list.indexOf(before);
              return list.toSpliced(place === -1 ? list.length : place, 0, id);
            };
            const others = expected.filter((each) => each !== id);
            if (op === "create") {
              operations.push({ op: "branch.create", node_id: node, branch: { id, choice_text: id }, before });
              expected = insert(expected);
            } else if (op === "delete") {
              operations.push({ op: "branch.delete", node_id: node, id });
              expected = others;
            } else if (op === "move") {
              operations.push({ op: "branch.move", node_id: node, id, before });
              if (before !== id) expected = insert(others);
            } else {
              operations.push({ op: "branch.update", node_id: node, id, patch: { choice_text: `${id}!` } });
            }
          }
          if (operations.length > 0) await sendWell(graphId, [operations]);
          expect((await getNode(node)).branches.map(({ id }) => id)).toEqual(expected);
        }
      }),
      { numRuns: rounds({ gate: 12, full: 120 }) },
    );
  });

  test("moving one changes the key of that one alone", async () => {
    const graphId = await newGraph();
    const ids = [newId("br"), newId("br"), newId("br")];
    const node = await newNode(graphId, { branches: ids.map((id) => ({ id })) });
    const [first = "", second = ""] = ids;
    await sendWell(graphId, [[{ op: "branch.move", node_id: node, id: first, before: null }]]);
    expect(Object.keys((await lastEvent(node))?.change.set ?? {})).toEqual([`/branches/${first}/order`]);
    await sendWell(graphId, [[{ op: "branch.move", node_id: node, id: second, before: second }]]);
    expect((await getNode(node)).branches.map(({ id }) => id)).toEqual([second, ids[2], first]);
  });
});

describe("restoring", () => {
  test("a deleted node comes back as it last was, and one that exists stays as it is", async () => {
    const graphId = await newGraph();
    const id = await newNode(graphId, { text: "Salt pays.", branches: [{ choice_text: "Pay" }] });
    const before = await getNode(id);
    await sendWell(graphId, [[{ op: "node.delete", id }]]);
    await sendWell(graphId, [[{ op: "node.restore", id }]]);
    const { valid_from_seq: _, updated_at: __, ...back } = await getNode(id);
    expect(before).toMatchObject(back);
    expect(await lastEvent(id)).toMatchObject({ kind: "dialogue_node.restored" });
    const answer = await sendWell(graphId, [[{ op: "node.restore", id }]]);
    expect(answer.results[0]).toMatchObject({ status: "applied" });
    expect(await lastEvent(id)).toMatchObject({ kind: "dialogue_node.restored" });
  });

  test("what was written, deleted and restored in one batch keeps its last words", async () => {
    const graphId = await newGraph();
    const [fresh, old] = [newId("node"), await newNode(graphId, { text: "one" })];
    await sendWell(graphId, [
      [{ op: "node.create", node: { id: fresh, text: "typed offline" } }],
      [{ op: "node.update", id: old, patch: { text: "two" } }],
      [
        { op: "node.delete", id: fresh },
        { op: "node.delete", id: old },
      ],
      [
        { op: "node.restore", id: fresh },
        { op: "node.restore", id: old },
      ],
    ]);
    expect((await getNode(fresh)).text).toBe("typed offline");
    expect((await getNode(old)).text).toBe("two");
  });

  test("what a refused gesture did can not be brought back", async () => {
    const graphId = await newGraph();
    const id = newId("node");
    const answer = await send(graphId, [
      [
        { op: "node.create", node: { id, text: "refused" } },
        { op: "node.delete", id },
        { op: "node.delete", id },
      ],
      [{ op: "node.restore", id }],
    ]);
    expect(answer.results.map(({ problem }) => problem?.code)).toEqual(["not_found", "not_found"]);
    expect((await getGraph(graphId)).nodes).toEqual([]);
  });

  test.each(["in one batch", "in two"])("a group returns with the nodes it released, %s", async (how) => {
    const graphId = await newGraph();
    const [group, other] = [newId("grp"), newId("grp")];
    await sendWell(graphId, [
      [
        { op: "group.create", group: { id: group, title: "Gate" } },
        { op: "group.create", group: { id: other, title: "Town" } },
      ],
    ]);
    const [stays, moves] = [await newNode(graphId, { group_id: group }), await newNode(graphId, { group_id: group })];
    const steps = [
      [{ op: "group.delete", id: group }],
      [{ op: "node.update", id: moves, patch: { group_id: other } }],
      [{ op: "group.restore", id: group }],
    ];
    if (how === "in one batch") await sendWell(graphId, steps);
    else for (const step of steps) await sendWell(graphId, [step]);
    expect((await getNode(stays)).group_id).toBe(group);
    expect((await getNode(moves)).group_id).toBe(other);
    expect((await getGraph(graphId)).groups.map(({ title }) => title)).toContain("Gate");
  });

  test("a group that is brought back from the list of deleted things has its nodes again", async () => {
    const graphId = await newGraph();
    const group = newId("grp");
    await sendWell(graphId, [[{ op: "group.create", group: { id: group, title: "Gate" } }]]);
    const [one, two] = [await newNode(graphId, { group_id: group }), await newNode(graphId, { group_id: group })];
    await sendWell(graphId, [[{ op: "group.delete", id: group }]]);
    await sendWell(graphId, [[{ op: "node.delete", id: two }]]);
    const params = { ...inProject(), subject_id: group };
    expect((await bench.ask(record.restore, { params })).restored).toEqual([group, one]);
    expect((await getNode(one)).group_id).toBe(group);
  });

  test("a node comes back without the group that is gone", async () => {
    const graphId = await newGraph();
    const group = newId("grp");
    await sendWell(graphId, [[{ op: "group.create", group: { id: group, title: "Gate" } }]]);
    const id = await newNode(graphId, { group_id: group });
    await sendWell(graphId, [[{ op: "node.delete", id }], [{ op: "group.delete", id: group }]]);
    await sendWell(graphId, [[{ op: "node.restore", id }]]);
    expect((await getNode(id)).group_id).toBeNull();
  });

  test("a group that went with one of its nodes has it again once both are restored, whichever comes first", async () => {
    const graphId = await newGraph();
    const group = newId("grp");
    await sendWell(graphId, [[{ op: "group.create", group: { id: group, title: "Gate" } }]]);
    const [one, two] = [await newNode(graphId, { group_id: group }), await newNode(graphId, { group_id: group })];
    const [groupGone, nodeGone] = [
      { op: "group.delete", id: group },
      { op: "node.delete", id: one },
    ];
    const [groupBack, nodeBack] = [
      { op: "group.restore", id: group },
      { op: "node.restore", id: one },
    ];
    for (const gone of [
      [groupGone, nodeGone],
      [nodeGone, groupGone],
    ])
      for (const back of [
        [nodeBack, groupBack],
        [groupBack, nodeBack],
      ]) {
        await sendWell(graphId, [gone]);
        await sendWell(graphId, [back]);
        for (const id of [one, two]) expect((await getNode(id)).group_id).toBe(group);
      }
  });

  test("annotations come back; what never was, or is another dialogue's, does not", async () => {
    const graphId = await newGraph();
    const id = newId("ann");
    const annotation = { id, text: "Check the tides", canvas_x: 1, canvas_y: 2 };
    await sendWell(graphId, [[{ op: "annotation.create", annotation }]]);
    await sendWell(graphId, [[{ op: "annotation.delete", id }], [{ op: "annotation.restore", id }]]);
    expect((await getGraph(graphId)).annotations[0]).toMatchObject(annotation);
    const elsewhere = await newGraph();
    const answer = await send(elsewhere, [
      [{ op: "annotation.restore", id }],
      [{ op: "node.restore", id: newId("node") }],
    ]);
    expect(answer.results.map(({ problem }) => problem?.code)).toEqual(["not_found", "not_found"]);
  });
});

describe("who sent it", () => {
  test("events say which tab, batch and gesture they came from", async () => {
    const graphId = await newGraph();
    const id = newId("node");
    const batch_id = newId("batch");
    await sendWell(graphId, [[{ op: "node.create", node: { id } }]], {
      client_id: "tab-0001",
      batch_id,
      label: "Add a card",
    });
    expect((await lastEvent(id))?.data).toEqual({ client_id: "tab-0001", batch_id, label: "Add a card" });
  });

  test("a tab never conflicts with what it sent before, but with everyone else", async () => {
    const graphId = await newGraph();
    const id = await newNode(graphId, { text: "one" });
    const base = (await getNode(id)).valid_from_seq ?? 0;
    const edit = (fields: object) => [{ op: "node.update", id, patch: fields, base_seq: base }];
    await sendWell(graphId, [edit({ text: "two" })], { client_id: "tab-0001" });
    await sendWell(graphId, [edit({ text: "three" }), edit({ text: "four", title: "t" })], { client_id: "tab-0001" });
    const other = await send(graphId, [edit({ text: "five" })], { client_id: "tab-0002" });
    expect(other.results[0]?.status).toBe("refused");
    const nobody = await send(graphId, [edit({ text: "five" })]);
    expect(nobody.results[0]?.status).toBe("refused");
    await bench.ask(dialogues.updateNode, { params: { ...inProject(), node_id: id }, body: { text: "six" } });
    const late = await send(graphId, [edit({ text: "seven" })], { client_id: "tab-0001" });
    expect(late.results[0]?.status).toBe("refused");
  });

  test("an edit without a base does not raise a conflict for the next one with a base", async () => {
    const graphId = await newGraph();
    const id = await newNode(graphId, { text: "one" });
    const base = (await getNode(id)).valid_from_seq ?? 0;
    await bench.ask(dialogues.updateNode, { params: { ...inProject(), node_id: id }, body: { text: "theirs" } });
    await sendWell(graphId, [
      [{ op: "node.update", id, patch: { text: "mine" } }],
      [{ op: "node.update", id, patch: { title: "mine too" }, base_seq: base }],
    ]);
  });

  test("a base beyond the record is refused at its place", async () => {
    const graphId = await newGraph();
    const id = await newNode(graphId);
    const answer = await send(graphId, [[{ op: "node.update", id, patch: { text: "x" }, base_seq: 1e12 }]]);
    expect(answer.results[0]?.problem).toMatchObject({
      status: 422,
      detail: [{ loc: ["body", "gestures", 0, "operations", 0, "base_seq"] }],
    });
  });

  test("an edit and a move in one batch are not recorded as a move", async () => {
    const graphId = await newGraph();
    const id = await newNode(graphId);
    await sendWell(graphId, [
      [{ op: "node.update", id, patch: { text: "moved and written" } }],
      [{ op: "node.move", id, canvas_x: 1, canvas_y: 1 }],
    ]);
    expect((await lastEvent(id))?.kind).toBe("dialogue_node.updated");
  });
});

describe("resending", () => {
  test("answers what it knows and applies what is new, whether fewer or more come back", async () => {
    const graphId = await newGraph();
    const batch_id = newId("batch");
    const ids = [newId("node"), newId("node"), newId("node")];
    const gestures = ids.map((id) => [{ op: "node.create", node: { id } }]);
    const first = await sendWell(graphId, gestures.slice(0, 2), { batch_id });
    const fewer = await sendWell(graphId, gestures.slice(0, 1), { batch_id });
    expect(fewer.results).toEqual(first.results.slice(0, 1));
    const more = await sendWell(graphId, gestures, { batch_id });
    expect(more.results.slice(0, 2)).toEqual(first.results);
    expect((await getGraph(graphId)).nodes.map(({ id }) => id)).toEqual(ids);
    expect((await sendWell(graphId, gestures, { batch_id })).results).toEqual(more.results);
  });

  const reused = (gestures: number[]) =>
    expect.objectContaining({ code: "idempotency_key_reused", detail: expect.objectContaining({ gestures }) });

  test("another gesture under the same id is refused, and so is another dialogue; nothing is written", async () => {
    const graphId = await newGraph();
    const other = await newGraph();
    const node = await newNode(graphId);
    const batch_id = newId("batch");
    const move = (canvas_x: number) => [{ op: "node.move", id: node, canvas_x, canvas_y: 0 }];
    const first = await sendWell(graphId, [move(1), move(2)], { batch_id });
    const before = await lastEvent(node);
    await expect(send(graphId, [move(1), move(3)], { batch_id })).rejects.toEqual(reused([1]));
    await expect(send(graphId, [move(2), move(1), move(4)], { batch_id })).rejects.toEqual(reused([0, 1]));
    await expect(send(graphId, [move(1), move(2)], { batch_id, label: "Another" })).rejects.toEqual(reused([0, 1]));
    await expect(send(other, [move(1), move(2)], { batch_id })).rejects.toEqual(reused([0, 1]));
    expect(await lastEvent(node)).toEqual(before);
    // Who resends does not matter, nor whether the dialogue is still there.
    await bench.ask(dialogues.delete, { params: { ...inProject(), graph_id: graphId } });
    const again = await send(graphId, [move(1), move(2)], { batch_id, client_id: "another-tab" });
    expect(again.results).toEqual(first.results);
  });

  test("answers older than fingerprints are given again on their own dialogue", async () => {
    const graphId = await newGraph();
    const other = await newGraph();
    const id = newId("node");
    const batch_id = newId("batch");
    const gestures = [[{ op: "node.create", node: { id } }]];
    const first = await sendWell(graphId, gestures, { batch_id });
    await bench.database.writes.execute(
      sql`UPDATE gesture_results SET fingerprint = NULL WHERE project_id = ${projectId} AND batch_id = ${batch_id}`,
    );
    expect((await send(graphId, gestures, { batch_id })).results).toEqual(first.results);
    await expect(send(other, gestures, { batch_id })).rejects.toEqual(reused([0]));
  });

  test("answers are kept for ninety days and removed in pieces after that", async () => {
    const graphId = await newGraph();
    const node = await newNode(graphId);
    const day = 24 * 60 * 60 * 1000;
    const sentAt = Date.now();
    const batches = Array.from({ length: 7 }, () => newId("batch"));
    const move = [[{ op: "node.move", id: node, canvas_x: 5, canvas_y: 5 }]];
    try {
      for (const [n, batch_id] of batches.entries()) {
        bench.time = sentAt + n;
        await sendWell(graphId, move, { batch_id });
      }
    } finally {
      bench.time = null;
    }
    const left = async () => {
      const rows = await bench.database.reads.execute<{ batch_id: string }>(
        sql`SELECT batch_id FROM gesture_results WHERE project_id = ${projectId} ORDER BY created_at`,
      );
      return rows.map(({ batch_id }) => batch_id).filter((batch_id) => batches.includes(batch_id));
    };
    while (await forgetOldGestureResults(bench.database.writes, sentAt + 90 * day, 2));
    expect(await left()).toEqual(batches);
    while (await forgetOldGestureResults(bench.database.writes, sentAt + 100 * day + 4, 2));
    expect(await left()).toEqual(batches.slice(5));
  });

  test("whatever ids are used again: what was answered as applied was written once, and nothing else was", async () => {
    const sending = fc.record({
      batch: fc.nat(2),
      graph: fc.nat(1),
      moves: fc.array(fc.nat(2), { minLength: 1, maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(sending, { minLength: 1, maxLength: 10 }), async (sendings) => {
        const graphs = [await newGraph(), await newGraph()];
        const nodes = [await newNode(graphs[0] ?? ""), await newNode(graphs[1] ?? "")];
        const ids = [newId("batch"), newId("batch"), newId("batch")];
        const filed = new Map<number, { graph: number; moves: number[] }>();
        const positions = [null, null] as (number | null)[];
        const moved = [0, 0];
        for (const { batch, graph, moves } of sendings) {
          const known = filed.get(batch);
          const isOther =
            known !== undefined &&
            (known.graph !== graph || moves.some((move, n) => n < known.moves.length && known.moves[n] !== move));
          const operations = moves.map((canvas_x) => [
            { op: "node.move", id: nodes[graph] ?? "", canvas_x, canvas_y: 0 },
          ]);
          const sent = send(graphs[graph] ?? "", operations, { batch_id: ids[batch] ?? "" });
          if (isOther) await expect(sent).rejects.toMatchObject({ code: "idempotency_key_reused" });
          else {
            expect((await sent).results.map(({ status }) => status)).toEqual(moves.map(() => "applied"));
            const fresh = moves.slice(known?.moves.length ?? 0);
            // The moves of one batch are one event, if the node ends elsewhere than it began.
            const last = fresh.at(-1);
            if (last !== undefined && last !== positions[graph]) {
              positions[graph] = last;
              moved[graph] = (moved[graph] ?? 0) + 1;
            }
            filed.set(batch, { graph, moves: [...(known?.moves ?? []), ...fresh] });
          }
        }
        for (const [graph, node] of nodes.entries()) {
          const { events } = await bench.ask(record.history, { params: { ...inProject(), subject_id: node } });
          expect(events.filter(({ kind }) => kind === "dialogue_node.moved")).toHaveLength(moved[graph] ?? 0);
          expect((await getNode(node)).canvas_x).toBe(positions[graph] ?? null);
        }
      }),
      { numRuns: rounds({ gate: 10, full: 100 }) },
    );
  });
});
