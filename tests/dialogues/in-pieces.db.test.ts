import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ValidationProblem } from "#server/kernel/problem.ts";
import { registry } from "#server/operations.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { dialogues } = registry;

/** Nodes of two pieces and some. */
const NODES = 1_030;

let bench: Workbench;
let project_id: string;

beforeAll(async () => {
  bench = await openWorkbench();
  project_id = await bench.newProject();
});
afterAll(() => bench.close());

const quay = { key: "quay", title: "At the quay", color: "stone" };

/** A story whose first node asks whether a way out of its last one was taken. */
function story(words: string, last: number, more: object = {}) {
  const nodes = Array.from({ length: last + 1 }, (_, i) => ({
    key: `n${i}`,
    text: i % 100 === 0 ? words : `Line ${i}.`,
    group_key: i % 5 === 0 ? "quay" : null,
    conditions: i === 0 ? [{ op: "gte", args: [{ fn: "visits", args: [{ ref: "way" }] }, { lit: 1 }] }] : [],
    branches: [{ key: i === 700 ? "way" : null, target_key: `n${(i + 1) % (last + 1)}` }],
  }));
  Object.assign(nodes.at(-1) ?? {}, more);
  const graphs = [{ key: "tide", name: "Tide", nodes, groups: [quay] }];
  return { format: "fabula_json", version: 1, name: null, graphs, variables: [], entities: [] };
}

const send = (content: unknown, dry_run = false) =>
  bench.ask(dialogues.import, { params: { project_id }, body: { format: "fabula_json", content, dry_run } });
const read = (graph_id: string) => bench.ask(dialogues.get, { params: { project_id, graph_id } });

async function head(): Promise<number> {
  const [row] = await bench.database.reads.execute<{ last_seq: number }>(
    sql`SELECT last_seq FROM project_heads WHERE project_id = ${project_id}`,
  );
  return row?.last_seq ?? 0;
}

/**
 * Reads the events recorded after a sequence: their commits, and their kinds with the number that follow one another.
 */
async function recorded(afterSeq: number) {
  const events = await bench.database.reads.execute<{ seq: number; commit_seq: number; kind: string }>(
    sql`SELECT seq, commit_seq, kind FROM events WHERE project_id = ${project_id} AND seq > ${afterSeq} ORDER BY seq`,
  );
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => afterSeq + 1 + index));
  const runs: [kind: string, count: number][] = [];
  for (const { kind } of events) {
    const run = runs.at(-1);
    if (run?.[0] === kind) run[1] += 1;
    else runs.push([kind, 1]);
  }
  return { commits: [...new Set(events.map(({ commit_seq }) => commit_seq))], runs };
}

describe("a story of several pieces", () => {
  let graph = "";

  test("is tried out as it will be imported, and leaves nothing", async () => {
    const before = await head();
    const tried = await send(story("Ebb.", NODES), true);
    expect(tried.written.nodes).toEqual({ created: NODES + 1, updated: 0, deleted: 0, unchanged: 0 });
    expect(await recorded(before)).toEqual({ commits: [], runs: [] });
  });

  test("is one commit, in the order of the file, and names what lies in a later piece", async () => {
    const before = await head();
    const made = await send(story("Ebb.", NODES));
    graph = made.graphs[0]?.id ?? "";
    expect(await recorded(before)).toEqual({
      commits: [before + 2 + NODES + 1],
      runs: [
        ["dialogue.created", 1],
        ["dialogue_group.created", 1],
        ["dialogue_node.created", NODES + 1],
      ],
    });
    const { nodes } = await read(graph);
    expect(nodes.map(({ source }) => source?.key)).toEqual(Array.from({ length: NODES + 1 }, (_, i) => `n${i}`));
    expect(nodes[0]?.conditions[0]).toMatchObject({ args: [{ args: [{ ref: nodes[700]?.branches[0]?.id }] }, {}] });
    expect(nodes.at(-1)?.branches[0]?.target_node_id).toBe(nodes[0]?.id);
  });

  test("is one commit of what changed when it comes again", async () => {
    const before = await head();
    const ids = (await read(graph)).nodes.map(({ id }) => id);
    expect((await send(story("Ebb.", NODES))).written.nodes).toMatchObject({ updated: 0, unchanged: NODES + 1 });
    expect(await head()).toBe(before);
    const again = await send(story("Flood.", NODES - 1));
    // The last node went, and the one before leads to the first instead.
    expect(again.written.nodes).toEqual({ created: 0, updated: 12, deleted: 1, unchanged: NODES - 12 });
    expect(await recorded(before)).toEqual({
      commits: [before + 13],
      runs: [
        ["dialogue_node.updated", 12],
        ["dialogue_node.deleted", 1],
      ],
    });
    expect((await read(graph)).nodes.map(({ id }) => id)).toEqual(ids.slice(0, -1));
  });

  test("is refused whole for what is wrong in its last piece", async () => {
    const before = await head();
    const branches = Array.from({ length: 200 }, (_, i) => ({
      target_key: "n0",
      choice_text: `${i} ${"x".repeat(9_990)}`,
    }));
    const extended = branches.map((each) => ({ ...each, extensions: { tool: "x".repeat(2_000) } }));
    const refused = await send(story("Ebb.", NODES, { branches: extended })).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ValidationProblem);
    expect((refused as ValidationProblem).items).toMatchObject([{ loc: ["body", "content", "n1030", "branches"] }]);
    expect(await recorded(before)).toEqual({ commits: [], runs: [] });
  });

  test("is duplicated as one commit, and what pointed inside it points inside the copy", async () => {
    const before = await head();
    const copy = await bench.ask(dialogues.duplicate, { params: { project_id, graph_id: graph }, body: {} });
    expect(copy.node_count).toBe(NODES);
    expect(await recorded(before)).toEqual({
      commits: [before + 2 + NODES],
      runs: [
        ["dialogue.created", 1],
        ["dialogue_group.created", 1],
        ["dialogue_node.created", NODES],
      ],
    });
    const [there, here] = [await read(graph), await read(copy.id)];
    const ids = new Map(there.nodes.map(({ id }, index) => [id, here.nodes[index]?.id]));
    expect(here.nodes.map(({ text }) => text)).toEqual(there.nodes.map(({ text }) => text));
    const targets = ({ nodes }: typeof here) => nodes.map(({ branches }) => branches[0]?.target_node_id ?? "");
    expect(targets(here)).toEqual(targets(there).map((id) => ids.get(id)));
    expect(here.nodes.map(({ group_id }) => group_id)).toEqual(
      there.nodes.map(({ group_id }) => (group_id === null ? null : here.groups[0]?.id)),
    );
    const way = here.nodes[700]?.branches[0]?.id;
    expect(way).not.toBe(there.nodes[700]?.branches[0]?.id);
    expect(here.nodes[0]?.conditions[0]).toMatchObject({ args: [{ args: [{ ref: way }] }, {}] });
  });

  test("is told the same by a replay", async () => {
    expect((await bench.replay(project_id)).differences).toEqual([]);
  });
});
