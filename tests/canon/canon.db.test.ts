import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "#domain/json.ts";
import { CanonLoop } from "#server/features/canon/public.ts";
import { newId } from "#server/kernel/ids.ts";
import { Problem, type ValidationProblem } from "#server/kernel/problem.ts";
import { registry } from "#server/operations.ts";
import { Story } from "#tests/record/story.ts";
import { newCaller, openWorkbench, type Workbench } from "#tests/record/workbench.ts";
import { CONTRADICTIONS, factOf, PLANTS, PlantedWorld, setRules } from "./planted.ts";

const { canonRules, canonViolations, canonWaivers, chapters, dialogues, facts, passages } = registry;
const { predicates, record, score, storyBible, suggestions } = registry;
let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

async function begin(...rules: JsonObject[]) {
  const story = await Story.begin(bench);
  const ids: string[] = [];
  for (const rule of rules) ids.push((await story.ask(canonRules.create, { body: { name: "A rule", ...rule } })).id);
  const world = new PlantedWorld(story, () => 0);
  const loop = new CanonLoop(bench.database, () => {});
  const violations = async (query: Record<string, unknown> = {}) => {
    while (await loop.checkPiece(story.projectId));
    return (await story.ask(canonViolations.list, { query })).violations;
  };
  return { story, world, rules: ids, violations };
}

async function refusalOf(work: Promise<unknown>): Promise<Problem> {
  const refused = await work.then(
    () => null,
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(Problem);
  return refused as Problem;
}

const HOMES = { kind: "one_value", predicates: ["lives in"] };

test("a rule in the mode block refuses what a commit introduces, and names both events", async () => {
  const { story, world, rules } = await begin({ ...HOMES, mode: "block" });
  const [who, here, there] = [
    await world.entity("character"),
    await world.entity("location"),
    await world.entity("location"),
  ];
  const first = await world.fact(who, "lives in", { object_id: here, text: "She lives at the harbour." });
  const seq = await story.seq();
  const body = factOf(who, "lives in", { object_id: there, text: "She lives on the hill." });
  const refused = await refusalOf(story.ask(facts.create, { body }));
  expect(refused.code).toBe("canon_violation");
  expect(refused.message).toContain("“She lives at the harbour.”");
  expect(refused.message).toContain("“She lives on the hill.”");
  expect(refused.detail).toMatchObject({ rule_id: rules[0], refused: { type: "fact" }, violations: 1 });
  expect((refused.detail as { evidence: unknown[] }).evidence).toContainEqual({ type: "fact", id: first, seq });
  expect(await story.seq()).toBe(seq);
});

test("in the mode block a value can move on in one commit, and what was broken before stands in nobody's way", async () => {
  const { story, world, rules } = await begin(HOMES);
  const [who, here, there] = [
    await world.entity("character"),
    await world.entity("location"),
    await world.entity("location"),
  ];
  const first = await world.fact(who, "lives in", { object_id: here });
  const second = await world.fact(who, "lives in", { object_id: there });
  await story.ask(canonRules.update, { params: { canon_rule_id: rules[0] ?? "" }, body: { mode: "block" } });
  await world.edit(second, { text: "Her home is on the hill." });
  await world.fact(who, "fears", { object_id: there });
  await world.remove(first);
  const by = factOf(who, "lives in", { object_id: here });
  await story.ask(facts.supersede, { params: { fact_id: second }, body: { by, reason: "She moved." } });
});

test("in the mode block facts hold and do not hold along chains of what took their place", async () => {
  const { story, world } = await begin({ ...HOMES, mode: "block" });
  const who = await world.entity("character");
  const at = (text: string) => world.fact(who, "lives in", { text });
  const move = async (fact_id: string, text: string) => {
    const by = factOf(who, "lives in", { text });
    const body = { by, reason: "She moved." };
    return (await story.ask(facts.supersede, { params: { fact_id }, body })).by.id;
  };
  const first = await at("By the harbour.");
  const second = await move(first, "On the hill.");
  const third = await move(second, "At the mill.");
  await world.remove(second);
  await world.remove(third);
  expect((await refusalOf(at("In the tower."))).code).toBe("canon_violation");
  await story.restore(third);
  expect((await refusalOf(at("In the tower."))).message).toContain("At the mill.");
});

test("in the mode block no number of old contradictions lets a new one through", async () => {
  const { story, world, rules } = await begin(HOMES);
  const who = await world.entity("character");
  const homes = Array.from({ length: 16 }, (_, n) => factOf(who, "lives in", { text: `House ${n}.` }));
  const [first = ""] = await world.together(...homes);
  await story.ask(canonRules.update, { params: { canon_rule_id: rules[0] ?? "" }, body: { mode: "block" } });
  await world.edit(first, { text: "The first house." });
  expect((await refusalOf(world.fact(who, "lives in", { text: "One more." }))).code).toBe("canon_violation");
});

test("a key that may write but not read is told no words of what it contradicts", async () => {
  const { story, world } = await begin({ ...HOMES, mode: "block" });
  const who = await world.entity("character");
  await story.ask(predicates.create, { body: { name: "works for", functional: true } });
  await world.fact(who, "lives in", { text: "A hidden harbour." });
  await world.fact(who, "works for", { text: "A hidden master." });
  const writer = newCaller({ workspaceId: bench.caller.workspaceId, scopes: ["write"] });
  const params = { project_id: story.projectId };
  const write = (predicate: string) =>
    bench.ask(facts.create, { params, body: factOf(who, predicate, { text: "Another." }), caller: writer });
  const refused = await refusalOf(write("lives in"));
  expect(JSON.stringify([refused.message, refused.detail])).not.toContain("hidden");
  expect((await write("works for")).conflicts).toMatchObject([{ text: null, predicate: "works for" }]);
});

test("a fact comes from a passage that is there, and outlives it", async () => {
  const { story, world } = await begin();
  const who = await world.entity("character");
  const { source } = (await world.passage(1)) as { source: { kind: "passage"; passage_id: string } };
  const fact = await world.fact(who, "died", { source });
  await story.ask(passages.delete, { params: { passage_id: source.passage_id } });
  await world.edit(fact, { text: "She drowned." });
  const refused = world.fact(who, "visits", { source }).catch((error: unknown) => error);
  expect((await refused) as ValidationProblem).toMatchObject({
    items: [{ loc: ["body", "source", "passage_id"], input: source.passage_id }],
  });
  const parts = [factOf(who, "visits", { source }), factOf(who, "waits")];
  const batch = await story.ask(facts.batch, { body: { mode: "independent", facts: parts } });
  expect([batch.facts.length, batch.errors.map(({ index, status }) => [index, status])]).toEqual([1, [[0, 422]]]);
});

test("a check of everything forgets what was deleted before it came there", async () => {
  const { story, world, violations } = await begin(HOMES);
  const who = await world.entity("character");
  await world.fact(who, "lives in", { text: "A hut." });
  await world.fact(who, "lives in", { text: "A tower." });
  expect(await violations()).toHaveLength(1);
  await story.remove(who);
  await story.ask(canonViolations.checkAgain);
  expect(await violations()).toEqual([]);
});

test("a score names the passages and nodes whose facts break a rule, now and as it was", async () => {
  const { story, world, rules, violations } = await begin(HOMES);
  const [keeper, singer] = [await world.entity("character"), await world.entity("character")];
  const told = async (text: string) => {
    const { id } = await story.ask(chapters.create, { body: { title: text, story_order: 1 } });
    return [id, (await story.ask(passages.create, { body: { chapter_id: id, text } })).id] as const;
  };
  const [[chapter_id, hill], [, shore]] = [await told("She moved to the hill."), await told("She lived by the shore.")];
  const graph = await story.ask(dialogues.create, { body: { name: "At the harbour" } });
  const node = await story.ask(dialogues.createNode, {
    params: { graph_id: graph.id },
    body: { text: "I live here." },
  });
  await world.fact(keeper, "lives in", { text: "A hut." });
  await world.fact(keeper, "lives in", { text: "A tower.", source: { kind: "node", node_id: node.id } });
  await world.fact(singer, "lives in", { text: "A hill.", source: { kind: "passage", passage_id: hill } });
  await world.fact(singer, "lives in", { text: "A shore.", source: { kind: "passage", passage_id: shore } });
  const seq = await story.seq();
  const canonOf = async (of: JsonObject, query: JsonObject = {}) => {
    const { canon } = await story.ask(score.text, { body: { of }, query });
    return { ...canon, violations: canon?.violations.map((each) => [each.node_ids, each.passage_ids]) };
  };
  await violations();
  const ofDialogue = { kind: "dialogue", graph_id: graph.id };
  const ofChapter = { kind: "chapter", chapter_id };
  const byNode = { violations: [[[node.id], []]], complete: true };
  const byPassages = { violations: [[[], [hill]]], complete: true };
  expect(await canonOf(ofDialogue)).toMatchObject(byNode);
  expect(await canonOf(ofChapter)).toMatchObject(byPassages);
  await story.ask(canonRules.update, { params: { canon_rule_id: rules[0] ?? "" }, body: { mode: "off" } });
  await violations();
  expect((await canonOf(ofChapter)).violations).toEqual([]);
  expect(await canonOf(ofDialogue, { at_seq: seq })).toEqual({ ...byNode, checked_to_seq: null });
  expect(await canonOf(ofChapter, { at_seq: seq })).toEqual({ ...byPassages, checked_to_seq: null });
  expect((await canonOf(ofChapter, { at_seq: seq - 1 })).violations).toEqual([]);
});

test("parts of a batch that break a rule are refused alone", async () => {
  const { story, world } = await begin({ ...HOMES, mode: "block" });
  const [who, here, there] = [
    await world.entity("character"),
    await world.entity("location"),
    await world.entity("location"),
  ];
  const some = [here, there, here].map((object_id) => factOf(who, "lives in", { object_id }));
  const { results, errors } = await story.ask(facts.batch, { body: { mode: "independent", facts: some } });
  expect(results.map(({ outcome }) => outcome)).toEqual(["created", "refused", "created"]);
  expect(errors).toMatchObject([{ index: 1, code: "canon_violation" }]);
  const together = await refusalOf(story.ask(facts.batch, { body: { facts: some } }));
  expect(together.code).toBe("canon_violation");
});

test("writers who share a transaction are each held to the rules", async () => {
  const { story, world } = await begin({ ...HOMES, mode: "block" });
  const who = await world.entity("character");
  const places = await Promise.all([1, 2, 3, 4].map(() => world.entity("location")));
  const written = await Promise.allSettled(places.map((object_id) => world.fact(who, "lives in", { object_id })));
  expect(written.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await story.ask(facts.list, { query: { subject_id: who } })).total).toBe(1);
});

test("a violation is ignored with a reason, and found again when the waiver goes", async () => {
  const { story, world, violations, rules } = await begin(HOMES);
  const [who, here, there] = [
    await world.entity("character"),
    await world.entity("location"),
    await world.entity("location"),
  ];
  await world.fact(who, "lives in", { object_id: here });
  const second = await world.fact(who, "lives in", { object_id: there });
  const [found] = await violations({ waived: false });
  const violation_id = found?.id ?? "";
  const waiver = await story.ask(canonWaivers.create, {
    body: { violation_id, rule_id: rules[0], reason: "She has two homes." },
  });
  expect(await violations({ waived: false })).toEqual([]);
  expect(await violations({ waived: true })).toMatchObject([
    { id: violation_id, waived_because: "She has two homes." },
  ]);
  await story.ask(canonRules.update, { params: { canon_rule_id: rules[0] ?? "" }, body: { mode: "block" } });
  await world.remove(second);
  await story.restore(second);
  await story.ask(canonWaivers.delete, { params: { canon_waiver_id: waiver.id } });
  await world.remove(second);
  expect((await refusalOf(story.restore(second))).code).toBe("canon_violation");
});

test("a repair that a violation proposes puts it right", async () => {
  const { story, world, violations } = await begin(HOMES);
  const [who, here, there] = [
    await world.entity("character"),
    await world.entity("location"),
    await world.entity("location"),
  ];
  const first = await world.fact(who, "lives in", { object_id: here });
  const second = await world.fact(who, "lives in", { object_id: there });
  const [found] = await violations();
  expect(found?.repair).toMatchObject({
    operation: "facts.supersede",
    path: `/v1/projects/${story.projectId}/facts/${first}/supersede`,
    body: { by: second },
  });
  await story.ask(facts.supersede, { params: { fact_id: first }, body: found?.repair?.body });
  expect(await violations()).toEqual([]);
});

test("changes are checked before anybody makes them, and leave no trace", async () => {
  const { story, world } = await begin({ kind: "dead_do_not_act" }, HOMES);
  const [who, here, there] = [
    await world.entity("character"),
    await world.entity("location"),
    await world.entity("location"),
  ];
  const visit = await world.fact(who, "visits", { text: "She visits the mill." });
  const death = await world.fact(who, "died");
  const home = await world.fact(who, "lives in", { object_id: here });
  const seq = await story.seq();
  const check = async (body: JsonObject) => (await story.ask(canonViolations.check, { body })).violations;
  const found = await check({
    facts: [
      { subject_id: who, predicate: "visits", text: "She visits the clerk." },
      { subject_id: who, predicate: "lives in", object_id: there, text: "She moved.", supersedes: [home] },
    ],
  });
  expect(found).toMatchObject([
    { code: "acts_dead", evidence: [{ id: death }, { text: "She visits the clerk.", seq: null, event_id: null }] },
  ]);
  expect(
    await check({ facts: [{ subject_id: who, predicate: "lives in", object_id: there, text: "There." }] }),
  ).toMatchObject([{ code: "two_values" }]);
  // What was written before she died is not later because its words change.
  expect(
    await check({ facts: [{ id: visit, subject_id: who, predicate: "visits", text: "She visits the old mill." }] }),
  ).toEqual([]);
  expect(await story.seq()).toBe(seq);
});

test("suggestions and extractions say what they would contradict before they are accepted", async () => {
  const { story, world } = await begin({ kind: "dead_do_not_act" }, { kind: "names_and_ages" });
  const who = await world.entity("character");
  const { id: graph_id } = await story.ask(dialogues.create, { body: { name: "At the gate" } });
  const [start, line] = [newId("node"), newId("node")];
  const branches = [{ id: newId("br"), choice_text: "On", target_node_id: line }];
  const operations = [
    { op: "node.create", node: { id: start, text: "Halt.", branches } },
    { op: "node.create", node: { id: line, text: "She speaks.", speaker_id: who } },
  ];
  const gestures = [{ label: "Begin", operations }];
  await story.ask(dialogues.batch, { params: { graph_id }, body: { batch_id: newId("batch"), gestures } });
  // No start is set: the dialogue begins with the first card.
  const on_enter_effects = [{ op: "property.set", target: who, key: "status", value: { lit: "dead" } }];
  const death = { op: "node.update", id: start, patch: { on_enter_effects } };
  const suggested = { graph_id, label: "A death", gestures: [{ label: "Kill her", operations: [death] }] };
  const { id: suggestion_id } = await story.ask(suggestions.create, { body: suggested });
  const seq = await story.seq();
  const preview = await story.ask(suggestions.preview, { params: { suggestion_id } });
  const evidence = [{ id: start, seq: null }, { id: line }];
  expect(preview.violations).toMatchObject([{ code: "speaks_dead", subject_id: who, evidence }]);
  // Whoever may not read is told which, and quoted nothing.
  const caller = newCaller({ workspaceId: bench.caller.workspaceId, scopes: ["write"] });
  const at = { project_id: story.projectId, suggestion_id };
  const unread = await bench.ask(suggestions.preview, { params: at, caller });
  const unquoted = { rule_name: "", subject_name: null, evidence: evidence.map((each) => ({ ...each, text: "" })) };
  expect(unread.violations).toMatchObject([{ code: "speaks_dead", subject_id: who, ...unquoted }]);
  expect(JSON.stringify(unread.violations)).not.toContain("speaks.");
  const files = [
    { name: "Mara.markdown", content: "---\ntype: character\nborn: 310\ndied: 300\n---\nShe keeps the gate.\n" },
  ];
  const { id } = await story.ask(storyBible.extract, { body: { files } });
  const params = { bible_extraction_id: id ?? "" };
  const found = await story.ask(storyBible.preview, { params });
  expect(found).toMatchObject({ refused: [], violations: [{ code: "born_after_death" }] });
  expect(await story.seq()).toBe(seq + 1);
});

test("a rule that is changed, switched off or deleted has everything checked anew", async () => {
  const { story, world, violations, rules } = await begin(HOMES);
  const rule = { params: { canon_rule_id: rules[0] ?? "" } };
  const [who, here, there] = [
    await world.entity("character"),
    await world.entity("location"),
    await world.entity("location"),
  ];
  await world.fact(who, "lives in", { object_id: here });
  await world.fact(who, "lives in", { object_id: there });
  expect(await violations()).toHaveLength(1);
  await story.ask(canonRules.update, { ...rule, body: { except_ids: [who] } });
  expect(await violations()).toEqual([]);
  await story.ask(canonRules.update, { ...rule, body: { except_ids: [] } });
  expect(await violations()).toHaveLength(1);
  await story.ask(canonRules.update, { ...rule, body: { mode: "off" } });
  expect(await violations()).toEqual([]);
  await story.ask(canonRules.update, { ...rule, body: { mode: "warn" } });
  await story.ask(canonRules.delete, rule);
  expect(await violations()).toEqual([]);
  await story.ask(record.restore, { params: { subject_id: rules[0] ?? "" }, body: {} });
  expect(await violations()).toHaveLength(1);
});

test("a rule without predicates is about those that the project declares to have one value", async () => {
  const { story, world, violations } = await begin({ kind: "one_value" });
  const [who, here, there] = [
    await world.entity("character"),
    await world.entity("location"),
    await world.entity("location"),
  ];
  await world.fact(who, "lives in", { object_id: here });
  await world.fact(who, "lives in", { object_id: there });
  expect(await violations()).toEqual([]);
  await story.ask(predicates.create, { body: { name: "lives in", functional: true } });
  expect(await violations()).toMatchObject([{ code: "two_values" }]);
  await story.ask(canonRules.create, { body: { name: "Blocks", kind: "one_value", mode: "block" } });
  const refused = await refusalOf(world.fact(who, "lives in", { object_id: who }));
  expect(refused.code).toBe("canon_violation");
});

test("conditions of an own rule ask about the entity alone", async () => {
  const story = await Story.begin(bench);
  const make = (condition: JsonObject) =>
    story.ask(canonRules.create, { body: { name: "Own", kind: "own", conditions: [condition] } });
  await make({ op: "gt", args: [{ entity: "self", path: "age" }, { lit: 1 }] });
  for (const condition of [
    { op: "eq", args: [{ var: "var_01jd0000000000000000000001" }, { lit: 1 }] },
    { op: "eq", args: [{ entity: "ent_01jd0000000000000000000001", path: "age" }, { lit: 1 }] },
    { fn: "visited", args: [{ lit: "self" }] },
    { lit: true },
  ])
    await expect(make(condition)).rejects.toThrow();
});

/** Worlds that break a rule on the way to one that breaks none. */
const BETWEEN = [
  "acts after a death that was taken back",
  "one holder after another",
  "a purse in a hand",
  "a value that was never true",
  "a parent who was younger until the year was put right",
];
/** Contradictions that no commit is refused for. */
const WARNED = ["a promise behind its due point"];

test("in the mode block every planted contradiction is refused, and nothing else", async () => {
  const story = await Story.begin(bench);
  await setRules(story, "block");
  const world = new PlantedWorld(story, () => 0);
  for (const [name, plant] of Object.entries(PLANTS)) {
    if (BETWEEN.includes(name) || WARNED.includes(name)) continue;
    const answer = await plant(world).catch((error: unknown) => error);
    if (answer instanceof Problem) expect({ name, code: answer.code }).toEqual({ name, code: "canon_violation" });
    expect({ name, isRefused: answer instanceof Problem }).toEqual({ name, isRefused: CONTRADICTIONS.includes(name) });
  }
});
