import { afterAll, beforeAll, expect, test } from "vitest";
import { registry } from "#server/operations.ts";
import { refusal } from "./record/refusal.ts";
import { Story } from "./record/story.ts";
import { openWorkbench, type Workbench } from "./record/workbench.ts";

const { entities, locations, secrets } = registry;
let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

/** A harbour with two quays, one of which has a shed and a watchman, and a moor beside it. */
async function harbour() {
  const story = await Story.begin(bench);
  const port = await story.place("port", { parent_id: null });
  const quay = await story.place("quay", { parent_id: port });
  const pier = await story.place("pier", { parent_id: port });
  const shed = await story.place("shed", { parent_id: quay });
  const watchman = await story.place("watchman", { parent_id: quay, type: "character" });
  const moor = await story.place("moor");
  const level = async (query: Record<string, unknown> = {}) => {
    const page = await story.ask(locations.children, { query });
    return page.entities.map(({ external_id, children }) => [external_id, children]);
  };
  return { story, port, quay, pier, shed, watchman, moor, level };
}

test("a level of the places says how many places each contains, at any sequence", async () => {
  const { story, port, quay, pier, shed, level } = await harbour();
  expect(await level()).toEqual([
    ["port", 2],
    ["moor", 0],
  ]);
  expect(await level({ parent_id: port, sort_by: "name" })).toEqual([
    ["pier", 0],
    ["quay", 1],
  ]);
  const before = await story.seq();
  await story.ask(locations.move, { params: { entity_id: shed }, body: { parent_id: pier } });
  expect(await level({ parent_id: port, sort_by: "name" })).toEqual([
    ["pier", 1],
    ["quay", 0],
  ]);
  expect(await level({ parent_id: port, sort_by: "name", at_seq: before })).toEqual([
    ["pier", 0],
    ["quay", 1],
  ]);
  expect(await level({ parent_id: quay })).toEqual([]);
  expect(await level({ parent_id: port, sort_by: "name", limit: 1, offset: 1 })).toEqual([["quay", 0]]);
});

test("places that somebody does not know of are neither listed nor counted for them", async () => {
  const { story, port, shed, watchman, level } = await harbour();
  await story.ask(secrets.create, { body: { subject_id: shed, known_by: [] } });
  expect(await level({ parent_id: port, sort_by: "name", as: watchman })).toEqual([
    ["pier", 0],
    ["quay", 0],
  ]);
  expect(await level({ parent_id: port, sort_by: "name" })).toContainEqual(["quay", 1]);
});

test("a move that is tried out answers what the move then does, and writes nothing", async () => {
  const { story, port, quay, moor } = await harbour();
  const before = [await story.seq(), await story.paths()];
  const move = (body: Record<string, unknown>) => story.ask(locations.move, { params: { entity_id: quay }, body });
  const tried = await move({ parent_id: moor, dry_run: true });
  expect([await story.seq(), await story.paths()]).toEqual(before);
  expect(tried).toMatchObject({ parent_id: moor, location_path: "/moor/quay", descendants: 2 });
  expect(await move({ parent_id: port, dry_run: true })).toMatchObject({ descendants: 0 });
  expect(await move({ parent_id: null, dry_run: true })).toMatchObject({ location_path: "/quay", descendants: 2 });
  const done = await move({ parent_id: moor });
  expect(done).toMatchObject({ parent_id: moor, location_path: "/moor/quay", descendants: 2 });
  expect(await story.seq()).toBe((before[0] as number) + 1);
});

test("a move under itself is refused when it is tried out", async () => {
  const { story, port, shed } = await harbour();
  const before = await story.seq();
  const refused = await refusal(
    story.ask(locations.move, { params: { entity_id: port }, body: { parent_id: shed, dry_run: true } }),
  );
  expect(JSON.stringify(refused)).toContain("an entity cannot be under itself");
  expect(await story.seq()).toBe(before);
});

test("a deletion that is tried out answers what then goes, and deletes nothing", async () => {
  const { story, quay, shed, watchman, pier } = await harbour();
  const bond = await story.relationship(watchman, pier);
  const before = await story.seq();
  for (const operation of [entities.delete, locations.delete]) {
    const tried = await story.ask(operation, {
      params: { entity_id: quay },
      query: { children: "cascade", dry_run: true },
    });
    expect(tried).toEqual({
      id: quay,
      deleted: false,
      entities: [quay, watchman, shed],
      detached: [],
      relationships: [bond],
    });
    expect(await story.seq()).toBe(before);
  }
  expect(await story.entity(shed)).toMatchObject({ location_path: "/port/quay/shed" });
  const done = await story.ask(locations.delete, { params: { entity_id: quay }, query: { children: "cascade" } });
  expect(done).toMatchObject({ deleted: true, relationships: [bond] });
});
