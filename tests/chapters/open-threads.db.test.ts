import { afterAll, beforeAll, expect, test } from "vitest";
import { openThreads } from "#server/features/chapter-generation/open-threads.ts";
import { registry } from "#server/operations.ts";
import { Story } from "#tests/record/story.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { facts } = registry;
let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

test("a fact that leaves something open is a thread while it holds, also once what took its place was deleted", async () => {
  const story = await Story.begin(bench);
  const owes = { text: "Odo owes ten coins.", predicate: "owes" };
  const { id: fact_id } = await story.ask(facts.create, { body: owes });
  const threads = async () => {
    const seq = await story.seq();
    return (await bench.database.reads.transaction("snapshot", (db) => openThreads(db, story.projectId, seq))).others;
  };
  expect(await threads()).toEqual([owes.text]);
  const by = { text: "Odo paid.", predicate: "paid" };
  const { by: paid } = await story.ask(facts.supersede, { params: { fact_id }, body: { by, reason: "He paid." } });
  expect(await threads()).toEqual([]);
  await story.ask(facts.delete, { params: { fact_id: paid.id } });
  expect(await threads()).toEqual([owes.text]);
});
