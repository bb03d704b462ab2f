import { afterAll, beforeAll, expect, test } from "vitest";
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
  api = await startTestApi({ mount: "listener", log });
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

test("a project that is copied holds no connection while it waits for its turn in a thread", async () => {
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
    const at = `/v1/projects/${project}`;
    const writers = api.fabula.config.writeConnections;
    const copies = Array.from({ length: writers }, () => api.call("POST", `${at}/copy`, { body: {} }));
    await eventually(
      async () => waiting,
      (count) => count === writers,
    );
    expect((await api.call("PATCH", at, { body: { description: "Written meanwhile." } })).status).toBe(200);
    begun.resolve();
    expect((await Promise.all(copies)).map(({ status }) => status)).toEqual(copies.map(() => 202));
  } finally {
    begun.resolve();
    Object.assign(api.services, { threads });
  }
});
