import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { type Problem, ValidationProblem } from "#server/kernel/problem.ts";
import { registry } from "#server/operations.ts";
import { rounds, TEST_SEED } from "#test-size";
import { Story } from "#tests/record/story.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { dialogues, quests, runs } = registry;
let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

/** Move of a quest, by a card or by the host. */
type Move =
  | { readonly quest: number; readonly state: string }
  | { readonly quest: number; readonly stage: number }
  | { readonly quest: number; readonly objective: readonly [stage: number, nth: number]; readonly add: number };

/** Counts of the objectives of each quest, by stage. */
const QUESTS = [
  { name: "Before the ebb", repeatable: false, stages: [[2, 1], [], [1]] },
  { name: "The keeper’s toll", repeatable: true, stages: [[3]] },
] as const;

const STATES = ["offered", "active", "completed", "failed", "abandoned", "expired"] as const;

const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ quest: fc.nat({ max: 1 }), state: fc.constantFrom(...STATES, "active") }) },
  fc.record({ quest: fc.nat({ max: 1 }), stage: fc.nat({ max: 2 }) }),
  {
    weight: 4,
    arbitrary: fc.record({
      quest: fc.nat({ max: 1 }),
      objective: fc.constantFrom([0, 0] as const, [0, 0] as const, [0, 1] as const, [2, 0] as const),
      add: fc.integer({ min: 1, max: 3 }),
    }),
  },
);

/** A quest as the model has it: states by name, stages by number. */
interface Standing {
  readonly state: string | null;
  readonly stage: number | null;
  readonly counts: readonly (readonly number[])[];
}

/** States into which a quest can go, one line for each in which it may be. */
const WAYS: Readonly<Record<string, string>> = {
  none: "offered active",
  offered: "active abandoned expired",
  active: "completed failed abandoned expired",
};

/** A quest after a move; null where it is refused. */
function modelled(before: Standing, asked: Move): Standing | null {
  const { repeatable, stages } = QUESTS[asked.quest] ?? QUESTS[0];
  const zero = stages.map((counts) => counts.map(() => 0));
  if ("state" in asked) {
    if (before.state === asked.state) return before;
    const ways = WAYS[before.state ?? "none"] ?? (repeatable ? "offered active" : "");
    if (!ways.split(" ").includes(asked.state)) return null;
    if (asked.state === "offered") return { state: "offered", stage: null, counts: zero };
    if (asked.state === "active") return { state: "active", stage: 0, counts: zero };
    return { ...before, state: asked.state };
  }
  if (before.state !== "active" || before.stage === null) return null;
  const entered = (stage: number, from: Standing): Standing => ({
    ...from,
    stage,
    counts: from.counts.map((counts, at) => (at === stage ? counts.map(() => 0) : counts)),
  });
  if ("stage" in asked) {
    if (asked.stage >= stages.length) return null;
    return asked.stage === before.stage ? before : entered(asked.stage, before);
  }
  const [stage, nth] = asked.objective;
  const most = stages[stage]?.[nth];
  if (stage !== before.stage || most === undefined) return null;
  const counts = before.counts.map((each, at) =>
    at === stage ? each.map((count, own) => (own === nth ? Math.min(most, count + asked.add) : count)) : each,
  );
  const after = { ...before, counts };
  if (counts[stage]?.some((count, own) => count < (stages[stage]?.[own] ?? 0))) return after;
  return stage + 1 < stages.length ? entered(stage + 1, after) : { ...after, state: "completed" };
}

const FRESH: readonly Standing[] = QUESTS.map(({ stages }) => ({
  state: null,
  stage: null,
  counts: stages.map((counts) => counts.map(() => 0)),
}));

/** Two quests, and a card whose choices move them. */
async function begin(moves: readonly Move[]) {
  const story = await Story.begin(bench);
  const made: Awaited<ReturnType<typeof story.ask<typeof quests.create>>>[] = [];
  for (const { name, repeatable, stages } of QUESTS) {
    const body = {
      ...{ name, repeatable },
      stages: stages.map((counts, at) => ({
        name: `Stage ${at}`,
        objectives: counts.map((count, nth) => ({ text: `Objective ${nth}`, count })),
      })),
    };
    made.push(await story.ask(quests.create, { body }));
  }
  const ids = ({ quest, ...asked }: Move) => {
    const { id = "", stages = [] } = made[quest] ?? {};
    const stageId = (at: number) => stages[at]?.id ?? newId("stg");
    if ("state" in asked) return { id, asked };
    if ("stage" in asked) return { id, asked: { stage_id: stageId(asked.stage) } };
    const [stage, nth] = asked.objective;
    const objective_id = stages[stage]?.objectives[nth]?.id ?? newId("obj");
    return { id, asked: { objective_id, add: asked.add } };
  };
  const { id: graph_id } = await story.ask(dialogues.create, { body: { name: "Gate" } });
  const hub = newId("node");
  const branches = moves.map((each, at) => {
    const { id: target, asked } = ids(each);
    const effect =
      "state" in asked
        ? { op: "quest.set_state", target, value: { lit: asked.state } }
        : "stage_id" in asked
          ? { op: "quest.stage", target, key: asked.stage_id }
          : { op: "quest.advance", target, key: asked.objective_id, value: { lit: asked.add } };
    return { id: newId("br"), choice_text: `Choice ${at}`, target_node_id: hub, repeat: "sticky", effects: [effect] };
  });
  const stay = { id: newId("br"), choice_text: "Stay", target_node_id: hub, repeat: "sticky" };
  const body = { id: hub, text: "At the gate.", branches: [stay, ...branches] };
  await story.ask(dialogues.createNode, { params: { graph_id }, body });
  const start = async () => (await story.ask(runs.start, { params: { graph_id }, body: { seed: 1 } })).id;
  const standings = async (run_id: string): Promise<Standing[]> => {
    const { state } = await story.ask(runs.get, { params: { run_id } });
    const world = (
      (state as { world?: { what: string; entity: string; key: string; value: unknown }[] }).world ?? []
    ).filter(({ what }) => what === "quest");
    return made.map(({ id, stages }) => {
      const of = (key: string) => world.find((each) => each.entity === id && each.key === key)?.value;
      const stage = stages.findIndex((each) => each.id === of("stage"));
      return {
        state: (of("state") as string | undefined) ?? null,
        stage: stage < 0 ? null : stage,
        counts: stages.map(({ objectives }) => objectives.map((each) => Number(of(each.id) ?? 0))),
      };
    });
  };
  return { story, made, ids, hub, graph_id, branches, start, standings };
}

test("quests move as the model says, whoever moves them, and a loaded save stands where it was saved", async () => {
  const choices: Move[] = [
    { quest: 0, state: "active" },
    { quest: 0, objective: [0, 0], add: 1 },
    { quest: 0, objective: [0, 1], add: 1 },
    { quest: 0, stage: 2 },
    { quest: 0, objective: [2, 0], add: 1 },
    { quest: 1, state: "active" },
    { quest: 1, objective: [0, 0], add: 2 },
    { quest: 1, state: "offered" },
  ];
  const { story, ids, branches, start, standings } = await begin(choices);
  const act = fc.oneof(
    { weight: 4, arbitrary: fc.record({ does: fc.constant("tell" as const), move }) },
    {
      weight: 4,
      arbitrary: fc.record({ does: fc.constant("choose" as const), nth: fc.nat({ max: choices.length - 1 }) }),
    },
    { weight: 1, arbitrary: fc.record({ does: fc.constant("back" as const) }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant("save" as const) }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant("load" as const), nth: fc.nat() }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 30 }), async (acts) => {
      let run_id = await start();
      let step = 0;
      /** Standings after each action that was not taken back. */
      let way: (readonly Standing[])[] = [FRESH];
      const saves: { run_id: string; step: number; way: (readonly Standing[])[] }[] = [];
      const moved = (asked: Move): readonly Standing[] | null => {
        const now = way.at(-1) ?? FRESH;
        const next = modelled(now[asked.quest] ?? (FRESH[0] as Standing), asked);
        return next === null ? null : now.with(asked.quest, next);
      };
      for (const each of acts) {
        const params = { run_id };
        if (each.does === "tell") {
          const { id: quest_id, asked } = ids(each.move);
          const ask = () => story.ask(runs.moveQuest, { params: { run_id, quest_id }, body: { step, ...asked } });
          const next = moved(each.move);
          if (next === null) {
            const refusal = await ask().catch((error: unknown) => error);
            expect(refusal instanceof ValidationProblem || (refusal as Problem).code).toBeOneOf([true, "wrong_state"]);
            continue;
          }
          const answer = await ask();
          expect(answer.state).toBe(next[each.move.quest]?.state);
          // Sent again with the same step it is answered as before.
          expect(await ask()).toEqual(answer);
          way = [...way, next];
          step += 1;
        } else if (each.does === "choose") {
          const body = { branch_id: branches[each.nth]?.id ?? "", step };
          const { trace } = await story.ask(runs.choose, { params, body });
          const next = moved(choices[each.nth] as Move);
          expect(trace.some(({ kind }) => kind === "refused")).toBe(next === null);
          way = [...way, next ?? way.at(-1) ?? FRESH];
          step += 1;
        } else if (each.does === "back") {
          if (way.length < 2) continue;
          await story.ask(runs.back, { params, body: { step } });
          way = way.slice(0, -1);
          step += 1;
        } else if (each.does === "save") {
          await story.ask(runs.save, { params, body: { label: "Here" } });
          saves.push({ run_id, step, way });
        } else {
          const from = saves[each.nth % Math.max(1, saves.length)];
          if (from === undefined) continue;
          const body = { step: from.step };
          run_id = (await story.ask(runs.fork, { params: { run_id: from.run_id }, body })).id;
          way = from.way;
          step = way.length - 1;
        }
        expect(await standings(run_id)).toEqual(way.at(-1));
      }
    }),
    { numRuns: rounds({ gate: 8, full: 150 }), seed: TEST_SEED },
  );
});

test("a quest in a playthrough is listed with its words, and its record stays as it was", async () => {
  const { story, made, graph_id, start } = await begin([]);
  const [ebb] = made;
  const quest_id = ebb?.id ?? "";
  const run_id = await start();
  const list = async (id = run_id) => (await story.ask(runs.quests, { params: { run_id: id } })).quests;
  expect(await list()).toEqual([]);
  const head = (await story.ask(quests.list, {})).quests;
  const ask = (body: object) => story.ask(runs.moveQuest, { params: { run_id, quest_id }, body });
  await ask({ state: "active" });
  const [first] = ebb?.stages ?? [];
  expect(await list()).toMatchObject([
    {
      ...{ run_id, run_step: 1, quest_id, name: "Before the ebb", state: "active" },
      stage: { id: first?.id, name: "Stage 0" },
      objectives: [
        { text: "Objective 0", count: 2, done: 0 },
        { text: "Objective 1", count: 1, done: 0 },
      ],
      next_states: ["completed", "failed", "abandoned", "expired"],
    },
  ]);
  expect((await story.ask(quests.list, {})).quests).toEqual(head);
  await expect(ask({ state: "offered" })).rejects.toMatchObject({
    code: "wrong_state",
    detail: { state: "active", allowed: ["none"] },
  });
  const refused = (loc: string[]) => ({ items: [{ loc }] });
  await expect(ask({ state: "active", stage_id: first?.id })).rejects.toMatchObject(refused(["body"]));
  await expect(ask({ state: "failed", add: 1 })).rejects.toMatchObject(refused(["body", "add"]));
  await expect(ask({ objective_id: newId("obj") })).rejects.toMatchObject(refused(["body", "objective_id"]));
  await expect(ask({ stage_id: newId("stg") })).rejects.toMatchObject(refused(["body", "stage_id"]));
  const elsewhere = await Story.begin(bench);
  const foreign = (await elsewhere.ask(quests.create, { body: { name: "Theirs" } })).id;
  const params = { run_id, quest_id: foreign };
  await expect(story.ask(runs.moveQuest, { params, body: { state: "active" } })).rejects.toMatchObject({
    code: "not_found",
  });
  // A quest that was made since is none of a playthrough of before.
  const later = (await story.ask(quests.create, { body: { name: "Later" } })).id;
  const move = (id: string) =>
    story.ask(runs.moveQuest, { params: { run_id: id, quest_id: later }, body: { state: "offered" } });
  await expect(move(run_id)).rejects.toMatchObject({ code: "not_found" });
  expect(await move((await story.ask(runs.start, { params: { graph_id }, body: {} })).id)).toMatchObject({
    state: "offered",
    stage: null,
    objectives: [],
  });
});

test("what a quest came to opens choices, is proposed, and is carried to a newer story as it was done", async () => {
  const { story, made, hub, start, standings } = await begin([]);
  const [ebb] = made;
  const quest_id = ebb?.id ?? "";
  const opens = {
    ...{ choice_text: "Cross", target_node_id: hub, repeat: "sticky" },
    conditions: [{ op: "eq", args: [{ fn: "quest_state", args: [{ lit: quest_id }] }, { lit: "active" }] }],
    effects: [{ op: "quest.set_state", target: quest_id, value: { lit: "failed" } }],
  };
  const stay = { choice_text: "Stay", target_node_id: hub, repeat: "sticky" };
  const { branches } = await story.ask(dialogues.updateNode, {
    params: { node_id: hub },
    body: { branches: [stay, opens] },
  });
  const run_id = await start();
  const open = async () => {
    const { standing } = await story.ask(runs.get, { params: { run_id } });
    return standing.offers.filter((offer) => offer.open).map(({ text }) => text);
  };
  expect(await open()).toEqual(["Stay"]);
  await story.ask(runs.moveQuest, { params: { run_id, quest_id }, body: { state: "active" } });
  expect(await open()).toEqual(["Stay", "Cross"]);
  const { proposed } = await story.ask(runs.choose, {
    params: { run_id },
    body: { branch_id: branches[1]?.id, step: 1 },
  });
  expect(proposed).toEqual([
    {
      ...{ effect_id: expect.any(String), op: "quest.set_state", what: "quest", entity_id: quest_id },
      ...{ key: "state", before: "active", after: "failed" },
    },
  ]);
  const accepted = await story.ask(runs.acceptProposals, { params: { run_id }, body: {} });
  expect(accepted).toMatchObject({ accepted: [], not_kept: [{ what: "quest", reason: "of_playthrough" }] });
  await story.ask(quests.update, { params: { quest_id }, body: { stages: [] } });
  const to_seq = (await story.ask(registry.projects.get, {})).last_seq;
  await story.ask(runs.rebase, { params: { run_id }, body: { step: 2, to_seq } });
  expect((await standings(run_id))[0]).toMatchObject({ state: "failed" });
  const { transcript } = await story.ask(runs.get, { params: { run_id } });
  expect(transcript.map(({ did }) => did)).toEqual(["begin", "quest", "choose"]);
});
