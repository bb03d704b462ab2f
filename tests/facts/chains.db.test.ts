import { afterAll, beforeAll, expect, test } from "vitest";
import { ValidationProblem } from "#server/kernel/problem.ts";
import { registry } from "#server/operations.ts";
import { Story } from "#tests/record/story.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { context, facts } = registry;
let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

/** A chain of three, of which the reader does not know the one in the middle. */
async function tellChain() {
  const story = await Story.begin(bench);
  const [reader, other] = [await story.place("reader"), await story.place("other")];
  const tell = async (text: string, known_by: string[]) =>
    (await story.ask(facts.create, { body: { text, subject_id: other, predicate: "lies", known_by } })).id;
  const shut = await tell("The lantern lies in the chest.", [reader, other]);
  const open = await tell("The lantern lies on the shelf.", [other]);
  const gone = await tell("The lantern lies in the well.", [reader, other]);
  const supersede = (fact_id: string, by: string) =>
    story.ask(facts.supersede, { params: { fact_id }, body: { by, reason: "The lantern was carried on." } });
  await supersede(shut, open);
  await supersede(open, gone);
  const holding = async (as?: string, at_seq?: number) => {
    const query = { superseded: false, ...(as !== undefined && { as }), ...(at_seq !== undefined && { at_seq }) };
    return (await story.ask(facts.list, { query })).facts.map(({ id }) => id);
  };
  const known = async (entity_id: string) =>
    (await story.ask(facts.knowledge, { params: { entity_id } })).knowledge.map(({ fact }) => fact.id);
  return { story, reader, other, shut, open, gone, holding, known };
}

test("a fact holds for nobody who knows something further along its chain", async () => {
  const { story, reader, other, shut, open, gone, holding, known } = await tellChain();
  expect(await holding(reader)).toEqual([gone]);
  expect(await known(reader)).toEqual([gone]);
  expect(await holding(other)).toEqual([gone]);
  expect(await holding()).toEqual([gone]);
  const { sections } = await story.ask(context.assemble, {
    body: { query: "Where lies the lantern?", as: reader, token_budget: 500 },
  });
  expect(sections.flatMap(({ items }) => items.map(({ id }) => id)).filter((id) => id.startsWith("fact_"))).toEqual([
    gone,
  ]);
  const seen = await story.ask(facts.list, { query: { as: reader } });
  expect(
    seen.facts.map(({ id, superseded_by, superseded_reason, supersedes }) => ({
      id,
      superseded_by,
      superseded_reason,
      supersedes,
    })),
  ).toEqual([
    { id: shut, superseded_by: gone, superseded_reason: null, supersedes: [] },
    { id: gone, superseded_by: null, superseded_reason: null, supersedes: [shut] },
  ]);
  expect(await story.ask(facts.get, { params: { fact_id: shut }, query: { as: reader } })).toMatchObject({
    superseded_by: gone,
  });
  const before = await story.seq();
  await story.ask(facts.delete, { params: { fact_id: gone } });
  expect(await holding(reader)).toEqual([shut]);
  expect(await holding(reader, before)).toEqual([gone]);
  expect(await holding()).toEqual([open]);
});

test("what is deleted leads on to what superseded it", async () => {
  const { story, shut, open, gone, reader, holding } = await tellChain();
  await story.ask(facts.delete, { params: { fact_id: open } });
  expect(await holding()).toEqual([gone]);
  expect(await holding(reader)).toEqual([gone]);
  const back = story.ask(facts.supersede, { params: { fact_id: gone }, body: { by: shut, reason: "Carried back." } });
  await expect(back).rejects.toBeInstanceOf(ValidationProblem);
  await story.ask(facts.unsupersede, { params: { fact_id: shut } });
  expect(await holding()).toEqual([shut, gone]);
});
