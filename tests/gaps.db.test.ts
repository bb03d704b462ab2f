import { afterAll, beforeAll, expect, test } from "vitest";
import { findGaps } from "#server/features/seeds/public.ts";
import { registry } from "#server/operations.ts";
import { Story } from "#tests/record/story.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { dialogues, entities } = registry;
let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

test("places are looked for in lines among the first hundred, and only kinds that are asked for", async () => {
  const story = await Story.begin(bench);
  const named = Array.from({ length: 99 }, (_, at) => `Inn number ${at + 100}`);
  const places = [...named, "The mole", "The ford"].map((name, at) => {
    return { external_id: `place-${at}`, type: "location", name };
  });
  for (const each of [places, [{ external_id: "bor", type: "character", name: "Bor" }]]) {
    await story.ask(entities.batch, { body: { entities: each } });
  }
  const { id: graph_id } = await story.ask(dialogues.create, { body: { name: "On the road" } });
  const text = named.join(", ");
  await story.ask(dialogues.createNode, { params: { graph_id }, body: { text } });
  const seq = await story.seq();
  const find = (...kinds: Parameters<typeof findGaps>[1][]) =>
    bench.database.reads.transaction("snapshot", async (db) => {
      const gaps = await findGaps({ db, projectId: story.projectId, seq, isMade: () => false }, ...kinds);
      return gaps.map(({ kind, subjects }) => [kind, subjects[0]?.name]);
    });
  expect(await find()).toEqual([
    ["unused_place", "The mole"],
    ["silent_character", "Bor"],
  ]);
  expect(await find(["silent_character"])).toEqual([["silent_character", "Bor"]]);
});
