import { afterAll, beforeAll, expect, test } from "vitest";
import { ValidationProblem } from "#server/kernel/problem.ts";
import { registry } from "#server/operations.ts";
import { Story } from "#tests/record/story.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { context, entities, facts, projects, relationships, secrets } = registry;
let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

async function begin(count: number) {
  const story = await Story.begin(bench);
  const people: string[] = [];
  for (let n = 0; n < count; n++) people.push(await story.place(`person-${n}`));
  const [ana = "", bor = "", cleo = ""] = people;
  const fact = async (known_by: "everyone" | string[]) =>
    (await story.ask(facts.create, { body: { text: "Bor forged the seal.", known_by } })).id;
  const tell = (fact_id: string, to: string[], how = "told", from: string | null = null) =>
    story.ask(facts.tell, { params: { fact_id }, body: { to, how, from } });
  const known = async (entity_id: string, at_seq?: number) =>
    (await story.ask(facts.knowledge, { params: { entity_id }, query: at_seq === undefined ? {} : { at_seq } }))
      .knowledge;
  return { story, people, ana, bor, cleo, fact, tell, known };
}

test("twenty callers tell twenty people at once: twenty know, how and from whom, by one event each", async () => {
  const { story, people, fact, tell, known } = await begin(21);
  const [teller = "", ...told] = people;
  const id = await fact([teller]);
  const before = await story.seq();
  await Promise.all(told.map((each) => tell(id, [each], "heard", teller)));
  expect(await story.kindsAfter(before)).toEqual(told.map(() => "fact.told"));
  const shown = await story.ask(facts.get, { params: { fact_id: id } });
  expect([...shown.known_by].sort()).toEqual([...people].sort());
  expect(shown.told).toEqual(Object.fromEntries(told.map((each) => [each, { how: "heard", from: teller }])));
  const since = new Set<number>();
  for (const each of told) {
    const [own] = await known(each);
    expect(own).toMatchObject({ fact: { id }, told: { how: "heard", from: teller }, since: { kind: "fact.told" } });
    since.add(own?.since?.seq ?? 0);
    expect(await known(each, before)).toEqual([]);
  }
  expect(since.size).toBe(20);
  expect((await bench.replay(story.projectId)).differences).toEqual([]);
});

test("who is told again has known since the first time; who is not told after all knows it no more, or otherwise", async () => {
  const { story, ana, bor, cleo, fact, tell, known } = await begin(3);
  const id = await fact([ana]);
  await tell(id, [bor, bor], "told", ana);
  const first = await story.seq();
  const same = await tell(id, [bor], "told", ana);
  expect([await story.seq(), same.known_by]).toEqual([first, [ana, bor]]);
  await tell(id, [bor], "saw");
  expect(await known(bor)).toMatchObject([{ since: { seq: first }, told: { how: "saw", from: null } }]);
  expect(await known(bor, first)).toMatchObject([{ since: { seq: first }, told: { how: "told", from: ana } }]);
  expect(await known(ana)).toMatchObject([{ told: null }]);

  const untell = (fact_id: string, to: string[]) => story.ask(facts.untell, { params: { fact_id }, body: { to } });
  const done = await untell(id, [bor, cleo]);
  expect(done).toMatchObject({ fact: { known_by: [ana], told: {} }, still_knows_by: [] });
  expect(await story.kindsAfter(first)).toEqual(["fact.told", "fact.untold"]);
  expect([await known(bor), (await known(bor, first)).length]).toEqual([[], 1]);

  const open = await fact("everyone");
  await tell(open, [cleo], "inferred");
  expect(await untell(open, [cleo])).toMatchObject({
    fact: { known_by: "everyone", told: {} },
    still_knows_by: [{ entity_id: cleo, by: ["everyone"] }],
  });
  // A list that is replaced whole says nothing any more of those it leaves out.
  await tell(id, [bor, cleo], "saw");
  const listed = await story.ask(facts.update, { params: { fact_id: id }, body: { known_by: [cleo] } });
  expect(listed.told).toEqual({ [cleo]: { how: "saw", from: null } });
  const strange = ["ent_01jd0000000000000000000000"];
  await expect(tell(id, strange)).rejects.toBeInstanceOf(ValidationProblem);
  await expect(tell(id, [ana], "told", strange[0])).rejects.toBeInstanceOf(ValidationProblem);
  expect((await bench.replay(story.projectId)).differences).toEqual([]);
});

test("a batch tells and takes back, in order, one event a fact", async () => {
  const { story, ana, bor, fact } = await begin(2);
  const [one, two] = [await fact([]), await fact([])];
  const before = await story.seq();
  const done = await story.ask(facts.batch, {
    body: {
      facts: [
        { op: "tell", id: one, to: [ana, bor], how: "saw" },
        { op: "untell", id: one, to: [bor] },
        { op: "tell", id: two, to: [bor], how: "told", from: ana },
        { op: "untell", id: two, to: [ana] },
      ],
    },
  });
  expect(done.results.map(({ op, outcome }) => [op, outcome])).toEqual([
    ["tell", "updated"],
    ["untell", "updated"],
    ["tell", "updated"],
    ["untell", "unchanged"],
  ]);
  expect(done.facts.map(({ known_by, told }) => [known_by, told])).toEqual([
    [[ana], { [ana]: { how: "saw", from: null } }],
    [[bor], { [bor]: { how: "told", from: ana } }],
  ]);
  expect(await story.kindsAfter(before)).toHaveLength(2);
});

test("a corrected fact holds for nobody from then on; where the world moved on it holds for those who missed it", async () => {
  const { story, ana, bor, fact, known } = await begin(2);
  const holding = async (as: string, at_seq?: number) => {
    const query = { as, superseded: false, ...(at_seq !== undefined && { at_seq }) };
    return (await story.ask(facts.list, { query })).facts.map(({ id }) => id);
  };
  const supersede = (fact_id: string, by: string, mode?: string) =>
    story.ask(facts.supersede, { params: { fact_id }, body: { by, reason: "So it was.", ...(mode && { mode }) } });
  const [old, moved, wrong, right] = [
    await fact("everyone"),
    await fact([bor]),
    await fact("everyone"),
    await fact([bor]),
  ];
  const before = await story.seq();
  expect((await supersede(old, moved)).fact.superseded_mode).toBe("from");
  expect((await supersede(wrong, right, "retcon")).fact.superseded_mode).toBe("retcon");
  expect([await holding(ana), await holding(bor)]).toEqual([[old], [moved, right]]);
  expect([await holding(ana, before), await holding(bor, before)]).toEqual([
    [old, wrong],
    [old, moved, wrong, right],
  ]);
  expect((await known(bor)).map(({ instead_of }) => instead_of)).toEqual([
    [{ fact_id: old, mode: "from" }],
    [{ fact_id: wrong, mode: "retcon" }],
  ]);
  const read = (fact_id: string, as: string) => story.ask(facts.get, { params: { fact_id }, query: { as } });
  const unsaid = { superseded_by: null, superseded_reason: null };
  expect(await read(old, ana)).toMatchObject({ ...unsaid, superseded_mode: null });
  expect(await read(wrong, ana)).toMatchObject({ ...unsaid, superseded_mode: "retcon" });
  expect(await read(wrong, bor)).toMatchObject({ superseded_by: right, superseded_mode: "retcon" });
  // What a corrected fact had superseded did not end by it.
  const earlier = await fact("everyone");
  await supersede(earlier, wrong);
  expect([await holding(ana), await holding(bor)]).toEqual([
    [old, earlier],
    [moved, right],
  ]);
  await story.ask(facts.delete, { params: { fact_id: right } });
  expect(await holding(bor)).toEqual([moved, earlier]);
  await story.ask(facts.unsupersede, { params: { fact_id: wrong } });
  expect(await holding(ana)).toEqual([old, wrong]);
  expect((await bench.replay(story.projectId)).differences).toEqual([]);
});

test("whoever belongs to a group knows what it knows, while a member, over four levels and around circles", async () => {
  const { story, people, ana, bor, cleo, known } = await begin(7);
  const [guard = "", town = "", realm = "", world = ""] = people.slice(3);
  const join = async (type: string, source_id: string, target_id: string) =>
    (await story.ask(relationships.create, { body: { type, source_id, target_id } })).id;
  const told = async (known_by: string[]) =>
    (await story.ask(facts.create, { body: { text: "The tide gate has two keys.", known_by } })).id;
  const byGuard = await told([guard]);
  await story.ask(facts.tell, { params: { fact_id: byGuard }, body: { to: [guard], how: "saw" } });
  const member = await join("member_of", ana, guard);
  expect(await known(ana)).toEqual([]);
  await story.ask(projects.update, { body: { knowing_types: ["member_of", "part_of", "member_of"] } });
  const named = await story.seq();
  expect(await known(ana)).toMatchObject([
    {
      fact: { id: byGuard },
      through: [guard],
      told: { how: "saw", from: null },
      since: { seq: named, kind: "project.updated" },
    },
  ]);
  expect(await known(ana, named - 1)).toEqual([]);
  // Secrets are told to groups too, and nobody else is a member.
  const body = { subject_id: cleo, known_by: [guard] };
  await story.ask(secrets.create, { body });
  const sees = async (as: string) =>
    (await story.ask(entities.list, { query: { as } })).entities.some(({ id }) => id === cleo);
  expect([await sees(ana), await sees(bor)]).toEqual([true, false]);

  await join("part_of", guard, town);
  await join("part_of", town, realm);
  await join("part_of", realm, world);
  await join("part_of", world, guard);
  const [byWorld, byBor] = [await told([world]), await told([bor])];
  await join("member_of", world, bor);
  expect((await known(ana)).map(({ fact }) => fact.id)).toEqual([byGuard, byWorld]);
  expect((await known(guard)).map(({ fact }) => fact.id)).toEqual([byGuard, byWorld, byBor]);

  const found = async (as: string) => {
    const body = { query: "Which keys has the tide gate?", as, token_budget: 500, sections: ["facts"] };
    return (await story.ask(context.assemble, { body })).sections.flatMap(({ items }) => items.map(({ id }) => id));
  };
  expect([(await found(ana)).sort(), await found(bor)]).toEqual([[byGuard, byWorld].sort(), [byBor]]);
  const untell = { params: { fact_id: byGuard }, body: { to: [ana, bor] } };
  await story.ask(facts.tell, { params: { fact_id: byGuard }, body: { to: [ana], how: "inferred" } });
  expect(await known(ana)).toMatchObject([{ through: [ana, guard], told: { how: "inferred" } }, {}]);
  expect((await story.ask(facts.untell, untell)).still_knows_by).toEqual([{ entity_id: ana, by: [guard] }]);
  const before = await story.seq();
  await story.ask(relationships.delete, { params: { relationship_id: member } });
  expect([await known(ana), (await known(ana, before)).length]).toEqual([[], 2]);
  expect((await story.ask(facts.untell, untell)).still_knows_by).toEqual([]);
  expect((await bench.replay(story.projectId)).differences).toEqual([]);
});
