import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import { refusal } from "./refusal.ts";
import { Story } from "./story.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

const { entities, record } = registry;
let bench: Workbench;
let story: Story;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  story = await Story.begin(bench);
});

const place = (external_id: string, rest: object = {}) => ({
  external_id,
  type: "location",
  name: external_id,
  ...rest,
});
const batch = (places: object[], mode?: "all_or_nothing" | "independent") =>
  story.call(entities.createBatch, { body: { entities: places, ...(mode !== undefined && { mode }) } });

describe("a batch of entities", () => {
  test("given children before parents, then the answer keeps the order sent and the record makes parents first", async () => {
    const sent = [
      place("room", { parent_external_id: "house" }),
      place("house", { parent_external_id: "street" }),
      place("street", { parent_id: null }),
    ];
    const { body } = await batch(sent);
    expect(body.entities.map(({ external_id, location_path }) => [external_id, location_path])).toEqual([
      ["room", "/street/house/room"],
      ["house", "/street/house"],
      ["street", "/street"],
    ]);
    const { events } = await story.ask(record.events, { query: { after_seq: 1 } });
    expect(events.map(({ seq, commit_seq }) => [seq, commit_seq])).toEqual([
      [2, 4],
      [3, 4],
      [4, 4],
    ]);
    expect((await story.paths(2)).street).toBe("/street");
  });

  test("all_or_nothing, given one part is refused, then nothing is written", async () => {
    await story.place("taken");
    const before = await story.seq();
    const refused = await refusal(batch([place("one"), place("taken"), place("two")]));
    expect(refused).toMatchObject({ code: "external_id_taken", detail: { external_id: "taken" } });
    expect(await story.seq()).toBe(before);
    const lost = await refusal(batch([place("one"), place("two", { parent_id: newId("ent") })]));
    expect(lost.items).toMatchObject([{ loc: ["body", "entities", 1, "parent_id"] }]);
    expect(await story.seq()).toBe(before);
  });

  test("independent, given some parts are refused, then the others are written and each refusal has its index", async () => {
    const used = await story.place("taken");
    const { body } = await batch(
      [
        place("one", { parent_id: null }),
        place("taken"),
        place("under-nobody", { parent_external_id: "nobody" }),
        place("under-refused", { parent_external_id: "under-nobody" }),
        place("under-one", { parent_external_id: "one" }),
        place("reused", { id: used }),
        place("one"),
      ],
      "independent",
    );
    expect(body.entities.map(({ external_id }) => external_id)).toEqual(["one", "under-one"]);
    expect(body.errors.map(({ index, status, code }) => [index, status, code])).toEqual([
      [1, 409, "external_id_taken"],
      [2, 422, null],
      [3, 422, null],
      [5, 409, "id_taken"],
      [6, 409, "external_id_taken"],
    ]);
    expect(Object.keys(await story.paths()).sort()).toEqual(["one", "taken", "under-one"]);
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });

  test("given the same id twice, then it is refused instead of one entity swallowing the other", async () => {
    const id = newId("ent");
    const twice = [place("one", { id }), place("two", { id })];
    expect((await refusal(batch(twice))).code).toBe("id_taken");
    const { body } = await batch(twice, "independent");
    expect(body.entities.map(({ external_id }) => external_id)).toEqual(["one"]);
    expect(body.errors).toMatchObject([{ index: 1, code: "id_taken" }]);
  });

  test("given a circle, then it is refused by index", async () => {
    const circle = [place("a", { parent_external_id: "b" }), place("b", { parent_external_id: "a" })];
    const refused = await refusal(batch(circle));
    expect(refused.items[0]?.loc.slice(0, 2)).toEqual(["body", "entities"]);
  });

  test("given a thousand, then they are one commit", async () => {
    const places = Array.from({ length: 1_000 }, (_, i) =>
      i === 0 ? place("0", { parent_id: null }) : place(`${i}`, { parent_external_id: `${Math.floor((i - 1) / 4)}` }),
    );
    const { body, headers } = await batch(places.toReversed());
    expect(body.entities).toHaveLength(1_000);
    expect(headers["x-project-seq"]).toBe("1001");
    expect(body.entities[0]?.location_path).toBe("/0/3/15/62/249/999");
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });
});
