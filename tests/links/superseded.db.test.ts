import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "#domain/json.ts";
import { registry } from "#server/operations.ts";
import { rounds, TEST_SEED } from "#test-size";
import { refusal } from "#tests/record/refusal.ts";
import { Story } from "#tests/record/story.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";
import { followAll, linkTo, repin, suggested } from "./linked.ts";

const { entities, facts, links, record, relationships } = registry;
let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

/** A source in which somebody lives somewhere, and a title. */
async function begin(filter: (ids: Record<"home" | "away" | "odo", string>) => JsonObject = () => ({})) {
  const [source, title] = [await Story.begin(bench), await Story.begin(bench)];
  const ids = { home: await source.place("home"), away: await source.place("away"), odo: await source.place("odo") };
  const lives = (object_id: string, rest: JsonObject = {}) => ({
    ...{ subject_id: ids.odo, predicate: "lives_in", object_id, text: `Odo lives in ${object_id}.` },
    ...rest,
  });
  const { id: first } = await source.ask(facts.create, { body: lives(ids.home) });
  const link_id = await linkTo(title, source, { filter: filter(ids) });
  return { source, title, ids, lives, first, link_id };
}

const supersede = async (story: Story, fact_id: string, by: string | JsonObject, rest: JsonObject = {}) =>
  (await story.ask(facts.supersede, { params: { fact_id }, body: { by, reason: "He moved.", ...rest } as never })).by
    .id;

const holding = async (story: Story) =>
  (await story.ask(facts.list, { query: { superseded: false, limit: 500 } })).facts.map(({ id }) => id).sort();

const drift = async (title: Story, link_id: string) =>
  (await title.ask(links.drift, { params: { link_id }, query: { limit: 500 } })).drift;

test("a fact that was superseded in the source holds no more where its successor came along, until it does there again", async () => {
  const { source, title, ids, lives, first, link_id } = await begin();
  const second = await supersede(source, first, lives(ids.away), { mode: "retcon" });
  expect(await drift(title, link_id)).toEqual(
    [
      {
        ...{ type: "fact", id: first, change: "changed", label: lives(ids.home).text },
        fields: ["superseded_by", "superseded_mode", "superseded_reason"],
      },
      { type: "fact", id: second, change: "added", label: lives(ids.away).text, fields: [] },
    ].sort((a, b) => (a.id < b.id ? -1 : 1)),
  );
  await repin(title, link_id);
  const here = () => title.ask(facts.get, { params: { fact_id: first } });
  expect(await here()).toMatchObject({
    ...{ superseded_by: second, superseded_mode: "retcon", superseded_reason: "He moved." },
    brought: { keys: ["superseded_by"] },
  });
  expect([await holding(title), await drift(title, link_id)]).toEqual([[second], []]);
  const params = { fact_id: first };
  expect((await refusal(title.ask(facts.unsupersede, { params }))).code).toBe("linked");
  const otherwise = supersede(title, first, second, { mode: "from", reason: "So it is." });
  expect((await refusal(otherwise)).code).toBe("linked");
  await source.ask(facts.unsupersede, { params });
  await repin(title, link_id);
  expect(await here()).toMatchObject({ superseded_by: null, superseded_mode: null, brought: { keys: [] } });
  expect([await holding(title), await drift(title, link_id)]).toEqual([[first, second].sort(), []]);
  expect((await bench.replay(title.projectId)).differences).toEqual([]);
});

test("accepting what a following link suggests leaves the facts that hold in the source", async () => {
  const { source, title, ids, lives, first, link_id } = await begin();
  await title.ask(links.update, { params: { link_id }, body: { mode: "following" } });
  // The fact in between was never here.
  const between = await supersede(source, first, lives(ids.odo));
  const last = await supersede(source, between, lives(ids.away));
  await followAll(bench.services);
  const open = await suggested(title);
  expect(open.map(({ subject_id, change }) => [subject_id, change])).toEqual(
    expect.arrayContaining([
      [first, "changed"],
      [last, "added"],
    ]),
  );
  const [changed, added] = ["changed", "added"].map((kind) => open.find(({ change }) => change === kind)?.id ?? "");
  const accept = (id = "") => title.ask(links.acceptChange, { params: { link_change_id: id } });
  // What holds in its place comes first.
  await title.ask(links.rejectChange, { params: { link_change_id: added ?? "" } });
  await expect(accept(changed)).rejects.toThrow(last);
  expect(await holding(title)).toEqual([first]);
  for (const id of [added, changed]) await accept(id);
  expect(await holding(title)).toEqual([last]);
  expect(await title.ask(facts.get, { params: { fact_id: first } })).toMatchObject({
    ...{ superseded_by: last, superseded_mode: "from", superseded_reason: null },
  });
  await followAll(bench.services);
  expect(await suggested(title)).toEqual([]);
});

test("a successor that not everyone may read, or that is not brought, takes no place in the title", async () => {
  const { source, title, ids, lives, first, link_id } = await begin(({ home, odo }) => ({ entity_ids: [home, odo] }));
  const hidden = await supersede(source, first, lives(ids.home, { known_by: [], text: "CANARY" }));
  await repin(title, link_id);
  expect([await holding(title), await drift(title, link_id)]).toEqual([[first], []]);
  const last = await supersede(source, hidden, lives(ids.away), { reason: "CANARY" });
  expect(await drift(title, link_id)).toMatchObject([{ id: first, change: "gone" }]);
  await repin(title, link_id);
  expect(await holding(title)).toEqual([first]);
  await title.ask(links.update, { params: { link_id }, body: { filter: {} } });
  await repin(title, link_id);
  expect(await holding(title)).toEqual([last]);
  expect(JSON.stringify(await title.ask(record.events, { query: { limit: 500 } }))).not.toContain("CANARY");
});

test("a fact holds in a title where what took its place names an entity that was deleted there", async () => {
  const { source, title, ids, lives, first, link_id } = await begin();
  await supersede(source, first, lives(ids.away));
  await source.ask(relationships.create, { body: { type: "near", source_id: ids.home, target_id: ids.away } });
  await title.ask(entities.delete, { params: { entity_id: ids.away } });
  // Nothing is told of that no repin would bring.
  expect(await drift(title, link_id)).toEqual([]);
  await repin(title, link_id);
  expect(await holding(title)).toEqual([first]);
  expect(await title.ask(facts.get, { params: { fact_id: first } })).toMatchObject({
    ...{ superseded_by: null, superseded_mode: null, superseded_reason: null },
  });
  expect((await bench.replay(title.projectId)).differences).toEqual([]);
});

test("a fact does not hold again beside what took its place, where that was deleted in the source alone", async () => {
  const { source, title, ids, lives, first, link_id } = await begin();
  const second = await supersede(source, first, lives(ids.away));
  await repin(title, link_id);
  await source.ask(facts.delete, { params: { fact_id: second } });
  expect(await holding(source)).toEqual([first]);
  expect(await drift(title, link_id)).toMatchObject([{ id: second, change: "gone" }]);
  await repin(title, link_id);
  expect(await holding(title)).toEqual([second]);
  // The source says so no more, so the title may say otherwise.
  const params = { fact_id: first };
  expect(await title.ask(facts.get, { params })).toMatchObject({ superseded_by: second, brought: { keys: [] } });
  await title.ask(facts.delete, { params: { fact_id: second } });
  expect(await holding(title)).toEqual([first]);
  await title.restore(second);
  await title.ask(facts.unsupersede, { params });
  expect(await holding(title)).toEqual([first, second].sort());
  expect((await bench.replay(title.projectId)).differences).toEqual([]);
});

test("what a title puts in the place of a fact itself stays", async () => {
  const { source, title, ids, lives, first, link_id } = await begin();
  const own = await supersede(title, first, lives(ids.odo));
  const second = await supersede(source, first, lives(ids.away));
  await repin(title, link_id);
  expect(await holding(title)).toEqual([own, second].sort());
  expect(await drift(title, link_id)).toEqual([]);
  await title.ask(facts.unsupersede, { params: { fact_id: first } });
  expect(await drift(title, link_id)).toMatchObject([{ id: first, change: "changed" }]);
});

const turn = fc.record({
  does: fc.constantFrom("say", "supersede", "replace", "unsupersede", "repin" as const),
  which: fc.nat(9),
  by: fc.nat(9),
  mode: fc.constantFrom("from", "retcon" as const),
});

test("in a title holds what held in the source at its pin, whatever took the place of what in between", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 5, maxLength: 25 }), async (turns) => {
      const { source, title, ids, lives, first, link_id } = await begin();
      const made = [first];
      const pick = (n: number) => made[n % made.length] ?? first;
      for (const { does, which, by, mode } of turns) {
        if (does === "repin") await repin(title, link_id);
        else if (does === "say") made.push((await source.ask(facts.create, { body: lives(ids.away) })).id);
        else if (does === "replace") made.push(await supersede(source, pick(which), lives(ids.away), { mode }));
        else if (does === "unsupersede") await source.ask(facts.unsupersede, { params: { fact_id: pick(which) } });
        // A fact does not take its own place.
        else await supersede(source, pick(which), pick(by), { mode }).catch(() => null);
      }
      await repin(title, link_id);
      expect([await drift(title, link_id), await holding(title)]).toEqual([[], await holding(source)]);
      expect((await bench.replay(title.projectId)).differences).toEqual([]);
    }),
    { numRuns: rounds({ gate: 4, full: 100 }), seed: TEST_SEED },
  );
});
