import { afterAll, beforeAll, expect, test } from "vitest";
import { checkNextCommits } from "#server/features/canon/check-history.ts";
import { CanonLoop } from "#server/features/canon/public.ts";
import { registry } from "#server/operations.ts";
import { rounds, TEST_SEED } from "#test-size";
import { Story } from "#tests/record/story.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";
import { type Contradiction, named, PLANTS, PlantedWorld, setRules } from "./planted.ts";

const { canonViolations } = registry;
let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

const WORLDS = rounds({ gate: 2, full: 300 });

test("of planted contradictions none is missed and none is invented", async () => {
  for (let world = 0; world < WORLDS; world++) {
    const random = mulberry(TEST_SEED + world);
    const story = await Story.begin(bench);
    const loop = new CanonLoop(bench.database, () => {});
    const checkAll = async () => {
      while (await loop.checkPiece(story.projectId));
    };
    const isRuled = random() < 0.5;
    if (isRuled) await setRules(story);
    const planted = new PlantedWorld(story, random);
    const names = Object.keys(PLANTS).sort(() => random() - 0.5);
    const expected = new Set<Contradiction>();
    let then: { seq: number; expected: Contradiction[] } | null = null;
    const moments: number[] = [];
    for (const [at, name] of names.entries()) {
      for (const each of (await PLANTS[name]?.(planted)) ?? []) expected.add(each);
      if (random() < 0.2) await checkAll();
      moments.push(await story.seq());
      if (isRuled && at === Math.floor(names.length / 2))
        then = { seq: await story.seq(), expected: [...expected].sort() };
    }
    if (!isRuled) await setRules(story);
    await checkAll();
    const now = await story.ask(canonViolations.list, { query: { limit: 500 } });
    expect(now.checked_to_seq).toBe(await story.seq());
    expect({ world, found: namesOf(now.violations) }).toEqual({ world, found: [...expected].sort() });
    const seq = await story.seq();
    const again = await story.ask(canonViolations.list, { query: { limit: 500, at_seq: seq } });
    expect(again.violations.map(({ id }) => id).sort()).toEqual(now.violations.map(({ id }) => id).sort());
    if (then === null) continue;
    await story.ask(canonViolations.checkHistory);
    while (await bench.database.writes.transaction("write", (db) => checkNextCommits(db, story.projectId)));
    const past = await story.ask(canonViolations.history, { query: { limit: 500 } });
    expect(past.checked_to_seq).toBe(await story.seq());
    for (const at_seq of [planted.pick(moments), planted.pick(moments), then.seq]) {
      const was = await story.ask(canonViolations.list, { query: { limit: 500, at_seq } });
      const told = past.violations.filter(
        ({ from_seq, until_seq }) => from_seq <= at_seq && (until_seq === null || until_seq >= at_seq),
      );
      expect({ world, at_seq, ids: told.map(({ id }) => id).sort() }).toEqual({
        ...{ world, at_seq },
        ids: was.violations.map(({ id }) => id).sort(),
      });
    }
    const before = await story.ask(canonViolations.list, { query: { limit: 500, at_seq: then.seq } });
    expect({ world, found: namesOf(before.violations) }).toEqual({ world, found: then.expected });
  }
});

function namesOf(violations: readonly { code: string; evidence: readonly { id: string }[] }[]): Contradiction[] {
  return violations.map(({ code, evidence }) => named(code, ...evidence.map(({ id }) => id))).sort();
}

/** A generator of random numbers from a seed. */
function mulberry(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
