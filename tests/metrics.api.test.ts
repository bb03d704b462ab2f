import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningServer, startServer } from "#server/main.ts";
import { OPERATION_CLASSES } from "#server/operation/usage.ts";
import { listOperations } from "#server/operations.ts";
import { asOperation } from "#server/record/on-behalf.ts";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const COMMENT = /^# (HELP [a-zA-Z_:][\w:]* .+|TYPE [a-zA-Z_:][\w:]* (counter|gauge|histogram|summary))$/;
const SAMPLE =
  /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)+)\})? (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|[+-]?Inf|NaN)$/i;

/** Reads the text format of Prometheus, and refuses every line that is not of it. */
function parse(text: string): Sample[] {
  expect(text.endsWith("\n")).toBe(true);
  return text.split("\n").flatMap((line) => {
    if (line === "" || COMMENT.test(line)) return [];
    const [, name, labels = "", value] = SAMPLE.exec(line) ?? [];
    if (name === undefined) throw new Error(`this is no sample: ${line}`);
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label, text]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
}

let api: TestApi;
let server: RunningServer;

beforeAll(async () => {
  api = await startTestApi({ mount: "listener", environment: { FABULA_WORKER: "off" } });
  const config = { ...api.fabula.config, metrics: { host: "127.0.0.1", port: 0 } };
  server = await startServer({ config, databaseUrl: api.databaseUrl, web: false });
});
afterAll(async () => {
  await server.close();
  await api.close();
});

const metrics = (path = "/metrics", init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${server.metricsPort}${path}`, init);
const ask = (path: string, init: RequestInit = {}) =>
  fetch(server.url + path, { headers: { authorization: `Bearer ${api.home.key}` }, ...init });

async function samples(): Promise<{ text: string; of: (name: string) => Sample[] }> {
  const answer = await metrics();
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  const all = parse(text);
  return { text, of: (name) => all.filter((sample) => sample.name === name) };
}

test("figures are on their own port only, where the configuration asks for them", async () => {
  expect(api.fabula.config.metrics).toBeNull();
  expect((await api.call("GET", "/metrics")).status).toBe(404);
  expect((await ask("/metrics")).status).toBe(404);
  expect((await metrics("/")).status).toBe(404);
  expect((await metrics("/v1/projects")).status).toBe(404);
  expect((await metrics("/metrics", { method: "POST" })).status).toBe(405);
  expect((await metrics("/metrics", { method: "HEAD" })).status).toBe(200);
  await expect(
    startServer({
      config: { ...api.fabula.config, metrics: { host: "127.0.0.1", port: server.metricsPort ?? 0 } },
      databaseUrl: api.databaseUrl,
      web: false,
    }),
  ).rejects.toThrow(/is taken by another program: choose another with FABULA_METRICS_PORT\.$/);
});

test("they tell of requests, transactions, queues, connections and refusals, and of nobody's data", async () => {
  const projectId = await api.makeProject({ name: "Canary of the figures" });
  const path = `/v1/projects/${projectId}/entities`;
  expect((await ask(path)).status).toBe(200);
  expect((await ask(`${path}/canary-of-the-figures`)).status).toBe(404);
  expect((await ask("/v1/projects", { headers: {} })).status).toBe(401);
  const { database, queue } = server.fabula.services;
  await expect(database.reads.execute(sql`SELECT 1 / ${0}::integer`)).rejects.toThrow();

  let letGo = () => {};
  const released = new Promise<void>((resolve) => (letGo = resolve));
  const held = asOperation("test of the figures", () =>
    queue.run(projectId, () =>
      database.writes.transaction("write", async (db) => {
        await db.execute(sql`SELECT 1`);
        await released;
      }),
    ),
  );
  const behind = queue.run(projectId, async () => {});
  await expect.poll(() => server.fabula.figures.oldestTransaction).not.toBeNull();
  const during = await samples();
  const operation = "test of the figures";
  expect(during.of("fabula_transaction_oldest_seconds")).toMatchObject([{ labels: { operation } }]);
  expect(during.of("fabula_write_queue_longest")).toMatchObject([{ labels: { operation }, value: 2 }]);
  expect(during.of("fabula_write_queue_longest_wait_seconds")).toMatchObject([{ labels: { operation } }]);
  expect(during.of("fabula_database_connections_lent")).toMatchObject([
    { labels: { pool: "reads" } },
    { labels: { pool: "writes" }, value: 1 },
  ]);
  expect(during.of("fabula_database_connections_awaited").map(({ labels }) => labels.pool)).toEqual([
    "reads",
    "writes",
  ]);
  expect(during.of("fabula_database_refusals_total")).toMatchObject([
    { labels: { pool: "reads", sqlstate_class: "22" }, value: 1 },
  ]);
  letGo();
  await Promise.all([held, behind]);

  const { text, of } = await samples();
  expect(of("fabula_write_queue_longest")).toEqual([]);
  const counts = of("fabula_request_duration_seconds_count");
  const countOf = (labels: object) =>
    counts.find((each) => expect.objectContaining(labels).asymmetricMatch(each.labels));
  expect(countOf({ class: "read", status: "2xx" })?.value).toBe(1);
  expect(countOf({ class: "read", status: "4xx" })?.value).toBe(1);
  expect(countOf({ class: "other", status: "4xx" })?.value).toBeGreaterThanOrEqual(1);
  for (const { labels } of counts) {
    expect(OPERATION_CLASSES).toContain(labels.class);
    expect(labels.status).toMatch(/^[2345]xx$/);
  }
  expect(of("fabula_request_duration_seconds_bucket").length).toBe(counts.length * 14);
  for (const name of ["process_cpu_seconds_total", "nodejs_eventloop_lag_p99_seconds", "process_resident_memory_bytes"])
    expect(of(name), name).toHaveLength(1);
  const known = new Set(listOperations().map(({ operation: { method, path } }) => `${method} ${path}`));
  for (const { labels } of of("fabula_transaction_oldest_seconds")) expect(known).toContain(labels.operation);
  for (const secret of [projectId, api.home.id, api.home.key, "anary", "Home"])
    expect(text + during.text).not.toContain(secret);
});
