import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DeclaredPredicate, PredicateRules } from "#domain/predicates.ts";
import { registry } from "#server/operations.ts";
import { rounds, TEST_SEED } from "#test-size";
import { Story } from "#tests/record/story.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { dialogues, facts, predicates, projects, relationships, runs, secrets } = registry;
let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

const NAMES = ["lives_in", "houses", "is_dead", "works_for", "married_to"];
const PEOPLE = 7;
const index = fc.nat(PEOPLE - 1);
const knowers = fc.oneof(fc.constant("everyone" as const), fc.uniqueArray(index, { maxLength: 2 }));

const declared: fc.Arbitrary<DeclaredPredicate[]> = fc
  .tuple(fc.boolean(), fc.boolean(), fc.boolean())
  .map(([isFunctional, isPaired, isExclusive]) => [
    { name: "lives_in", functional: true, exclusive_with: [], inverse: isPaired ? "houses" : null },
    { name: "works_for", functional: isFunctional, exclusive_with: [], inverse: null },
    { name: "is_dead", functional: false, exclusive_with: isExclusive ? ["works_for", "lives_in"] : [], inverse: null },
    { name: "married_to", functional: true, exclusive_with: [], inverse: "married_to" },
  ]);

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("say" as const),
      subject: fc.option(fc.nat(1)),
      predicate: fc.constantFrom(...NAMES),
      object: fc.option(fc.integer({ min: 2, max: 4 })),
      text: fc.constantFrom("it is so", "It is so", "it is not so"),
      known: knowers,
    }),
  },
  fc.record({ do: fc.constant("supersede" as const), fact: fc.nat(), by: fc.nat(), retcon: fc.boolean() }),
  fc.record({ do: fc.constant("tell" as const), fact: fc.nat(), to: index }),
  fc.record({ do: fc.constant("delete" as const), fact: fc.nat() }),
  fc.record({ do: fc.constant("join" as const), who: index, group: index }),
  fc.record({ do: fc.constant("cover" as const), what: fc.nat(), known: fc.uniqueArray(index, { maxLength: 2 }) }),
);

test("conflicts are the pairs that one reader knows and holds for true, as every reader's own list says", async () => {
  const property = fc.asyncProperty(declared, fc.array(step, { minLength: 8, maxLength: 24 }), async (rules, steps) => {
    const story = await Story.begin(bench);
    const people: string[] = [];
    for (let n = 0; n < PEOPLE; n++) people.push(await story.place(`p${n}`));
    const nobody = await story.place("nobody");
    await story.ask(projects.update, { body: { knowing_types: ["member_of"] } });
    for (const body of rules) await story.ask(predicates.create, { body: { ...body } });
    const ids: string[] = [];
    const id = (n: number) => people[n] ?? "";
    const pairsNow = async (query: object = {}) => {
      const { conflicts, complete } = await story.ask(facts.conflicts, { query: { limit: 500, ...query } });
      expect(complete).toBe(true);
      return new Map(conflicts.map((each) => [[each.first.fact_id, each.second.fact_id].sort().join(" "), each]));
    };
    const known = new PredicateRules(rules);
    const pairsOf = async (as: string, at: object) => {
      const own = await story.ask(facts.list, { query: { as, superseded: false, limit: 500, ...at } });
      return own.facts.flatMap((a, place) =>
        own.facts
          .slice(place + 1)
          .flatMap((b) => (known.contradiction(a, b) === null ? [] : [[a.id, b.id].sort().join(" ")])),
      );
    };
    const readers = [nobody, ...people];
    const check = async (at: object) => {
      const expected = new Map<string, string[]>();
      for (const reader of readers) {
        const own = await pairsOf(reader, at);
        expect([...(await pairsNow({ as: reader, ...at })).keys()].sort()).toEqual(own.sort());
        for (const pair of own) expected.set(pair, [...(expected.get(pair) ?? []), reader]);
      }
      const found = await pairsNow(at);
      expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
      for (const [pair, { known_to }] of found) {
        expect(expected.get(pair)).toContain(known_to === "everyone" ? nobody : known_to);
      }
      return found;
    };
    let middle: { at_seq: number; found: string[] } | null = null;
    for (const [place, each] of steps.entries()) {
      if (place === Math.floor(steps.length / 2)) {
        middle = { at_seq: await story.seq(), found: [...(await check({})).keys()].sort() };
      }
      if (each.do === "say") {
        const { subject, predicate, object, text, known: by } = each;
        const body = {
          subject_id: subject === null ? null : id(subject),
          object_id: object === null ? null : id(object),
          known_by: by === "everyone" ? by : by.map(id),
          ...{ predicate, text },
        };
        const made = await story.ask(facts.create, { body });
        ids.push(made.id);
        const listed = await pairsNow({ fact_id: made.id });
        expect(made.conflicts.map(({ fact_id }) => [fact_id, made.id].sort().join(" ")).sort()).toEqual(
          [...listed.keys()].sort().slice(0, 20),
        );
        continue;
      }
      const other = "fact" in each ? ids[each.fact % Math.max(1, ids.length)] : undefined;
      if (each.do === "join" && each.who !== each.group) {
        const body = { type: "member_of", source_id: id(each.who), target_id: id(each.group) };
        await story.call(relationships.create, { body });
      } else if (each.do === "cover") {
        const what = [...people.slice(0, 5), ...ids][each.what % (5 + ids.length)];
        // What was deleted is not covered.
        await story
          .call(secrets.create, { body: { subject_id: what, known_by: each.known.map(id) } })
          .catch(() => null);
      } else if (other !== undefined && each.do === "tell") {
        await story
          .call(facts.tell, { params: { fact_id: other }, body: { to: [id(each.to)], how: "told" } })
          .catch(() => null);
      } else if (other !== undefined && each.do === "delete") {
        await story.call(facts.delete, { params: { fact_id: other } }).catch(() => null);
      } else if (other !== undefined && each.do === "supersede") {
        const body = { by: ids[each.by % ids.length], reason: "so", mode: each.retcon ? "retcon" : "from" };
        await story.call(facts.supersede, { params: { fact_id: other }, body }).catch(() => null);
      }
    }
    await check({});
    if (middle !== null) {
      const then = await check({ at_seq: middle.at_seq });
      expect([...then.keys()].sort()).toEqual(middle.found);
    }
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });
  await fc.assert(property, { numRuns: rounds({ gate: 2, full: 300 }), seed: TEST_SEED, endOnFailure: true });
});

test("a batch answers the conflicts between its own parts and with what was there", async () => {
  const story = await Story.begin(bench);
  const [ana, gate, mill] = [await story.place("ana"), await story.place("gate"), await story.place("mill")];
  await story.ask(predicates.create, { body: { name: "lives_in", functional: true } });
  const says = (object_id: string) => ({ subject_id: ana, predicate: "lives_in", object_id, text: "She lives there." });
  const old = await story.ask(facts.create, { body: says(gate) });
  const { facts: made, conflicts } = await story.ask(facts.batch, { body: { facts: [says(mill), says(gate)] } });
  const [atMill = "", atGate = ""] = made.map(({ id }) => id);
  const pairs = conflicts.map(({ first, second }) => [first.fact_id, second.fact_id].sort());
  expect(pairs.sort()).toEqual([[old.id, atMill].sort(), [atMill, atGate].sort()].sort());
  // Who takes the older fact's place is in no conflict with it.
  const body = { by: atMill, reason: "She moved." };
  const { by } = await story.ask(facts.supersede, { params: { fact_id: old.id }, body });
  expect(by.conflicts.map(({ fact_id }) => fact_id)).toEqual([atGate]);
});

test("what is written in a playthrough conflicts there alone", async () => {
  const story = await Story.begin(bench);
  const [ana, gate, mill] = [await story.place("ana"), await story.place("gate"), await story.place("mill")];
  await story.ask(predicates.create, { body: { name: "lives_in", functional: true } });
  const says = (object_id: string) => ({ subject_id: ana, predicate: "lives_in", object_id, text: "She lives there." });
  const first = await story.ask(facts.create, { body: says(gate) });
  const other = await story.ask(facts.create, { body: { text: "The tide is low." } });
  const { id: graph_id } = await story.ask(dialogues.create, { body: { name: "A talk" } });
  await story.ask(dialogues.createNode, { params: { graph_id }, body: { kind: "end", text: "Farewell." } });
  const run = await story.ask(runs.start, { params: { graph_id }, body: { seed: 1 } });
  const body = { by: says(mill), reason: "She moved.", run: run.id };
  const done = await story.ask(facts.supersede, { params: { fact_id: other.id }, body });
  expect(done.by.conflicts).toMatchObject([{ fact_id: first.id, reason: "functional", known_to: "everyone" }]);
  expect((await story.ask(facts.conflicts, { query: { run: run.id } })).total).toBe(1);
  expect((await story.ask(facts.conflicts)).total).toBe(0);
});
