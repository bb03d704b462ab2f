import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registry } from "#server/operations.ts";
import { rounds, TEST_SEED } from "#test-size";
import { openWorkbench, type Workbench } from "../record/workbench.ts";
import { TwinWorld, twinSteps } from "./twin-worlds.ts";

const { context } = registry;

/** Questions of each pair of worlds. */
const QUESTIONS = 10;

let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

describe("worlds that differ only in what one reader may not know", () => {
  test("give that reader the same contexts, byte for byte", { timeout: 1_800_000 }, async () => {
    let differing = 0;
    await fc.assert(
      fc.asyncProperty(
        twinSteps,
        fc.array(
          fc.tuple(
            fc.subarray(["flood", "ledger", "bell", "salt", "tide", "Tola", "Unna"], { minLength: 1 }),
            fc.nat(),
          ),
          {
            minLength: QUESTIONS,
            maxLength: QUESTIONS,
          },
        ),
        async (steps, questions) => {
          const worlds = [false, true].map((isSecond) => ({ isSecond }));
          const twins: TwinWorld[] = [];
          for (const { isSecond } of worlds) {
            const world = new TwinWorld(bench, await bench.newProject(), isSecond);
            await world.begin();
            for (const each of steps) await world.take(each);
            twins.push(world);
          }
          const [one, two] = twins as [TwinWorld, TwinWorld];
          const ask = async (world: TwinWorld, body: object) =>
            world.comparable(await bench.ask(context.assemble, { params: world.params, body }));
          for (const [words, pick] of questions) {
            const body = { query: words.join(" "), token_budget: 60 + (pick % 900) };
            const { headers } = await bench.call(registry.projects.get, { params: one.params });
            let at_seq = pick % 3 === 0 ? 10 + (pick % (Number(headers["x-project-seq"]) - 10)) : undefined;
            while (at_seq !== undefined && one.open.has(at_seq)) at_seq++;
            const asked = { ...body, ...(at_seq !== undefined && { at_seq }) };
            expect(await ask(two, { ...asked, as: two.reader })).toBe(await ask(one, { ...asked, as: one.reader }));
            if ((await ask(two, asked)) !== (await ask(one, asked))) differing++;
          }
        },
      ),
      { numRuns: rounds({ gate: 2, full: 50 }), seed: TEST_SEED, endOnFailure: true },
    );
    // Whoever sees everything sees that they differ.
    expect(differing).toBeGreaterThan(0);
  });
});
