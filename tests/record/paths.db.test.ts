import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registry } from "#server/operations.ts";
import { rounds } from "#test-size";
import { EXTERNAL_IDS } from "./random-requests.ts";
import { seedOf } from "./random-steps.ts";
import { refusal } from "./refusal.ts";
import { Story } from "./story.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

const { entities, locations } = registry;
const runs = rounds({ gate: 8, full: 200 });
let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

/** A place as the model knows it: written from docs/interface.md, not from the code it checks. */
interface ModelPlace {
  id: string;
  externalId: string;
  parent: ModelPlace | null;
  /** Whether a parent was ever set, null included. */
  placed: boolean;
  /** Whether it has a path: from then on, or since it became a parent. */
  located: boolean;
}

const segment = (externalId: string): string => externalId.replaceAll("%", "%25").replaceAll("/", "%2F");
const pathOf = (place: ModelPlace): string =>
  `${place.parent === null ? "" : pathOf(place.parent)}/${segment(place.externalId)}`;
const isUnder = (place: ModelPlace | null, top: ModelPlace): boolean =>
  place !== null && (place === top || isUnder(place.parent, top));

type Move = { kind: "move" | "rename" | "root" | "remove" | "add"; a: number; b: number };

const moves = fc.array(
  fc.record<Move>({
    kind: fc.constantFrom("move", "move", "move", "rename", "root", "remove", "add", "add"),
    a: fc.noBias(fc.nat(1_000)),
    b: fc.noBias(fc.nat(1_000)),
  }),
  { minLength: 10, maxLength: 30, size: "max" },
);

describe("paths of places", () => {
  test(`given ${runs} random lives of a hierarchy, then every path at every seq is that of a model`, async () => {
    const seed = seedOf("random moves");
    await fc.assert(
      fc.asyncProperty(moves, async (list) => {
        const story = await Story.begin(bench);
        const model = new Model(story);
        for (let i = 0; i < 4; i++) await model.step({ kind: "add", a: i, b: i });
        for (const move of list) await model.step(move);
        await model.compare();
        expect((await bench.replay(story.projectId)).differences).toEqual([]);
      }),
      { numRuns: runs, seed },
    );
  }, 600_000);

  test("given awkward external ids, then `under` and the subtree hold exactly what lies below", async () => {
    const story = await Story.begin(bench);
    const ids = new Map<string, string>();
    for (const externalId of EXTERNAL_IDS) ids.set(externalId, await story.place(externalId, { parent_id: null }));
    for (const [externalId, id] of ids) await story.place(`${externalId}|child`, { parent_id: id });
    for (const [externalId, id] of ids) {
      const wanted = [externalId, `${externalId}|child`];
      const path = `/${segment(externalId)}`;
      for (const under of [id, path, `${path}/`]) {
        const page = await story.ask(entities.list, { query: { under } });
        expect(
          page.entities.map((each) => each.external_id),
          under,
        ).toEqual(wanted);
      }
      const page = await story.ask(locations.subtree, { params: { entity_id: id } });
      expect(page.entities.map((each) => each.external_id)).toEqual(wanted);
    }
  });

  test("given a place that never had a parent, then it has no path until it becomes a parent, and keeps it then", async () => {
    const story = await Story.begin(bench);
    const one = await story.place("one");
    expect(await story.paths()).toEqual({ one: null });
    const two = await story.place("two", { parent_external_id: "one" });
    expect(await story.paths()).toEqual({ one: "/one", two: "/one/two" });
    await story.remove(two);
    expect(await story.paths()).toEqual({ one: "/one" });
    await story.patch(one, { name: "still without a parent" });
    expect((await story.entity(one)).location_path).toBe("/one");
    expect(await story.paths(2)).toEqual({ one: null });
  });

  test("given a big subtree moves, then it is one event and one version, and every path below follows", async () => {
    const story = await Story.begin(bench);
    const tree = Array.from({ length: 500 }, (_, i) => ({
      external_id: `n${i}`,
      type: "location",
      name: "place",
      ...(i === 0 ? { parent_id: null } : { parent_external_id: `n${Math.floor((i - 1) / 3)}` }),
    }));
    await story.ask(entities.batch, { body: { entities: tree } });
    const target = await story.place("elsewhere", { parent_id: null });
    const before = await story.seq();
    const first = (await story.ask(entities.list, { query: { external_id: "n0" } })).entities[0];
    const answer = await story.call(locations.move, {
      params: { entity_id: first?.id ?? "" },
      body: { parent_id: target },
    });
    expect(answer.headers["x-project-seq"]).toBe(String(before + 1));
    expect(await story.kindsAfter(before)).toEqual(["entity.moved"]);
    const below = await story.ask(entities.list, { query: { under: target, limit: 500 } });
    expect(below.total).toBe(501);
    expect((await story.ask(entities.list, { query: { under: "/n0", at_seq: before } })).total).toBe(500);
    expect((await story.ask(entities.list, { query: { under: "/n0" } })).total).toBe(0);
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });
});

/** Carries out moves in the project and in memory, and remembers what every seq looked like. */
class Model {
  private readonly story: Story;
  private places: ModelPlace[] = [];
  private readonly moments: Record<string, string | null>[] = [{}, {}];

  constructor(story: Story) {
    this.story = story;
  }

  async step({ kind, a, b }: Move): Promise<void> {
    const place = this.places[a % this.places.length];
    const other = this.places[b % this.places.length];
    if (kind === "add") await this.add(a, other, b);
    else if (place === undefined || other === undefined) return;
    else if (kind === "rename") await this.rename(place, b);
    else if (kind === "remove") await this.remove(place, b % 2 === 0 ? "cascade" : "detach");
    else await this.move(place, kind === "root" ? null : other);
  }

  private free(choice: number): string | undefined {
    const used = new Set(this.places.map(({ externalId }) => externalId));
    const free = EXTERNAL_IDS.filter((each) => !used.has(each));
    return free[choice % free.length];
  }

  private async add(choice: number, other: ModelPlace | undefined, b: number): Promise<void> {
    const externalId = this.free(choice);
    if (externalId === undefined) return;
    const parent = b % 4 === 0 || other === undefined ? null : other;
    const isNamed = b % 8 !== 0;
    const id = await this.story.place(externalId, isNamed ? { parent_id: parent?.id ?? null } : {});
    if (parent !== null) parent.located = true;
    this.places.push({ id, externalId, parent, placed: isNamed, located: isNamed });
    this.remember(1);
  }

  private async rename(place: ModelPlace, choice: number): Promise<void> {
    const externalId = this.free(choice);
    if (externalId === undefined) return;
    await this.story.patch(place.id, { external_id: externalId });
    place.externalId = externalId;
    this.remember(1);
  }

  private async move(place: ModelPlace, target: ModelPlace | null): Promise<void> {
    const answer = this.story.patch(place.id, { parent_id: target?.id ?? null });
    if (isUnder(target, place)) {
      const { items } = await refusal(answer);
      expect(items).toMatchObject([{ loc: ["body", "parent_id"], ctx: { entity_id: place.id } }]);
      return;
    }
    await answer;
    if (place.parent === target && place.placed) return;
    place.parent = target;
    place.placed = place.located = true;
    if (target !== null) target.located = true;
    this.remember(1);
  }

  private async remove(place: ModelPlace, children: "cascade" | "detach"): Promise<void> {
    const before = await this.story.seq();
    await this.story.remove(place.id, children);
    const events = (await this.story.seq()) - before;
    if (children === "cascade") this.places = this.places.filter((each) => !isUnder(each, place));
    else {
      this.places = this.places.filter((each) => each !== place);
      for (const each of this.places) if (each.parent === place) each.parent = null;
    }
    // The seqs inside this commit are looked at by the property test of replay.
    this.remember(events, true);
  }

  private remember(events: number, onlyLast = false): void {
    const now = Object.fromEntries(
      this.places.map((place) => [place.externalId, place.located ? pathOf(place) : null]),
    );
    for (let i = 1; i < events; i++) this.moments.push(onlyLast ? UNKNOWN : now);
    this.moments.push(now);
  }

  async compare(): Promise<void> {
    expect(this.moments).toHaveLength((await this.story.seq()) + 1);
    for (const [seq, moment] of this.moments.entries()) {
      if (moment !== UNKNOWN) expect(await this.story.paths(seq), `at ${seq}`).toEqual(moment);
    }
    expect(await this.story.paths()).toEqual(this.moments.at(-1));
  }
}

const UNKNOWN: Record<string, string | null> = {};

describe("limits of the hierarchy", () => {
  /** Places one below the other; answers their ids from the top. */
  async function chain(story: Story, names: readonly string[]): Promise<string[]> {
    const body = {
      entities: names.map((external_id, i) => ({
        external_id,
        type: "location",
        name: "place",
        ...(i === 0 ? { parent_id: null } : { parent_external_id: names[i - 1] }),
      })),
    };
    return (await story.ask(entities.batch, { body })).entities.map(({ id }) => id);
  }

  test("given 64 levels, then the 65th is a 422 that names the entity, by create and by move", async () => {
    const story = await Story.begin(bench);
    const ids = await chain(
      story,
      Array.from({ length: 64 }, (_, i) => `level-${i}`),
    );
    const deepest = ids.at(-1) ?? "";
    const tooDeep = await refusal(story.place("too-deep", { parent_id: deepest }));
    expect(tooDeep.items).toMatchObject([{ loc: ["body", "parent_id"], ctx: { external_id: "too-deep", depth: 65 } }]);
    const [top] = await chain(story, ["a-root", "its-child"]);
    const moved = await refusal(story.patch(top ?? "", { parent_id: ids[62] ?? "" }));
    expect(moved.items).toMatchObject([{ ctx: { entity_id: top, depth: 65 } }]);
    const fits = await story.patch(top ?? "", { parent_id: ids[61] ?? "" });
    expect(fits.status).toBe(200);
    expect((await story.ask(locations.ancestors, { params: { entity_id: deepest } })).total).toBe(63);
  });

  test("given a path of 2,000 bytes, then it stands, and one byte more is a 422 that names the entity", async () => {
    const story = await Story.begin(bench);
    // Seven places of 255 bytes and a slash each: 1,792. The rest takes 208.
    const names = Array.from({ length: 7 }, (_, i) => `${i}`.repeat(255));
    const ids = await chain(story, names);
    const last = ids.at(-1) ?? "";
    const exact = await story.place("x".repeat(207), { parent_id: last });
    const { location_path } = await story.entity(exact);
    expect(Buffer.byteLength(location_path ?? "")).toBe(2_000);
    const longer = await refusal(story.place("y".repeat(208), { parent_id: last }));
    expect(longer.items).toMatchObject([{ ctx: { external_id: "y".repeat(208), path_bytes: 2_001 } }]);
    const renamed = await refusal(story.patch(ids[0] ?? "", { external_id: "é".repeat(255) }));
    expect(renamed.items).toMatchObject([
      { loc: ["body", "external_id"], ctx: { entity_id: ids[0], path_bytes: 2_255 } },
    ]);
    expect((await bench.replay(story.projectId)).differences).toEqual([]);
  });

  test("given external ids whose bytes outgrow their characters, then the path counts bytes after encoding", async () => {
    const story = await Story.begin(bench);
    const emoji = await story.place("🌉".repeat(255), { parent_id: null });
    const refused = await refusal(story.place("🌊".repeat(255), { parent_id: emoji }));
    expect(refused.items).toMatchObject([{ ctx: { path_bytes: 2 * (255 * 4 + 1) } }]);
    const slashes = await story.place("/".repeat(255), { parent_id: null });
    expect((await story.entity(slashes)).location_path).toBe(`/${"%2F".repeat(255)}`);
    const percents = await story.place("%".repeat(255), { parent_id: emoji });
    expect((await story.entity(percents)).location_path).toBe(`/${"🌉".repeat(255)}/${"%25".repeat(255)}`);
  });
});
