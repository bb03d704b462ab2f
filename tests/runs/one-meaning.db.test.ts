import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { actionsOf, attempt, isOver, type LogEntry, type RunAction, replay } from "#domain/runtime/log.ts";
import { answer, begin, choose, openOffers, type Page } from "#domain/runtime/run.ts";
import { randomPlay } from "#domain/runtime/story.arbitrary.ts";
import { dialogueOf, outcomeOf } from "#domain/runtime/vector.ts";
import { rounds } from "#test-size";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "fabula-one-meaning-"));
let runtime: typeof import("../../packages/runtime/src/index.ts");

beforeAll(async () => {
  execFileSync(process.execPath, [join(root, "scripts/build-runtime.ts"), folder], { cwd: root });
  runtime = await import(join(folder, "index.js"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const saved = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

test("a story means the same in the studio, in playthroughs of the interface and in the package, resumed at every step", () => {
  fc.assert(
    fc.property(randomPlay, ({ told, seed, picks }) => {
      const dialogue = dialogueOf({ dialogue: told });
      const { id, start, nodes, variables, world } = told;
      const packed = runtime.readDialogue(
        { id, start_node_id: start, nodes },
        { variables, ...(world !== null && { world }) },
      );
      const packedBranches = new Map(
        [...packed.nodes.values()].flatMap((node) => node.branches.map((branch) => [branch.id, branch] as const)),
      );
      const log: LogEntry[] = [];
      const beginning = { seed };
      let studio: Page = begin(dialogue, beginning);
      let game: Page = runtime.begin(packed, beginning);
      let kept = saved(studio.state);
      const compare = (run: Page) => {
        const wanted = outcomeOf(studio);
        expect(outcomeOf(game)).toEqual(wanted);
        expect(outcomeOf(run)).toEqual(wanted);
        expect([game.proposed, run.proposed]).toEqual([studio.proposed, studio.proposed]);
        expect(saved(game.state)).toEqual(saved(studio.state));
      };
      compare(studio);
      for (const pick of picks) {
        if (isOver(studio)) break;
        const open = openOffers(studio.halt);
        const branch = studio.halt.kind === "command" ? undefined : open[pick % open.length]?.branch;
        const action: RunAction = branch === undefined ? { answer: {} } : { choose: branch.id };
        const taken = attempt(dialogue, kept, action);
        if (typeof taken === "string") throw new Error(`a playthrough refused what is open: ${taken}`);
        log.push(action);
        kept = saved(taken.state);
        if (branch === undefined) {
          studio = answer(dialogue, studio.state) ?? studio;
          game = runtime.answer(packed, saved(game.state)) ?? game;
        } else {
          studio = choose(dialogue, studio.state, branch);
          const same = packedBranches.get(branch.id);
          if (same === undefined) throw new Error(`the package has no branch ${branch.id}`);
          game = runtime.choose(packed, saved(game.state), same);
        }
        compare(taken);
      }
      // What was done comes to the same pages again, and to those before when a step is taken back.
      const again = replay(dialogue, beginning, actionsOf(log));
      expect([again.misstep, again.pages.length]).toEqual([null, log.length + 1]);
      expect(saved(again.pages.at(-1)?.state)).toEqual(saved(studio.state));
      const back = replay(dialogue, beginning, actionsOf([...log, { back: true }]));
      expect(back.pages.length).toBe(Math.max(1, log.length));
    }),
    { numRuns: rounds({ gate: 1_000, full: 10_000 }) },
  );
});
