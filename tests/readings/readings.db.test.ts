import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { noThreads } from "#server/operation/threads.ts";
import { registry } from "#server/operations.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { dialogues, entities, record, readings, variables } = registry;

let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

/** A gate where one pays or leaves, and an inn in a dialogue of its own behind it. */
async function gate() {
  const project_id = await bench.newProject("Readings");
  const params = { project_id };
  const dialogue = async (name: string) => (await bench.ask(dialogues.create, { params, body: { name } })).id;
  const [graph_id, inn] = [await dialogue("The gate"), await dialogue("The inn")];
  const [keeper, away, bed] = [newId("node"), newId("node"), newId("node")];
  const [pay, leave, sleep] = [newId("br"), newId("br"), newId("br")];
  const add = (graph: string, body: object) =>
    bench.ask(dialogues.createNode, { params: { project_id, graph_id: graph }, body });
  await add(graph_id, { id: away, kind: "end", text: "You walk back." });
  await add(inn, { id: bed, text: "A bed for {price}.", branches: [{ id: sleep, choice_text: "Sleep" }] });
  await add(graph_id, {
    id: keeper,
    text: "Halt!",
    speaker_label: "Odo",
    branches: [
      { id: pay, choice_text: "Pay", target_graph_id: inn, target_node_id: bed },
      { id: leave, choice_text: "Leave", target_node_id: away },
    ],
  });
  await bench.ask(dialogues.update, { params: { project_id, graph_id }, body: { start_node_id: keeper } });
  const { id: price } = await bench.ask(variables.create, {
    params,
    body: { name: "price", type: "integer", default: 3 },
  });
  const edit = (node_id: string, body: object) =>
    bench.ask(dialogues.updateNode, { params: { project_id, node_id }, body });
  const keep = (name: string, branches: string[], more: object = {}) =>
    bench.ask(readings.create, {
      params,
      body: { graph_id, name, seed: 7, steps: branches.map((branch_id) => ({ branch_id })), ...more },
    });
  const check = (query: object = {}) => bench.ask(readings.check, { params, query: { ...query } });
  const about = (reading_id: string) => ({ params: { project_id, reading_id } });
  const cause = async (reading_id: string) => (await bench.ask(readings.cause, about(reading_id))).commit;
  const head = async () =>
    (await bench.ask(record.commits, { params, query: { limit: 1 } })).commits[0]?.commit_seq ?? 0;
  const nodes = { keeper, away, bed };
  const ways = { pay, leave, sleep };
  return { project_id, params, graph_id, inn, nodes, ways, price, edit, keep, check, about, cause, head };
}

describe("a kept reading", () => {
  test("keeps what is said and chosen across dialogues, and is the same until a line is another", async () => {
    const { graph_id, inn, nodes, ways, keep, check, edit, params } = await gate();
    const kept = await keep("To the inn", [ways.pay]);
    expect(
      kept.lines.map(({ kind, step, graph_id: graph, text, speaker_label }) => [
        kind,
        step,
        graph,
        text,
        speaker_label,
      ]),
    ).toEqual([
      ["said", 0, graph_id, "Halt!", "Odo"],
      ["chosen", 1, graph_id, "Pay", null],
      ["said", 1, inn, "A bed for 3.", null],
      ["halt", 1, inn, "open", null],
    ]);
    expect(kept).toMatchObject({ reaches: [graph_id, inn], seed: 7, steps: [{ branch_id: ways.pay, event: null }] });
    await keep("Away", [ways.leave]);
    expect((await check()).readings.map(({ name, state }) => [name, state])).toEqual([
      ["To the inn", "same"],
      ["Away", "same"],
    ]);
    expect((await check({ graph_id: inn })).readings.map(({ name }) => name)).toEqual(["To the inn"]);
    const before = await bench.ask(record.commits, { params, query: { limit: 1 } });
    await edit(nodes.bed, { text: "A bed, and soup, for {price}." });
    expect((await check()).readings).toMatchObject([
      {
        reading_id: kept.id,
        state: "diverged",
        step: 1,
        reason: null,
        kept: { text: "A bed for 3." },
        now: { text: "A bed, and soup, for 3.", node_id: nodes.bed },
      },
      { state: "same" },
    ]);
    const then = await check({ at_seq: before.commits[0]?.commit_seq });
    expect(then.readings.map(({ state }) => state)).toEqual(["same", "same"]);
  });

  test("pages are cut where they are asked to be, in the order in which readings were kept", async () => {
    const { ways, keep, check } = await gate();
    for (const name of ["One", "Two", "Three"]) await keep(name, [ways.leave]);
    const page = await check({ limit: 2 });
    expect(page).toMatchObject({ total: 3, has_more: true, readings: [{ name: "One" }, { name: "Two" }] });
    expect(await check({ limit: 2, offset: 2 })).toMatchObject({ has_more: false, readings: [{ name: "Three" }] });
  });

  test("what cannot be done is refused when it is kept, at its step; values begin as they are told", async () => {
    const { ways, nodes, keep, price } = await gate();
    expect(await refusal(keep("Nowhere", [ways.pay, ways.leave]))).toMatchObject({
      items: [{ loc: ["body", "steps", 1] }],
    });
    expect(await refusal(keep("Nowhere", [], { from_node_id: nodes.bed }))).toMatchObject({
      items: [{ loc: ["body", "from_node_id"] }],
    });
    expect(await refusal(keep("Nowhere", [], { graph_id: newId("dlg") }))).toMatchObject({ code: "not_found" });
    const rich = await keep("Dear", [ways.pay], { variables: { price: 40 } });
    expect(rich).toMatchObject({ variables: { [price]: 40 } });
    expect(rich.lines[2]).toMatchObject({ text: "A bed for 40." });
    const started = await keep("From the end", [], { from_node_id: nodes.away });
    expect(started.lines.map(({ text }) => text)).toEqual(["You walk back.", "ending"]);
  });

  test("says why it cannot be played: a choice is gone, and then the dialogue is", async () => {
    const { graph_id, params, project_id, nodes, ways, keep, check, edit, about, cause, head } = await gate();
    const { id } = await keep("Away", [ways.leave]);
    await edit(nodes.keeper, { branches: [{ id: ways.pay, choice_text: "Pay" }] });
    const removal = await head();
    expect((await check()).readings).toMatchObject([
      { state: "unplayable", reason: "not_offered", step: 1, kept: { kind: "chosen", text: "Leave" }, now: null },
    ]);
    expect(await cause(id)).toMatchObject({ commit_seq: removal, actor: bench.caller.actor });
    expect(await refusal(bench.ask(readings.keep, about(id)))).toMatchObject({ code: "reading_state" });
    await bench.ask(record.takeBack, { params: { project_id, commit_seq: String(removal) }, body: {} });
    expect((await check()).readings).toMatchObject([{ state: "same" }]);
    await bench.ask(dialogues.delete, { params: { ...params, graph_id } });
    expect((await check()).readings).toMatchObject([{ state: "unplayable", reason: "dialogue_gone", step: 0 }]);
    expect(await refusal(bench.ask(readings.keep, about(id)))).toMatchObject({ code: "reading_state" });
  });

  test("whose change did it is found among many that did not, taken back, and it is the same again", async () => {
    const { params, project_id, nodes, ways, price, keep, check, edit, cause, head } = await gate();
    const { id } = await keep("To the inn", [ways.pay]);
    expect(await cause(id)).toBeNull();
    for (let nth = 0; nth < 4; nth++) await edit(nodes.away, { text: `You walk back, ${nth}.` });
    await bench.ask(variables.update, { params: { ...params, variable_id: price }, body: { default: 5 } });
    const change = await head();
    for (let nth = 0; nth < 5; nth++) await edit(nodes.away, { text: `You stroll back, ${nth}.` });
    await bench.ask(entities.create, { params, body: { external_id: "mara", type: "character", name: "Mara" } });
    const found = await cause(id);
    expect(found).toMatchObject({ commit_seq: change, change_total: 1 });
    expect(found?.changes).toMatchObject([{ subject_type: "variable", subject_id: price, fields: ["/default"] }]);
    await bench.ask(record.takeBack, { params: { project_id, commit_seq: String(change) }, body: {} });
    expect((await check()).readings).toMatchObject([{ state: "same" }]);
    expect(await cause(id)).toBeNull();
  });

  test("of several changes the one that made the first other line is named, then the next", async () => {
    const { project_id, nodes, ways, keep, edit, cause, check, head } = await gate();
    const { id } = await keep("To the inn", [ways.pay]);
    await edit(nodes.bed, { text: "No beds." });
    const later = await head();
    await edit(nodes.away, { text: "You run." });
    await edit(nodes.keeper, { text: "Stop!" });
    const earlier = await head();
    await edit(nodes.away, { text: "You walk." });
    const back = (seq: number) =>
      bench.ask(record.takeBack, { params: { project_id, commit_seq: String(seq) }, body: {} });
    expect((await check()).readings).toMatchObject([{ state: "diverged", now: { text: "Stop!" } }]);
    expect(await cause(id)).toMatchObject({ commit_seq: earlier });
    await back(earlier);
    expect((await check()).readings).toMatchObject([{ state: "diverged", now: { text: "No beds." } }]);
    expect(await cause(id)).toMatchObject({ commit_seq: later });
    await back(later);
    expect(await cause(id)).toBeNull();
  });

  test("a check after any change comes to what one comes to that remembers nothing", async () => {
    const { project_id, params, graph_id, inn, nodes, ways, price, keep, edit, head } = await gate();
    await keep("To the inn", [ways.pay]);
    await keep("Away", [ways.leave]);
    await keep("Through the inn", [ways.pay, ways.sleep]);
    await keep("From the end", [], { from_node_id: nodes.away });
    const node = (node_id: string) => ({ params: { project_id, node_id } });
    const undo = async () =>
      bench.ask(record.takeBack, { params: { project_id, commit_seq: String(await head()) }, body: {} });
    const changes: [string, () => Promise<unknown>][] = [
      ["a line", () => edit(nodes.bed, { text: "No beds, {price}." })],
      ["another line", () => edit(nodes.away, { text: "You run." })],
      [
        "a variable",
        () => bench.ask(variables.update, { params: { ...params, variable_id: price }, body: { default: 9 } }),
      ],
      [
        "a new node",
        () => bench.ask(dialogues.createNode, { params: { ...params, graph_id }, body: { text: "Aside" } }),
      ],
      [
        "the start",
        () => bench.ask(dialogues.update, { params: { ...params, graph_id }, body: { start_node_id: nodes.away } }),
      ],
      [
        "no start",
        () => bench.ask(dialogues.update, { params: { ...params, graph_id }, body: { start_node_id: null } }),
      ],
      ["a node gone", () => bench.ask(dialogues.deleteNode, node(nodes.away))],
      ["a node back", undo],
      ["a dialogue gone", () => bench.ask(dialogues.delete, { params: { ...params, graph_id: inn } })],
      ["a dialogue back", undo],
      [
        "a name",
        () => bench.ask(variables.update, { params: { ...params, variable_id: price }, body: { name: "cost" } }),
      ],
      [
        "the other start",
        () => bench.ask(dialogues.update, { params: { ...params, graph_id }, body: { start_node_id: nodes.keeper } }),
      ],
    ];
    const seqs: { what: string; seq: number; check: unknown }[] = [];
    for (const [what, change] of changes) {
      await change();
      const check = await bench.ask(readings.check, { params, query: {} });
      seqs.push({ what, seq: check.seq, check });
    }
    for (const { what, seq, check } of seqs.toReversed()) {
      vi.resetModules();
      const fresh = await import("#server/features/readings/play-reading.ts");
      const { ReadingPlayer } = await import("#server/features/readings/play-aside.ts");
      const { readingResource } = await import("#server/features/readings/reading.ts");
      const { findVersions } = await import("#server/record/versions.ts");
      const db = bench.database.reads;
      const kept = await findVersions(db, readingResource, project_id, {}, seq);
      const full = [];
      for (const reading of kept) {
        const player = new ReadingPlayer(noThreads, { workspace: bench.caller.workspaceId });
        const story = await fresh.storyAt(db, reading, seq);
        for await (const check of fresh.checkReadings(player, [reading], story)) full.push(check);
      }
      expect({ what, readings: full }).toEqual({ what, readings: (check as { readings: unknown }).readings });
    }
  });

  test("is kept as it is now, renamed, deleted and brought back, each in the record", async () => {
    const { params, project_id, nodes, ways, keep, check, edit, about } = await gate();
    const { id } = await keep("To the inn", [ways.pay]);
    await edit(nodes.bed, { text: "No beds." });
    const now = await bench.ask(readings.keep, about(id));
    expect(now.lines[2]).toMatchObject({ text: "No beds." });
    expect((await check()).readings).toMatchObject([{ state: "same", kept_seq: now.kept_seq }]);
    await bench.ask(readings.update, { ...about(id), body: { name: "No room" } });
    await bench.ask(readings.delete, about(id));
    expect((await check()).total).toBe(0);
    await bench.ask(readings.restore, { ...about(id), body: {} });
    expect(await bench.ask(readings.get, about(id))).toMatchObject({ name: "No room" });
    const events = await bench.ask(record.events, { params, query: { limit: 50, subject_id: id } });
    expect(events.events.map(({ kind }) => kind)).toEqual([
      "reading.created",
      "reading.kept",
      "reading.updated",
      "reading.deleted",
      "reading.restored",
    ]);
    expect((await bench.replay(project_id)).differences).toEqual([]);
  });
});
