import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answers, type ModelServer, startModelServer } from "#server/adapters/llm/model-server.fixture.ts";
import { SessionLoop } from "#server/features/generation/public.ts";
import { registry } from "#server/operations.ts";
import { generators } from "#server/worker/generators.ts";
import { rounds, TEST_SEED } from "#test-size";
import { eventually } from "#tests/support/eventually.ts";
import { happenings, SecretiveWorld } from "../context/secretive-world.ts";
import { openWorkbench, type Workbench } from "../record/workbench.ts";

const { byok, context, dialogues, generation, record, sessions } = registry;
/** Steps of a world that are taken after the sessions have started. */
const LATER = 4;
/** Finds lines, facts, and those who live in every world, and holds no word of its own that a world could have. */
const ASKED = "What is said at the quay and what holds, of Tola and Unna?";

let bench: Workbench;
let server: ModelServer;

beforeAll(async () => {
  bench = await openWorkbench();
  // A model that repeats all it is told: what it should not have been told is in its answers too, and in drafts.
  server = await startModelServer((call, response, self) => answers(textsOf(call.body))(call, response, self));
});
afterAll(async () => {
  await server.close();
  await bench.close();
});

function textsOf({ messages }: { messages: readonly { content: unknown }[] }): string {
  return messages.map(({ content }) => JSON.stringify(content)).join("\n");
}

/** Reads all that any caller can see of a session, and the prompts that the model was sent for it. */
async function shownOf(projectId: string, session_id: string, marker: string): Promise<string> {
  const params = { session_id };
  const receipt = await bench.ask(sessions.context, { params });
  const { events } = await bench.ask(record.events, {
    params: { project_id: projectId },
    query: { limit: 500, subject_id: session_id },
  });
  return JSON.stringify([
    server.calls.filter(({ body }) => JSON.stringify(body).includes(marker)).map(({ body }) => body),
    await bench.ask(sessions.get, { params }),
    await bench.ask(sessions.standing, { params }),
    await bench.ask(sessions.trace, { params }),
    receipt,
    await bench.ask(context.getReceipt, { params: { project_id: projectId, receipt_id: receipt.receipt_id } }),
    events,
    // What its stream tells.
    await bench.database.reads.execute(
      sql`SELECT * FROM session_log WHERE project_id = ${projectId} AND session_id = ${session_id}`,
    ),
  ]);
}

test("a session of a random world shows nobody anything later than its pin, and nothing withheld from whom it speaks for", {
  timeout: 600_000,
}, async () => {
  let told = 0;
  let withheld = 0;
  let later = 0;
  await fc.assert(
    fc.asyncProperty(happenings, fc.nat(), fc.boolean(), async (steps, pick, hasKey) => {
      const story = new SecretiveWorld(bench, await bench.newProject());
      const { params } = story;
      const moments: number[] = [];
      await story.begin();
      moments.push(story.seq);
      for (const each of steps.slice(0, -LATER)) {
        await story.take(each);
        moments.push(story.seq);
      }
      if (hasKey) {
        const key = {
          provider: "openai_compatible",
          key: "sk-canary",
          base_url: server.url,
          models: { text: "tale-1" },
        };
        await bench.ask(byok.create, { params, body: key });
      }
      const at_seq = moments[pick % moments.length] ?? story.seq;
      const started: { id: string; as: string | null; marker: string }[] = [];
      const start = async (
        as: string | null,
        moment: object,
        brief: object,
        operation: typeof generation.text | typeof dialogues.generate = generation.text,
      ) => {
        const marker = `${params.project_id} ${started.length}.`;
        const body = { prompt: `${ASKED} ${marker}`, ...moment, ...(as !== null && { as }), ...brief };
        const { session_id: id } = await bench.ask(operation, { params, body });
        started.push({ id, as, marker });
      };
      const subject_ids = [story.told, story.untold];
      await start(null, { at_seq }, { subject_ids });
      await start(story.untold, { at_seq }, { subject_ids, review: true });
      await start(story.untold, {}, { subject_ids });
      await start(story.told, {}, { subject_ids, review: true });
      await start(story.untold, {}, { cast: subject_ids }, dialogues.generate);
      for (const each of steps.slice(-LATER)) await story.take(each);

      const loop = new SessionLoop(bench.services, generators, { pollMs: 10 });
      loop.start();
      try {
        for (const { id, as, marker } of started) {
          await eventually(
            () => bench.ask(sessions.standing, { params: { session_id: id } }),
            ({ status }) => status !== "accepted",
            { about: id },
          );
          const shown = await shownOf(params.project_id, id, marker);
          const { context_seq } = await bench.ask(sessions.get, { params: { session_id: id } });
          for (const { word, seq, hiddenFrom } of story.canaries) {
            const isLater = seq > context_seq;
            const isWithheld = as !== null && hiddenFrom === as;
            if (isLater) later += 1;
            if (isWithheld && !isLater) withheld += 1;
            if (isLater || isWithheld)
              expect([as, context_seq, shown]).not.toEqual([as, context_seq, expect.stringContaining(word)]);
            else if (shown.includes(word)) told += 1;
          }
        }
      } finally {
        await loop.close();
      }
    }),
    { numRuns: rounds({ gate: 3, full: 60 }), seed: TEST_SEED },
  );
  // It was about something: words that may be told were told, and there were others.
  expect([told, withheld, later, server.calls.length].every((count) => count > 0)).toBe(true);
});
