import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkpointFields, checkpointVersions } from "#drizzle/schema/checkpoints.ts";
import { Problem } from "#server/kernel/problem.ts";
import { recorded } from "#server/operation/ordinary/recorded.ts";
import { plainForm } from "#server/record/api-form.ts";
import { ResourceRegistry } from "#server/record/registry.ts";
import { resources } from "#server/resources.ts";
import { rounds, TEST_SEED } from "#test-size";
import { openWorkbench, type Workbench } from "./workbench.ts";

const states = {
  states: {
    draft: { is: { note: "" } },
    review: { is: { note: "in review" }, by: "released_by" },
    done: { is: { note: "done" }, at: "released_at" },
  },
  transitions: {
    submit: { from: ["draft"], to: "review", verb: "submitted", meaning: "It was submitted." },
    accept: { from: ["review"], to: "done", verb: "accepted", meaning: "It was accepted." },
    reopen: { from: ["review", "done"], to: "draft", verb: "reopened", meaning: "It was reopened." },
  },
} as const;

/** A page that is written, reviewed and accepted, kept in the table of checkpoints. */
const page = recorded({
  type: "checkpoint",
  plural: "pages",
  path: "/v1/projects/{project_id}/pages",
  table: checkpointVersions,
  fields: checkpointFields,
  states: {
    ...states,
    transitions: {
      submit: { ...states.transitions.submit, summary: "Submit a page", description: "It waits for its review." },
      accept: { ...states.transitions.accept, summary: "Accept a page", description: "Its review is over." },
      reopen: { ...states.transitions.reopen, summary: "Reopen a page", description: "It is written again." },
    },
  },
  example: { state: { name: "The gate", seq: 1 } },
});
const operations = {
  create: page.create({ example: { name: "The gate" }, state: async () => ({ seq: 1 }) }),
  get: page.get(),
  ...page.transitions({
    accept: {
      guard: async (_context, { name }) => {
        if (name === "Unfinished") throw new Problem("name_taken", { detail: { name, id: "none" } });
      },
    },
  }),
};

/** States that each verb leads to; null where it is refused. */
const TABLE = {
  draft: { submit: "review", accept: null, reopen: "draft" },
  review: { submit: "review", accept: "done", reopen: "draft" },
  done: { submit: null, accept: "done", reopen: "draft" },
} as const;
const ALLOWED = { submit: ["draft"], accept: ["review"], reopen: ["review", "done"] };

let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench();
  const others = resources.all().filter(({ type }) => type !== "checkpoint");
  const forms = others.map(({ type }) => resources.formOf(type));
  Object.assign(bench.services, {
    resources: new ResourceRegistry([...others, page.resource as never], [...forms, plainForm(page as never)] as never),
  });
});
afterAll(() => bench.close());

test("given any walk, then states, stamps, refusals and events are as the table says", async () => {
  const project_id = await bench.newProject();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom("submit", "accept", "reopen"), { maxLength: 12 }), async (walk) => {
      const { id: checkpoint_id } = await bench.ask(operations.create, { params: { project_id }, body: { name: "P" } });
      const params = { project_id, checkpoint_id };
      let state: keyof typeof TABLE = "draft";
      for (const verb of walk as (keyof typeof ALLOWED)[]) {
        const next: keyof typeof TABLE | null = TABLE[state][verb];
        const before = await bench.ask(operations.get, { params });
        const asked = bench.ask(operations[verb], { params });
        if (next === null) {
          const refused = await asked.catch((error: unknown) => error);
          expect(refused).toBeInstanceOf(Problem);
          expect(refused).toMatchObject({ code: "wrong_state", detail: { state, allowed: ALLOWED[verb] } });
          expect(await bench.ask(operations.get, { params })).toEqual(before);
          continue;
        }
        const after = await asked;
        if (next === state) expect(after).toEqual(before);
        else {
          expect(after).toMatchObject({
            note: { draft: "", review: "in review", done: "done" }[next],
            released_by: next === "review" ? bench.caller.actor : null,
            released_at: next === "done" ? expect.stringMatching(/Z$/) : null,
          });
        }
        state = next;
      }
    }),
    { numRuns: rounds({ gate: 12, full: 300 }), seed: TEST_SEED, endOnFailure: true },
  );
  expect((await bench.replay(project_id)).differences).toEqual([]);
});

test("given a guard that refuses, then nothing is changed, and where nothing would change it is not asked", async () => {
  const project_id = await bench.newProject();
  const { id: checkpoint_id } = await bench.ask(operations.create, {
    params: { project_id },
    body: { name: "Unfinished" },
  });
  const params = { project_id, checkpoint_id };
  await expect(bench.ask(operations.accept, { params })).rejects.toMatchObject({ code: "wrong_state" });
  const submitted = await bench.ask(operations.submit, { params });
  await expect(bench.ask(operations.accept, { params })).rejects.toMatchObject({ code: "name_taken" });
  expect(await bench.ask(operations.get, { params })).toEqual(submitted);
});

test("an operation that some state refuses says so among its errors, one that none refuses does not", () => {
  expect(
    [operations.submit, operations.accept, operations.reopen].map(({ errors }) => errors.includes("wrong_state")),
  ).toEqual([true, true, false]);
});
