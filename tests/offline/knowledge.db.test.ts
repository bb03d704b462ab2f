import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type DrawnAction,
  type DrawnWorld,
  GROUPS,
  QUEST,
  SPEAKERS,
  SUBJECT,
  vectorOf,
  worlds,
} from "#domain/offline/knowledge-worlds.fixture.ts";
import { knownFacts } from "#domain/offline/known-facts.ts";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import { rounds } from "#test-size";
import { Story } from "#tests/record/story.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { dialogues, entities, facts, projects, quests, relationships, runs, secrets } = registry;
let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

/** Makes a drawn world, and a playthrough of it in which all of its actions are done. Its ids are by the names of the vector. */
async function made(world: DrawnWorld) {
  const story = await Story.begin(bench);
  const ids = new Map<string, string>();
  const idOf = (name: string) => ids.get(name) ?? name;
  const all = (names: readonly string[] | "everyone" | null) =>
    Array.isArray(names) ? names.map(idOf) : (names ?? []);
  await story.ask(projects.update, { body: { knowing_types: ["member_of"] } });
  for (const name of [...Object.keys(SPEAKERS), ...GROUPS, SUBJECT]) {
    ids.set(name, (await story.ask(entities.create, { body: { type: "character", name, external_id: name } })).id);
  }
  for (const [source, target] of [
    ["ent_bor", "ent_guild"],
    ["ent_guild", "ent_league"],
    ["ent_cem", "ent_league"],
  ] as const) {
    const body = { type: "member_of", source_id: idOf(source), target_id: idOf(target) };
    await story.ask(relationships.create, { body });
  }
  for (const { id, listed, isAboutSubject } of world.facts) {
    const known_by = listed === null ? "everyone" : listed.map(({ who }) => idOf(who));
    const body = { text: id, known_by, ...(isAboutSubject && { subject_id: idOf(SUBJECT) }) };
    ids.set(id, (await story.ask(facts.create, { body })).id);
    for (const { who, how, from } of listed ?? []) {
      if (how === null) continue;
      const told = { to: [idOf(who)], how, from: from === null ? null : idOf(from) };
      await story.ask(facts.tell, { params: { fact_id: idOf(id) }, body: told });
    }
  }
  for (const { id, next, secret } of world.facts) {
    const params = { fact_id: idOf(id) };
    if (next !== null) await story.ask(facts.supersede, { params, body: { by: idOf(next), reason: "It moved on." } });
    if (secret !== null) await story.ask(secrets.create, { body: { subject_id: idOf(id), known_by: all(secret) } });
  }
  if (world.secret !== null) {
    await story.ask(secrets.create, { body: { subject_id: idOf(SUBJECT), known_by: all(world.secret) } });
  }
  const [stage, last] = QUEST.stages;
  const quest = await story.ask(quests.create, {
    body: {
      ...{ name: QUEST.name, repeatable: QUEST.repeatable, carried: true },
      stages: [stage, last].map((each) => ({
        ...{ name: each?.name, text: each?.text },
        objectives: each?.objectives.map(({ text, count }) => ({ text, count })),
      })),
    },
  });
  ids.set(QUEST.id, quest.id);
  ids.set("stg_rope", quest.stages[0]?.id ?? "");
  ids.set("obj_rope", quest.stages[0]?.objectives[0]?.id ?? "");
  ids.set("stg_boat", quest.stages[1]?.id ?? "");
  const { id: graph_id } = await story.ask(dialogues.create, { body: { name: "Talk" } });
  for (const speaker of Object.keys(SPEAKERS)) {
    const body = { text: "Hm.", speaker_id: idOf(speaker), branches: [{ choice_text: "On" }] };
    await story.ask(dialogues.createNode, { params: { graph_id }, body });
  }
  const { id: run } = await story.ask(runs.start, { params: { graph_id }, body: { seed: 1 } });
  for (const action of world.actions) await act(story, { run, idOf, ids }, action);
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  return { story, run, graph_id, idOf, named: (value: unknown) => renamed(value, names) };
}

async function act(
  story: Story,
  { run, idOf, ids }: { run: string; idOf: (name: string) => string; ids: Map<string, string> },
  action: DrawnAction,
): Promise<void> {
  if ("quest" in action) {
    const { quest: move } = action;
    const body =
      "state" in move
        ? move
        : "stage" in move
          ? { stage_id: idOf(move.stage) }
          : { objective_id: idOf(move.objective), add: move.add };
    await story.ask(runs.moveQuest, { params: { run_id: run, quest_id: idOf(QUEST.id) }, body });
    return;
  }
  const nth = "tell" in action ? action.tell : "untell" in action ? action.untell : action.supersede;
  const params = { fact_id: idOf(nth.fact) };
  if ("untell" in action) {
    await story.ask(facts.untell, { params, body: { run, to: action.untell.to.map(idOf) } });
    return;
  }
  if ("tell" in action) {
    const { to, how, from } = action.tell;
    const body = { run, to: to.map(idOf), how, from: from === null ? null : idOf(from) };
    await story.ask(facts.tell, { params, body });
    return;
  }
  const { by, mode, made: knowers, isAboutSubject } = action.supersede;
  if (knowers !== null) ids.set(by, newId("fact"));
  const known_by = Array.isArray(knowers) ? knowers.map(idOf) : knowers;
  const newer = { id: idOf(by), text: by, known_by, ...(isAboutSubject && { subject_id: idOf(SUBJECT) }) };
  await story.ask(facts.supersede, {
    params,
    body: { run, mode, reason: "So it is.", by: knowers === null ? idOf(by) : newer },
  });
}

/** A value with the names of the vector in place of ids. */
function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  return JSON.parse(
    JSON.stringify(value).replace(/"((?:ent|fact|qst|stg|obj)_[0-9a-z]{26})"/g, (whole, id) => {
      const name = names.get(id);
      return name === undefined ? whole : `"${name}"`;
    }),
  );
}

const byFact = (a: { fact_id: string }, b: { fact_id: string }) => (a.fact_id < b.fact_id ? -1 : 1);

test("a story file carries what the vectors of knowledge say, and the interface answers in a playthrough as they do", async () => {
  for (const [at, world] of worlds()
    .slice(0, rounds({ gate: 6, full: 60 }))
    .entries()) {
    const vector = vectorOf(world, `world ${at + 1}`);
    const { story, run, graph_id, idOf, named } = await made(world);
    const file = await story.ask(runs.story, { params: { graph_id } });
    const { knowers, quests: carried } = file;
    expect(named({ facts: file.facts, knowers, quests: carried })).toEqual(vector.story);
    for (const who of Object.keys(SPEAKERS)) {
      const query = { run, limit: 100 };
      const { knowledge } = await story.ask(facts.knowledge, { params: { entity_id: idOf(who) }, query });
      const answered = knowledge.map(({ fact, through, told, since }) => ({
        ...{ fact_id: fact.id, text: fact.text, through, told, learnt: since === null },
      }));
      const wanted = vector.expect.knows[who] ?? [];
      expect([vector.title, who, (named(answered) as typeof wanted).toSorted(byFact)]).toEqual([
        vector.title,
        who,
        wanted.toSorted(byFact),
      ]);
    }
    const { quests: standing } = await story.ask(runs.quests, { params: { run_id: run } });
    expect(named(standing.map(({ run_id: _, run_step: __, ...quest }) => quest))).toEqual(vector.expect.quests);
  }
});

test("a story file for somebody has what they may read, and says of everybody what holds for them of that", async () => {
  const readers = ["everyone", ...Object.keys(SPEAKERS)];
  for (const [at, world] of worlds()
    .slice(30, 30 + rounds({ gate: 3, full: 30 }))
    .entries()) {
    const { story, graph_id, idOf, named } = await made({ ...world, actions: [] });
    const name = readers[at % readers.length] ?? "";
    const as = idOf(name);
    const file = await story.ask(runs.story, { params: { graph_id }, query: { as } });
    const { facts: readable } = await story.ask(facts.list, { query: { as, limit: 100 } });
    expect(named(file.facts.map(({ text }) => text))).toEqual(named(readable.map(({ text }) => text)));
    const isCarried = new Set(file.facts.map(({ id }) => id));
    for (const { entity_id } of file.knowers) {
      const query = { limit: 100 };
      const { knowledge } = await story.ask(facts.knowledge, { params: { entity_id }, query });
      const held = knowledge.flatMap(({ fact: { id } }) => (isCarried.has(id) ? [id] : []));
      const known = knownFacts(file, {}, entity_id).map(({ fact_id }) => fact_id);
      expect([at, named(entity_id), named(known.toSorted())]).toEqual([at, named(entity_id), named(held.toSorted())]);
    }
  }
});
