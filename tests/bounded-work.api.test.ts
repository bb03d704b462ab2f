import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import type { RequestLine, Services } from "#server/operation/context.ts";
import { BoundExceeded, type Threads } from "#server/operation/threads.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import { eventually } from "#tests/support/eventually.ts";
import { storyOfSwitches } from "#tests/support/hostile-bodies.ts";

const lines: RequestLine[] = [];
const quiet = () => {};
const log: Services["log"] = {
  request: (line) => void lines.push(line),
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: quiet,
};

let api: TestApi;
let project: string;
let dialogue: string;

beforeAll(async () => {
  const environment = { FABULA_READ_CONNECTIONS: "2", FABULA_WRITE_CONNECTIONS: "2" };
  api = await startTestApi({ mount: "listener", log, environment });
  project = await api.makeProject();
  const path = `/v1/projects/${project}/game-narrative/dialogues/import`;
  const { body, status } = await api.call<{ graphs: { id: string }[] }>("POST", path, {
    body: { format: "ink", content: storyOfSwitches() },
  });
  expect([status, body]).toMatchObject([200, {}]);
  dialogue = body.graphs[0]?.id ?? "";
});

afterAll(() => api.close());

test("an exploration ends when its caller leaves", async () => {
  const path = `/v1/projects/${project}/game-narrative/dialogues/${dialogue}/explore`;
  const gone = new AbortController();
  const asked = api.fetch(path, {
    method: "POST",
    headers: { authorization: `Bearer ${api.home.key}`, "content-type": "application/json" },
    body: JSON.stringify({ to: { ending: true } }),
    signal: gone.signal,
  });
  setTimeout(() => gone.abort(), 300);
  await expect(asked).rejects.toThrow(/abort/i);
  const line = await eventually(
    async () => lines.find(({ operation }) => operation.endsWith("/explore")),
    (found) => found !== undefined,
  );
  expect(line?.status).toBe(499);
});

test("work that reaches a limit is refused where it was asked for", async () => {
  const threads = api.services.threads;
  const tooMuch = new BoundExceeded({ deadlineMs: 60_000 });
  const exhausted: Threads = {
    // biome-ignore lint/correctness/useYield: it ends before its first value
    async *values() {
      throw tooMuch;
    },
  };
  Object.assign(api.services, { threads: exhausted });
  try {
    const at = `/v1/projects/${project}`;
    const refused = async (path: string, body: object) => {
      const answer = await api.call("POST", path, { body });
      return [answer.status, JSON.stringify(answer.body.detail)];
    };
    const far = "reading the file took longer than 60 s";
    const twee = { format: "twee3", content: ":: Start\nHalt." };
    const table = { format: "csv", content: "id,name\nquay,Quay\n", type: "location" };
    expect(await refused(`${at}/game-narrative/dialogues/import`, twee)).toEqual([422, expect.stringContaining(far)]);
    expect(await refused(`${at}/entities/import`, table)).toEqual([422, expect.stringContaining(far)]);
    expect(await refused("/v1/projects/import", { content: "{}" })).toEqual([
      422,
      expect.stringContaining("checking the file took longer than 60 s"),
    ]);
    expect(await refused(`${at}/generate`, { prompt: "A letter.", schema: { type: "object" } })).toEqual([
      422,
      expect.stringContaining("checking the schema took longer than 60 s"),
    ]);
    const explored = await api.call("POST", `${at}/game-narrative/dialogues/${dialogue}/explore`, {
      body: { to: { ending: true } },
    });
    expect(explored).toMatchObject({ status: 200, body: { result: "undecided", states: 0, way: null } });
  } finally {
    Object.assign(api.services, { threads });
  }
});

/** Asks until so many tasks wait for their turn in a thread, has others answered meanwhile, and then lets them begin. */
async function whileWaiting<T>(
  count: number,
  ask: (n: number) => Promise<T>,
  others: () => Promise<void>,
): Promise<T[]> {
  const threads = api.services.threads;
  const begun = Promise.withResolvers<void>();
  let waiting = 0;
  const full: Threads = {
    async *values(task, bounds) {
      waiting += 1;
      await begun.promise;
      yield* threads.values(task, bounds);
    },
  };
  Object.assign(api.services, { threads: full });
  try {
    const asked = Array.from({ length: count }, (_, n) => ask(n));
    await eventually(
      async () => waiting,
      (reached) => reached === count,
    );
    await others();
    begun.resolve();
    return await Promise.all(asked);
  } finally {
    begun.resolve();
    Object.assign(api.services, { threads });
  }
}

test("a project that is copied holds no connection while it waits for its turn in a thread", async () => {
  const at = `/v1/projects/${project}`;
  const copies = await whileWaiting(
    api.fabula.config.writeConnections,
    () => api.call("POST", `${at}/copy`, { body: {} }),
    async () => {
      expect((await api.call("PATCH", at, { body: { description: "Written meanwhile." } })).status).toBe(200);
    },
  );
  expect(copies.map(({ status }) => status)).toEqual(copies.map(() => 202));
});

test("readings that take long are played in threads, and hold no connection while they wait for them", async () => {
  const at = `/v1/projects/${project}/game-narrative`;
  const made = async (path: string, body: object) => {
    const answer = await api.call<{ id: string }>("POST", at + path, { body });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body.id;
  };
  // Throws nine hundred dice before each step.
  const conditions = [{ op: "gte", args: [{ fn: "roll", args: [{ lit: 6 }, { lit: 900 }] }, { lit: 1 }] }];
  const names = Array.from({ length: 12 }, (_, n) => `Reading ${n}`);
  const keepSome = async () => {
    const [node_id, branch_id] = [newId("node"), newId("br")];
    const graph_id = await made("/dialogues", { name: "Round" });
    const branches = [{ id: branch_id, choice_text: "Again", target_node_id: node_id, conditions }];
    await made(`/dialogues/${graph_id}/nodes`, { id: node_id, text: "Round it goes.", branches });
    const steps = Array.from({ length: 1_000 }, () => ({ branch_id }));
    for (const name of names) await made("/readings", { graph_id, name, steps });
    return graph_id;
  };
  // Of different dialogues: what one request has checked no other plays again.
  const waiting = [await keepSome(), await keepSome()];
  expect(waiting).toHaveLength(api.fabula.config.readConnections);
  const checks = await whileWaiting(
    waiting.length,
    (n) => api.call<{ readings: { state: string }[] }>("GET", `${at}/readings/check?graph_id=${waiting[n]}`),
    async () => {
      expect((await api.call("GET", `/v1/projects/${project}`)).status).toBe(200);
    },
  );
  for (const { body } of checks) expect(body.readings.map(({ state }) => state)).toEqual(names.map(() => "same"));
});
