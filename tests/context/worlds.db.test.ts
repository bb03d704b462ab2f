import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tokenCounter } from "#server/adapters/llm/token-count.ts";
import { registry } from "#server/operations.ts";
import { rounds, TEST_SEED } from "#test-size";
import { PRODUCT_FLAGS } from "#tests/support/product-flags.ts";
import { openWorkbench, type Workbench } from "../record/workbench.ts";
import { everything, happenings, SecretiveWorld } from "./secretive-world.ts";

const { context } = registry;

let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

describe("contexts of random worlds", () => {
  test("hold nothing later and nothing withheld, stay the same, and keep to their budgets", {
    timeout: 600_000,
  }, async () => {
    const count = await tokenCounter();
    await fc.assert(
      fc.asyncProperty(happenings, fc.nat(), fc.integer({ min: 32, max: 900 }), async (steps, pick, token_budget) => {
        const story = new SecretiveWorld(bench, await bench.newProject());
        const { params } = story;
        await story.begin();
        const moments: number[] = [];
        for (const each of steps.slice(0, -4)) {
          await story.take(each);
          moments.push(story.seq);
        }
        const at_seq = moments[pick % moments.length] ?? story.seq;
        const asked = [null, story.told, story.untold].map((as) => ({
          query: everything(story.canaries),
          as,
          at_seq,
          token_budget,
        }));
        const answers = [];
        for (const body of asked) answers.push(await bench.ask(context.assemble, { params, body }));
        for (const each of steps.slice(-4)) await story.take(each);
        for (const [i, body] of asked.entries()) {
          const answer = answers[i];
          if (answer === undefined) throw new Error("nothing was answered");
          // The same bytes after more was written; the receipt holds no text, and is assembled again.
          expect(await bench.ask(context.assemble, { params, body })).toEqual(answer);
          const receiptParams = { ...params, receipt_id: answer.receipt_id };
          const { query: _, ...receipt } = await bench.ask(context.getReceipt, { params: receiptParams });
          expect(await bench.ask(context.replay, { params: receiptParams })).toMatchObject({
            equal: true,
            context: answer,
          });
          const shown = JSON.stringify([answer, receipt]);
          for (const { word, seq, hiddenFrom } of story.canaries) {
            if (seq > at_seq) expect(shown).not.toContain(word);
            if (body.as !== null && hiddenFrom === body.as) expect(shown).not.toContain(word);
          }
          expect(answer.tokens).toBeLessThanOrEqual(token_budget);
          expect(answer.tokens).toBe(count(answer.text));
          const items = answer.sections.flatMap(({ items: own }) => own);
          for (const { text } of items) expect(answer.text).toContain(text);
          // What is superseded is left out for that, however much room there is, and nothing is both there and left out for room.
          for (const { id, kind, reason } of answer.left_out) {
            expect(["budget", "least", "superseded"]).toContain(reason);
            if (kind !== "event" && reason === "budget")
              expect(items.some((item) => item.id === id && item.kind === kind)).toBe(false);
          }
          for (const { word, until } of story.canaries) {
            if (until !== null && until <= at_seq && word !== "") {
              expect(
                items
                  .filter(({ kind }) => kind === "fact" || kind === "line")
                  .map(({ text }) => text)
                  .join("\n"),
              ).not.toContain(word);
            }
          }
          expect(answer.withheld > 0).toBe(body.as === story.untold);
        }
        // What is withheld is found no more than what never was: a question cannot probe for it.
        const hidden = story.canaries.filter(({ hiddenFrom }) => hiddenFrom !== null).map(({ word }) => word);
        const probe = async (words: readonly string[]) => {
          const {
            receipt_id: _,
            digest: __,
            ...rest
          } = await bench.ask(context.assemble, {
            params,
            body: { query: `quay ${words.join(" ")}`, as: story.untold, at_seq: story.seq, token_budget },
          });
          return rest;
        };
        expect(await probe(hidden)).toEqual(await probe(hidden.map((word) => word.replace("yu", "aa"))));
        expect((await bench.replay(params.project_id)).differences).toEqual([]);
      }),
      { numRuns: rounds({ gate: 4, full: 150 }), seed: TEST_SEED },
    );
  });

  test("are the same bytes from another process", async () => {
    const story = new SecretiveWorld(bench, await bench.newProject());
    await story.begin();
    for (let i = 0; i < 12; i++) {
      await story.take({ verb: ["entity", "fact", "line", "edit", "link"][i % 5] ?? "", secret: i % 3 === 0, at: i });
    }
    const { seq, params } = story;
    const question = { query: everything(story.canaries), as: story.untold, subject_ids: [], token_budget: 500 };
    const here = await bench.ask(context.assemble, { params, body: { ...question, at_seq: seq } });
    const script = fileURLToPath(new URL("./other-process.ts", import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...PRODUCT_FLAGS,
      script,
      bench.url,
      params.project_id,
      String(seq),
      JSON.stringify(question),
    ]);
    expect(stdout).toBe(JSON.stringify(here));
  });
});
