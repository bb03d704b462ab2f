import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { answers, fails, startModelServer, type Turn } from "#server/adapters/llm/model-server.fixture.ts";
import { rounds } from "#test-size";
import { startTestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";
import { endScripts, startScript } from "#tests/support/script-process.ts";

const SCRIPT = fileURLToPath(new URL("./session-process.ts", import.meta.url));
/** Number of sessions: exactly as many as two processes take on of one project, half of them each. */
const SESSIONS = 16;
const TIMINGS = { pollMs: 100, leaseMs: 2_000, retryMs: 5, longestRetryMs: 20 };
const ALLOWED = { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" };
/** Milliseconds that a model takes for an answer that was outstanding when the process died. */
const SLOW_MS = 300;
const ROUNDS = rounds({ gate: 1, full: 10 });

interface Trace {
  steps: { step: string; attempt: number }[];
  calls: { status: string; answer: string | null; usage: unknown; possible_double_charge: boolean }[];
}
interface SessionView {
  status: string;
  result: unknown;
  error: { code: string } | null;
  usage: { input_tokens: number; output_tokens: number };
}

afterEach(endScripts);

/** Returns the end of a session: most have a text, some a question to a person, some a refusal. */
function endOf(n: number): object {
  if (n % 8 === 3) return { status: "awaiting_human", result: null, error: null };
  if (n % 8 === 5) return { status: "error", result: null, error: { code: "provider_failed" } };
  return { status: "completed", result: { text: `Draft ${n}.` }, error: null };
}

function turnOf(n: number): Turn {
  return n % 8 === 5 ? fails(400, { message: "Not like this." }) : answers(`Draft ${n}.`);
}

test.each(Array.from({ length: ROUNDS }, (_, round) => round))(
  "sessions of a process that was killed are carried on by another one, and end as they should: round %i",
  async (round) => {
    const api = await startTestApi({ environment: ALLOWED });
    const everybody = Promise.withResolvers<void>();
    const asked = new Map<number, number>();
    const server = await startModelServer(async (call, response, self) => {
      const n = Number(/Number (\d+)\./.exec(JSON.stringify(call.body))?.[1]);
      const times = (asked.get(n) ?? 0) + 1;
      asked.set(n, times);
      if (asked.size === SESSIONS) everybody.resolve();
      if (times === 1) await everybody.promise;
      if (times === 1 && n % 2 === 1) await pause(SLOW_MS);
      await turnOf(n)(call, response, self);
    });
    try {
      const project = await api.makeProject();
      const key = {
        provider: "openai_compatible",
        key: "sk-takeover",
        base_url: server.url,
        models: { text: "tale-1" },
      };
      expect((await api.call("POST", `/v1/projects/${project}/byok`, { body: key })).status).toBe(201);
      const settings = { ...ALLOWED, DATABASE_URL: api.databaseUrl, FABULA_ENCRYPTION_KEY: "00".repeat(32) };
      const start = () => startScript(SCRIPT, [JSON.stringify(TIMINGS)], settings);
      const [doomed, heir] = [start(), start()];
      const ids = await Promise.all(
        Array.from({ length: SESSIONS }, async (_, n) => {
          const body = { prompt: `Number ${n}.`, review: n % 8 === 3 };
          const path = `/v1/projects/${project}/generate`;
          return (await api.call<{ session_id: string }>("POST", path, { body })).body.session_id;
        }),
      );
      await Promise.race([
        everybody.promise,
        Promise.any([doomed, heir].map(({ ended }) => ended)).then(() => {
          throw new Error(doomed.output() + heir.output());
        }),
      ]);
      // Half of them are being stored, and the others wait for the model.
      await pause(5 + 15 * round);
      doomed.child.kill("SIGKILL");
      await doomed.ended;

      const standingOf = async (id: string) => (await api.call<SessionView>("GET", `/v1/sessions/${id}/status`)).body;
      let lost = 0;
      for (const [n, id] of ids.entries()) {
        const standing = await eventually(
          () => standingOf(id),
          ({ status }) => status !== "accepted",
          { about: `session ${n}` },
        );
        expect([n, standing]).toMatchObject([n, endOf(n)]);
        const { body: trace } = await api.call<Trace>("GET", `/v1/sessions/${id}/trace`);
        // No step was done again once its result was stored, and no answer asked for again.
        const steps = trace.steps.map(({ step }) => step);
        expect([n, steps]).toEqual([n, [...new Set(steps)]]);
        const known = trace.calls.filter(({ possible_double_charge }) => !possible_double_charge);
        expect([n, known.map(({ status }) => status)]).toEqual([n, [n % 8 === 5 ? "failed" : "answered"]]);
        lost += trace.calls.length - known.length;
        // Only what nobody knows the end of was paid twice.
        expect([n, trace.calls.length, asked.get(n)]).toEqual([
          n,
          known.length + (asked.get(n) === 2 ? 1 : 0),
          asked.get(n),
        ]);
        const [{ usage = null } = {}] = known;
        if (usage !== null) expect([n, standing.usage]).toMatchObject([n, usage]);
      }
      expect(lost).toBeGreaterThan(0);
      expect(server.calls).toHaveLength(SESSIONS + lost);
      heir.child.kill("SIGTERM");
      expect(await heir.ended).toBe(0);
    } finally {
      await endScripts();
      await server.close();
      await api.close();
    }
  },
);
