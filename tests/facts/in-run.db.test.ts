import { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readStory } from "#server/features/runs/public.ts";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import { splitLines } from "#server/record/backup/lines.ts";
import { restoreBackup } from "#server/record/backup/restore.ts";
import { backupLines } from "#server/record/backup/write.ts";
import { sealed } from "#server/record/sealed-lines.ts";
import { resources } from "#server/resources.ts";
import { Story } from "#tests/record/story.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { context, dialogues, entities, facts, projects, relationships, runs, secrets, variables } = registry;
let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

type Query = Record<string, unknown>;

/** Odo at the gate, whom a card tells who forged the seal, and a guild that Wenna belongs to. */
async function begin() {
  const story = await Story.begin(bench);
  await story.ask(projects.update, { body: { knowing_types: ["member_of"] } });
  const [odo, wenna, guild] = [await story.place("odo"), await story.place("wenna"), await story.place("guild")];
  await story.ask(relationships.create, { body: { type: "member_of", source_id: wenna, target_id: guild } });
  const fact = async (text: string, known_by: string[] | "everyone" = []) =>
    (await story.ask(facts.create, { body: { text, subject_id: odo, predicate: "did", known_by } })).id;
  const seal = await fact("Odo forged the seal.");
  const coins = await story.ask(variables.create, { body: { name: "coins", type: "number", default: 3 } });
  const { id: graph_id } = await story.ask(dialogues.create, { body: { name: "Gate" } });
  const [first, second, tells, loops] = [newId("node"), newId("node"), newId("br"), newId("br")];
  const effects = [
    { op: "fact.tell", target: odo, key: seal, value: { lit: "heard" } },
    { op: "set", target: coins.id, value: { lit: 2 } },
  ];
  for (const [id, text, branches] of [
    [first, "Who forged the seal, marigold?", [{ id: tells, choice_text: "Ask", target_node_id: second, effects }]],
    [
      second,
      "You forged it, hawthorn, for {coins}.",
      [
        {
          id: loops,
          choice_text: "On",
          target_node_id: first,
          conditions: [{ fn: "knows", args: [{ lit: odo }, { lit: seal }] }],
        },
      ],
    ],
  ] as const)
    await story.ask(dialogues.createNode, { params: { graph_id }, body: { id, text, branches } });
  const start = async (body: object = {}) =>
    (await story.ask(runs.start, { params: { graph_id }, body: { seed: 1, ...body } })).id;
  const choose = (run_id: string, branch_id: string, step: number) =>
    story.ask(runs.choose, { params: { run_id }, body: { branch_id, step } });
  const known = async (entity_id: string, query: Query = {}) =>
    (await story.ask(facts.knowledge, { params: { entity_id }, query })).knowledge;
  const list = async (query: Query) => (await story.ask(facts.list, { query })).facts;
  return { story, odo, wenna, guild, seal, fact, graph_id, first, second, tells, loops, start, choose, known, list };
}

test("a story has who knew what by groups at its own sequence, whichever was read before", async () => {
  const { story, odo, guild, seal, graph_id } = await begin();
  await story.ask(facts.tell, { params: { fact_id: seal }, body: { to: [guild], how: "told", from: null } });
  await story.ask(relationships.create, { body: { type: "member_of", source_id: odo, target_id: guild } });
  const known = async () => {
    const place = { projectId: story.projectId, graphId: graph_id, seq: await story.seq() };
    return (await readStory(bench.database.reads, place)).dialogue.world?.knowledge;
  };
  expect(await known()).toEqual([{ entity_id: odo, fact_id: seal }]);
  await story.ask(projects.update, { body: { knowing_types: [] } });
  expect(await known()).toEqual([]);
});

test("what a dialogue told in a playthrough is known in it, and nowhere else", async () => {
  const { story, odo, seal, tells, start, choose, known, list } = await begin();
  const [run, other] = [await start(), await start()];
  expect(await known(odo, { run })).toEqual([]);
  await choose(run, tells, 0);
  const [own, ...rest] = await known(odo, { run });
  expect([own, rest]).toMatchObject([
    { fact: { id: seal, known_by: [odo] }, since: null, through: [odo], told: { how: "heard", from: null } },
    [],
  ]);
  for (const query of [{}, { run: other }]) expect(await known(odo, query)).toEqual([]);
  expect((await list({ run, as: odo })).map(({ id }) => id)).toEqual([seal]);
  expect(await list({ run: other, as: odo })).toEqual([]);
  expect((await list({ run }))[0]).toMatchObject({ known_by: [odo], told: { [odo]: { how: "heard" } } });
  const one = (query: Query) => story.ask(facts.get, { params: { fact_id: seal }, query });
  expect(await one({ run, as: odo })).toMatchObject({ id: seal });
  await expect(one({ run: other, as: odo })).rejects.toMatchObject({ code: "not_found" });
  expect((await one({})).known_by).toEqual([]);
  // A step back, and the way there again.
  await story.ask(runs.back, { params: { run_id: run }, body: { step: 1 } });
  expect(await known(odo, { run })).toEqual([]);
  await choose(run, tells, 2);
  expect(await known(odo, { run })).toHaveLength(1);
});

test("a telling in a playthrough is a step of it: groups know, saves and forks remember, and the record has nothing", async () => {
  const { story, odo, wenna, guild, fact, known, list, start, choose, tells } = await begin();
  const gold = await fact("The guild hides gold.");
  const run = await start();
  const seq = await story.seq();
  const params = { fact_id: gold };
  const told = await story.ask(facts.tell, { params, body: { run, to: [guild], how: "saw", from: odo } });
  expect(told).toMatchObject({ known_by: [guild], told: { [guild]: { how: "saw", from: odo } }, run_step: 1 });
  expect(await known(wenna, { run })).toMatchObject([
    { fact: { id: gold }, since: null, through: [guild], told: { how: "saw", from: odo } },
  ]);
  expect(await story.seq()).toBe(seq);
  // Sent again with its step, it is answered as before; something else at that step is refused.
  const again = { run, step: 0, to: [guild], how: "saw", from: odo };
  expect((await story.ask(facts.tell, { params, body: again })).run_step).toBe(1);
  await expect(story.ask(facts.tell, { params, body: { ...again, how: "heard" } })).rejects.toMatchObject({
    code: "run_step",
  });
  await story.ask(runs.save, {
    params: { run_id: run },
    body: { id: "sav_00000000000000000000000001", label: "Told" },
  });
  const untold = await story.ask(facts.untell, { params, body: { run, to: [guild, wenna] } });
  expect(untold).toMatchObject({ fact: { known_by: [] }, still_knows_by: [], run_step: 2 });
  expect(await known(wenna, { run })).toEqual([]);
  const fork = await story.ask(runs.fork, {
    params: { run_id: run },
    body: { save_id: "sav_00000000000000000000000001" },
  });
  expect((await known(wenna, { run: fork.id })).map((each) => each.fact.id)).toEqual([gold]);
  await choose(fork.id, tells, 1);
  expect((await list({ run: fork.id, as: odo })).map(({ text }) => text)).toEqual(["Odo forged the seal."]);
  expect(await known(odo, { run })).toEqual([]);
  await story.ask(runs.delete, { params: { run_id: run } });
  expect(await known(wenna, { run: fork.id })).toHaveLength(1);
  await expect(known(wenna, { run })).rejects.toMatchObject({ items: [{ loc: ["query", "run"] }] });
  expect((await bench.replay(story.projectId)).differences).toEqual([]);
});

test("a fact superseded in a playthrough does not hold there, and the one in its place exists only there", async () => {
  const { story, odo, wenna, guild, seal, fact, known, list, start } = await begin();
  const gate = await fact("The gate is shut.", "everyone");
  const [run, other] = [await start(), await start()];
  const seq = await story.seq();
  const supersede = (fact_id: string, body: object) =>
    story.ask(facts.supersede, { params: { fact_id }, body: { run, ...body } });
  const by = { text: "The gate stands open.", known_by: [guild], subject_id: odo, predicate: "did" };
  const done = await supersede(gate, { by, reason: "The flood." });
  expect(done).toMatchObject({
    fact: { id: gate, superseded_by: done.by.id, superseded_reason: "The flood.", superseded_mode: "from" },
    by: { text: by.text, known_by: [guild], supersedes: [gate] },
    run_step: 1,
  });
  expect(await story.seq()).toBe(seq);
  const texts = async (as: string, query: Query = {}) =>
    (await known(as, { run, ...query })).map((each) => each.fact.text);
  // Odo does not know the newer one: for him the older one holds.
  expect(await texts(odo)).toEqual(["The gate is shut."]);
  expect(await known(wenna, { run })).toMatchObject([
    { fact: { id: done.by.id, text: by.text }, since: null, instead_of: [{ fact_id: gate, mode: "from" }] },
  ]);
  expect(await texts(wenna, { run: other })).toEqual(["The gate is shut."]);
  expect((await list({ run, superseded: false, sort_by: "created_at" })).map(({ text }) => text).sort()).toEqual(
    ["Odo forged the seal.", by.text].sort(),
  );
  expect((await list({ run, superseded: true })).map(({ id }) => id)).toEqual([gate]);
  expect((await list({ run, q: "stands open", as: wenna })).map(({ id }) => id)).toEqual([done.by.id]);
  expect(await story.ask(facts.get, { params: { fact_id: done.by.id }, query: { run } })).toMatchObject({
    text: by.text,
  });
  for (const query of [{}, { run: other }])
    await expect(story.ask(facts.get, { params: { fact_id: done.by.id }, query })).rejects.toMatchObject({
      code: "not_found",
    });
  // What was made there can be told and superseded there; no circle can be made.
  await story.ask(facts.tell, { params: { fact_id: done.by.id }, body: { run, to: [odo], how: "told" } });
  expect(await texts(odo)).toEqual([by.text]);
  await expect(supersede(done.by.id, { by: gate, reason: "No." })).rejects.toMatchObject({
    items: [{ loc: ["body", "by"] }],
  });
  await supersede(done.by.id, { by: seal, reason: "Never so.", mode: "retcon" });
  expect(await texts(odo)).toEqual(["The gate is shut."]);
  await story.ask(runs.back, { params: { run_id: run }, body: { step: 3 } });
  expect(await texts(odo)).toEqual([by.text]);
  // Whoever may not know of its subject knows nothing of it.
  await story.ask(secrets.create, { body: { subject_id: odo, known_by: [] } });
  expect(await texts(wenna, { at_seq: await story.seq() })).toEqual([]);
  expect((await bench.replay(story.projectId)).differences).toEqual([]);
});

test("a context in a playthrough has what it taught, and the lines that it came by; its receipt names it and replays", async () => {
  const { story, odo, wenna, seal, start, choose, tells, fact, guild } = await begin();
  const gate = await fact("The gate is shut.", "everyone");
  const [run, other] = [await start(), await start()];
  await choose(run, tells, 0);
  const ask = (query: string, body: object = {}) =>
    story.ask(context.assemble, { body: { query, token_budget: 500, as: odo, ...body } });
  const ids = (answer: Awaited<ReturnType<typeof ask>>) =>
    answer.sections.flatMap(({ items }) => items.map(({ id }) => id));
  const texts = (answer: Awaited<ReturnType<typeof ask>>) =>
    answer.sections.flatMap(({ items }) => items.map(({ text }) => text)).join(" | ");
  const asked = await ask("Who forged the seal?", { run });
  expect(ids(asked)).toContain(seal);
  expect(asked.run).toEqual({ id: run, step: 1 });
  for (const body of [{}, { run: other }]) expect(ids(await ask("Who forged the seal?", body))).not.toContain(seal);
  const [record, inRun] = [await ask("gate"), asked];
  expect(inRun.withheld).toBe(record.withheld - 1);
  expect(texts(await ask("hawthorn marigold", { run, as: null }))).toContain("hawthorn, for 2.");
  expect(texts(await ask("hawthorn marigold", { run: other, as: null }))).not.toContain("hawthorn");
  expect(texts(await ask("hawthorn marigold", { run: other, as: null }))).toContain("marigold");
  expect(texts(await ask("hawthorn marigold", { run: other, as: null, dialogue: "all" }))).toContain(
    "hawthorn, for 3.",
  );
  await expect(ask("gate", { dialogue: "played" })).rejects.toMatchObject({ items: [{ loc: ["body", "dialogue"] }] });
  const body = { run, by: { text: "The gate burnt down.", known_by: [guild] }, reason: "Fire." };
  const { by } = await story.ask(facts.supersede, { params: { fact_id: gate }, body });
  expect(ids(await ask("gate", { run, as: wenna }))).toEqual([by.id]);
  expect(ids(await ask("gate", { run }))).toEqual([gate]);
  const receipt = await story.ask(context.getReceipt, { params: { receipt_id: asked.receipt_id } });
  expect(receipt).toMatchObject({ run: { id: run, step: 1 }, dialogue: "played" });
  const replayed = await story.ask(context.replay, { params: { receipt_id: asked.receipt_id } });
  expect([replayed.equal, replayed.context.run]).toEqual([true, { id: run, step: 1 }]);
});

test("an export leaves what only a playthrough knows behind; a backup brings it back, and it plays on there", async () => {
  const { story, wenna, guild, fact, start, choose, tells } = await begin();
  const gate = await fact("The gate is shut.", "everyone");
  const run = await start();
  const body = { run, by: { text: "The gate burnt down.", known_by: [guild] }, reason: "Fire." };
  const { by } = await story.ask(facts.supersede, { params: { fact_id: gate }, body });
  const { content } = await story.ask(projects.exportProject, { query: { contents: "history" } });
  expect([content.includes("is shut"), content.includes("burnt down"), content.includes(by.id)]).toEqual([
    true,
    false,
    false,
  ]);
  const text = await bench.snapshot(async (db) => {
    let whole = "";
    for await (const piece of sealed(backupLines(db, { projectId: story.projectId, now: 0 }))) whole += piece;
    return whole;
  });
  const target = await openWorkbench({ reads: 2, writes: 2 });
  try {
    await target.database.writes.execute(
      sql`INSERT INTO workspaces (id, name, plan, created_at) VALUES (${bench.caller.workspaceId}, 'Lantern', 'studio', now())`,
    );
    const options = { projectId: null, workspaceId: null, intoEmpty: false };
    await restoreBackup(target.database, resources, () => splitLines(Readable.from([Buffer.from(text)])), options);
    const params = { project_id: story.projectId };
    const known = () =>
      target.ask(facts.knowledge, { params: { ...params, entity_id: wenna }, query: { run }, caller: bench.caller });
    expect((await known()).knowledge.map((each) => each.fact.text)).toEqual(["The gate burnt down."]);
    await target.ask(runs.back, { params: { ...params, run_id: run }, body: { step: 1 }, caller: bench.caller });
    expect((await known()).knowledge.map((each) => each.fact.text)).toEqual(["The gate is shut."]);
  } finally {
    await target.close();
  }
  await choose(run, tells, 1);
});

test("twenty callers tell twenty people at once in one playthrough: twenty know, by a step each", async () => {
  const { story, seal, start, list } = await begin();
  const people: string[] = [];
  for (let at = 0; at < 20; at++) people.push(await story.place(`person-${at}`));
  const run = await start();
  const told = await Promise.all(
    people.map((each) => story.ask(facts.tell, { params: { fact_id: seal }, body: { run, to: [each], how: "told" } })),
  );
  expect(told.map(({ run_step }) => run_step).sort((a, b) => Number(a) - Number(b))).toEqual(
    people.map((_, at) => at + 1),
  );
  expect([...((await list({ run }))[0]?.known_by ?? [])].sort()).toEqual([...people].sort());
});

test("a playthrough that is over can be told more, and stays over", async () => {
  const { story, odo, wenna, seal, known } = await begin();
  const { id: graph_id } = await story.ask(dialogues.create, { body: { name: "A word" } });
  await story.ask(dialogues.createNode, { params: { graph_id }, body: { kind: "end", text: "Farewell." } });
  const { id: run, status } = await story.ask(runs.start, { params: { graph_id }, body: {} });
  const seq = await story.seq();
  const tell = { run, to: [wenna], how: "told", from: odo };
  expect([status, (await story.ask(facts.tell, { params: { fact_id: seal }, body: tell })).run_step]).toEqual([
    "ended",
    1,
  ]);
  expect(await known(wenna, { run })).toMatchObject([{ fact: { id: seal }, told: { how: "told", from: odo } }]);
  const { standing, transcript } = await story.ask(runs.get, { params: { run_id: run } });
  expect([standing.status, standing.halt, transcript.map(({ did }) => did)]).toEqual([
    "ended",
    "ending",
    ["begin", "tell"],
  ]);
  const fork = await story.ask(runs.fork, { params: { run_id: run }, body: { step: 1 } });
  expect([fork.status, (await known(wenna, { run: fork.id })).length, await story.seq()]).toEqual([
    "ended",
    1,
    seq + 1,
  ]);
});

test("refuses a playthrough that is not there, and everywhere else that `run` is named", async () => {
  const { story, odo, seal, start } = await begin();
  const run = newId("run");
  const at = { items: [{ loc: ["query", "run"] }] };
  await expect(story.ask(facts.list, { query: { run } })).rejects.toMatchObject(at);
  await expect(story.ask(entities.list, { query: { run } })).rejects.toMatchObject(at);
  await expect(story.ask(facts.uses, { params: { fact_id: seal }, query: { run } })).rejects.toMatchObject(at);
  const own = await start();
  const everyone = { ...bench.caller, readsAs: "everyone" as const };
  for (const query of [{ run: own }, { run }])
    await expect(story.ask(facts.list, { query, caller: everyone })).rejects.toMatchObject({ code: "forbidden" });
  const tell = (body: object) =>
    story.ask(facts.tell, { params: { fact_id: seal }, body: { to: [odo], how: "told", ...body } });
  await expect(tell({ run })).rejects.toMatchObject({ code: "not_found" });
  await expect(tell({ step: 1 })).rejects.toMatchObject({ items: [{ loc: ["body", "step"] }] });
  await expect(tell({ run: own, to: [newId("ent")] })).rejects.toMatchObject({ items: [{ loc: ["body", "to", 0] }] });
  await expect(
    story.ask(facts.tell, { params: { fact_id: newId("fact") }, body: { run: own, to: [odo], how: "told" } }),
  ).rejects.toMatchObject({ code: "not_found" });
});
