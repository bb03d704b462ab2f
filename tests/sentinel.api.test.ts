import { setTimeout as sleep } from "node:timers/promises";
import { getIntrospectionQuery } from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answers, type ModelServer, startModelServer } from "#server/adapters/llm/model-server.fixture.ts";
import { countTokens } from "#server/adapters/llm/token-count.ts";
import { newId } from "#server/kernel/ids.ts";
import { sampleOfEach } from "#test-size";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";

/** Most processor time of a turn of the event loop that serves everybody, in milliseconds. */
const MOST_A_TURN = 250;

let api: TestApi;
let server: ModelServer;
let project: string;

beforeAll(async () => {
  server = await startModelServer(answers({}));
  api = await startTestApi({
    mount: "listener",
    environment: { FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" },
    sessions: { pollMs: 50, retryMs: 5, longestRetryMs: 20 },
  });
  project = await api.makeProject();
  // What a process loads once is no body's: the schema of GraphQL, the tokenizer, the modules of a session.
  await api.call("POST", "/v1/graphql", { body: { query: "{ __typename }" } });
  await countTokens("");
  await generate({ type: "object" });
});
afterAll(async () => {
  await api.close();
  await server.close();
});

/** Measures the turns of this thread in processor time, so that a busy machine makes none longer. */
function watchTurns(): () => number {
  let most = 0;
  let last = process.threadCpuUsage();
  const look = () => {
    const now = process.threadCpuUsage();
    most = Math.max(most, (now.user - last.user + now.system - last.system) / 1_000);
    last = now;
  };
  const timer = setInterval(look, 1);
  return () => {
    clearInterval(timer);
    look();
    return most;
  };
}

const at = (rest: string) => `/v1/projects/${project}${rest}`;
const dialogues = (rest = "") => at(`/game-narrative/dialogues${rest}`);
const send = (path: string, body: object) => api.call<Record<string, string>>("POST", path, { body });
const made = async (path: string, body: object): Promise<string> => {
  const answer = await send(path, body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.id ?? "";
};
const over = (path: string) =>
  eventually(
    async () => (await api.call<{ status: string }>("GET", path)).body.status,
    (status) => ["completed", "failed", "error", "awaiting_human"].includes(status),
    { about: path },
  );

async function generate(schema: object): Promise<void> {
  const { status, body } = await send(at("/generate"), { prompt: "Names.", schema });
  if (status === 202) await over(`/v1/sessions/${body.session_id}/status`);
}

async function importRows(content: string): Promise<void> {
  const { status, body } = await send(at("/entities/import"), { format: "csv", type: "place", content, dry_run: true });
  if (status === 202) await over(at(`/entity-imports/${body.id}`));
}

const importInk = (content: string) => send(dialogues("/import"), { format: "ink", content, dry_run: true });

/** Plays a dialogue of one node, and reads how far that came. */
async function play(node: object): Promise<void> {
  const graph = await made(dialogues(), { name: "Hostile" });
  await made(dialogues(`/${graph}/nodes`), node);
  const run = await made(dialogues(`/${graph}/runs`), {});
  expect((await api.call("GET", at(`/game-narrative/runs/${run}`))).status).toBe(200);
}

/** A model that answers so. */
async function answered(text: string): Promise<void> {
  server.script(answers(text));
  const key = {
    provider: "openai_compatible",
    key: "sk-loopback-key-0001",
    base_url: server.url,
    models: { text: "t" },
  };
  const id = await made(at("/byok"), key);
  await generate({ type: "object" });
  await api.call("DELETE", at(`/byok/${id}`));
}

const nested = (levels: number): object =>
  levels === 0 ? { type: "string" } : { type: "array", minItems: 100, items: nested(levels - 1) };
const asking = (node: string, times: number) => ({
  op: "any",
  args: Array.from({ length: times }, () => ({ op: "not", args: [{ fn: "has_any_content", args: [{ ref: node }] }] })),
});

/** Bodies that each held the event loop for seconds to minutes, by what they ask for. */
const BODIES = Object.entries({
  schema: {
    "nested lists": () => generate(nested(4)),
    "a pattern": () => generate({ type: "string", default: "a".repeat(26), pattern: `^${".?".repeat(26)}\\d$` }),
    "a pattern of alternatives": () =>
      generate({ type: "string", default: "a".repeat(40), pattern: `^${"(a|aa)".repeat(20)}c$` }),
    "a long text": () => generate({ type: "string", minLength: 200_000_000 }),
  },
  files: {
    "a wide table": () => {
      const row = Array.from({ length: 3_000 }, (_, n) => `c${n}`).join(",");
      return importRows(`${row}\n`.repeat(300));
    },
    "a head of one name": () => importRows(`${"a,".repeat(10_000)}a\n`),
    "a head of commas": () => importRows(",".repeat(1_000_000)),
    "ink of nested alternatives": () => importInk(`VAR x = 1\nhello {${"[a]<h|".repeat(3_000)}}\n-> END`),
    "ink of empty alternatives": () => importInk(`{${"|".repeat(20_000)}}`),
    "ink of glue": () => importInk("<>".repeat(20_000)),
    "ink of tags": () => importInk("#".repeat(40_000)),
    "ink of choices": () => importInk("* [a]\n".repeat(6_000)),
  },
  playing: {
    "conditions that ask for their own node": () => {
      const id = newId("node");
      return play({ id, text: "Halt!", branches: [{ choice_text: "On", conditions: [asking(id, 40)] }] });
    },
    "values in texts": async () => {
      await made(at("/variables"), { name: "v", type: "string", default: "x".repeat(10_000) });
      const branches = Array.from({ length: 100 }, () => ({ choice_text: "{v}".repeat(300) }));
      await play({ text: "{v}".repeat(33_000), branches });
    },
  },
  answer: {
    "an object without commas": () => answered(`{${'"a":"b" '.repeat(32_000)}`),
    "an open fence": () => answered(`\`\`\`${"\n".repeat(2_000)}x`),
  },
  introspection: {
    "many at once": () => {
      const fields = Array.from({ length: 14 }, (_, n) => `a${n}: __schema { types { fields { args { name } } } }`);
      return send("/v1/graphql", { query: `{ ${fields.join(" ")} }` });
    },
    "the whole": () => send("/v1/graphql", { query: getIntrospectionQuery() }),
  },
} satisfies Record<string, Record<string, () => Promise<unknown>>>).flatMap(([kind, bodies]) =>
  Object.entries<() => Promise<unknown>>(bodies).map(([name, run]) => ({ kind, name: `${kind}: ${name}`, run })),
);

test.each([...sampleOfEach(BODIES, ({ kind }) => kind)])("others are served during $name", async ({ run }) => {
  const stop = watchTurns();
  const work = { isOver: false };
  const hostile = run().finally(() => {
    work.isOver = true;
  });
  const others = async () => {
    do {
      const both = [await api.fetch("/health"), await api.call("GET", "/v1/projects", { key: api.stranger.key })];
      const answered = both.map(({ status }) => status);
      expect(answered).toEqual([200, 200]);
      await sleep(20);
    } while (!work.isOver);
  };
  await Promise.all([hostile, others()]);
  const most = stop();
  expect(most).toBeLessThan(MOST_A_TURN);
});
