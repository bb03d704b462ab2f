import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answers, type ModelServer, startModelServer } from "#server/adapters/llm/model-server.fixture.ts";
import { registry } from "#server/operations.ts";
import { rounds, TEST_SEED } from "#test-size";
import { eventually } from "#tests/support/eventually.ts";
import { happenings, SecretiveWorld } from "../context/secretive-world.ts";
import { openWorkbench, type Workbench } from "../record/workbench.ts";

const { byok, context, conversations, npcs } = registry;
/** Finds lines, facts, and those who live in every world, and holds no word of its own that a world could have. */
const ASKED = "What is said at the quay and what holds, of Tola and Unna?";

let bench: Workbench;
let server: ModelServer;

beforeAll(async () => {
  bench = await openWorkbench();
  // A model that says all it is told: what it should not have been told is in its answers too.
  server = await startModelServer((call, response, self) => {
    const say = JSON.stringify(call.body.messages).slice(0, 1_900);
    return answers(JSON.stringify({ say, emotion: "neutral", used: [1, 2, 3], remember: [] }))(call, response, self);
  });
});
afterAll(async () => {
  await server.close();
  await bench.close();
});

/** Asks an npc in a conversation; returns what its model was told, and what the conversation shows of it in every way. */
async function heardInConversation(params: { project_id: string }, npc_id: string): Promise<string> {
  const calls = server.calls.length;
  const { id: conversation_id } = await bench.ask(conversations.create, { params, body: {} });
  const of = { params: { ...params, conversation_id } };
  await bench.ask(conversations.start, of);
  const voice = await bench.ask(conversations.addParticipant, { ...of, body: { kind: "npc", npc_id } });
  const teller = await bench.ask(conversations.addParticipant, { ...of, body: { kind: "gm" } });
  await bench.ask(conversations.post, { ...of, body: { text: ASKED, speaker: teller.id, listeners: [voice.id] } });
  const answered = await eventually(
    () => bench.ask(conversations.messages, { ...of, query: {} }),
    ({ messages }) => messages.length === 2,
  );
  const recap = await bench.ask(conversations.recap, { ...of, body: { participant_id: voice.id } });
  return JSON.stringify([server.calls.slice(calls).map(({ body }) => body), answered, recap]);
}

test("in random worlds no npc is told, and none says, what it may not know or what came later", {
  timeout: 600_000,
}, async () => {
  let told = 0;
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(happenings, fc.nat(), async (steps, pick) => {
      const story = new SecretiveWorld(bench, await bench.newProject());
      const { params } = story;
      await story.begin();
      const voices: { as: string; npc: string }[] = [];
      const moments: number[] = [];
      for (const as of [story.told, story.untold]) {
        const { id, valid_from_seq } = await bench.ask(npcs.create, { params, body: { entity_id: as } });
        voices.push({ as, npc: id });
        moments[0] = valid_from_seq ?? 0;
      }
      for (const each of steps) {
        await story.take(each);
        moments.push(Math.max(moments[0] ?? 0, story.seq));
      }
      const model = {
        provider: "openai_compatible",
        key: "sk-canary",
        base_url: server.url,
        models: { text: "tale-1" },
      };
      await bench.ask(byok.create, { params, body: model });
      for (const { as, npc } of voices) {
        const shown = await heardInConversation(params, npc);
        for (const { word, hiddenFrom } of story.canaries) {
          if (hiddenFrom !== as) {
            if (shown.includes(word)) told += 1;
            continue;
          }
          kept += 1;
          expect([as, shown]).not.toEqual([as, expect.stringContaining(word)]);
        }
      }
      for (const at_seq of [moments[pick % moments.length] ?? story.seq, moments.at(-1) ?? story.seq]) {
        for (const { as, npc } of voices) {
          for (const provider of ["auto", "authored"]) {
            const calls = server.calls.length;
            const answer = await bench.ask(npcs.talk, {
              params: { ...params, npc_id: npc },
              body: { text: ASKED, at_seq, provider, deadline_ms: 30_000 },
            });
            expect(answer.made_by.kind).toBe(provider === "auto" ? "model" : "authored");
            const receipt = { params: { ...params, receipt_id: answer.receipt_id ?? "" } };
            const shown = JSON.stringify([
              server.calls.slice(calls).map(({ body }) => body),
              answer,
              await bench.ask(context.getReceipt, receipt),
            ]);
            for (const { word, seq, hiddenFrom } of story.canaries) {
              if (seq <= at_seq && hiddenFrom !== as) {
                if (shown.includes(word)) told += 1;
                continue;
              }
              kept += 1;
              expect([as, at_seq, provider, shown]).not.toEqual([as, at_seq, provider, expect.stringContaining(word)]);
            }
          }
        }
      }
    }),
    { numRuns: rounds({ gate: 3, full: 60 }), seed: TEST_SEED },
  );
  // It was about something: words that may be told were told, and there were others.
  expect([told, kept].every((count) => count > 0)).toBe(true);
});
