/**
 * Reads the story bible of a project over loopback, as its author and through the eyes of somebody in the world, now and at an earlier
 * sequence, in interleaved rounds of one run.
 *
 *   npm run bench -- bible [--facts=5000] [--entities=500] [--reads=100]
 */
import { Agent, get } from "node:http";
import { parseArgs } from "node:util";
import { readConfig } from "#server/config.ts";
import { startThrowaway } from "#server/postgres/throwaway.ts";
import { openDatabase } from "#server/record/database.ts";
import { createTestDatabase } from "#tests/database.ts";
import { makeWorkspace } from "#tests/support/workspace.ts";
import { ENVIRONMENT } from "./environment.ts";
import { startProduct } from "./lists/servers.ts";

const { values } = parseArgs({
  options: {
    facts: { type: "string", default: "5000" },
    entities: { type: "string", default: "500" },
    reads: { type: "string", default: "100" },
  },
});
const AT_ONCE = 1_000;
/** Reads before those that are counted. */
const WARM_UPS = 10;
/** Most that the 95th percentile should take, in milliseconds. */
const AIM_MS = 150;

const cluster = await startThrowaway();
process.env.FABULA_TEST_CLUSTER = cluster.adminUrl;
const database = await createTestDatabase();
const pools = openDatabase(database.url, { reads: 1, writes: 1, direct: true });
const product = await startProduct(database.url, ENVIRONMENT);
const home = await makeWorkspace(pools, { name: "Bench", plan: "demo", sessions: readConfig(ENVIRONMENT) });
const base = `http://127.0.0.1:${product.port}`;
const headers = { authorization: `Bearer ${home.key}`, "content-type": "application/json" };

async function post<Body = { id: string }>(path: string, body: object): Promise<Body> {
  const response = await fetch(`${base}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 500)}`);
  return (await response.json()) as Body;
}

const inParts = function* (count: number): Generator<number[]> {
  for (let from = 0; from < count; from += AT_ONCE) {
    yield Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, i) => from + i);
  }
};

const at = `/v1/projects/${(await post("/v1/projects", { name: "Bench" })).id}`;
const ids: string[] = [];
const TYPES = ["character", "character", "location", "faction", "item"];
for (const part of inParts(Number(values.entities))) {
  const entities = part.map((n) => ({
    op: "upsert",
    external_id: `e${n}`,
    type: TYPES[n % TYPES.length],
    name: `Name ${n}`,
    properties: { description: `What ${n} is.`, age: n, aliases: [`Alias ${n}`] },
  }));
  const { results } = await post<{ results: { id: string }[] }>(`${at}/entities/batch`, { entities });
  ids.push(...results.map(({ id }) => id));
}
const someone = (n: number) => ids[n % ids.length];
for (const part of inParts(Number(values.facts))) {
  const facts = part.map((n) => ({
    text: `Fact ${n} about somebody, in as many words as a fact has.`,
    subject_id: someone(n * 7),
    object_id: someone(n * 3),
    predicate: ["fears", "owes", "keeps"][n % 3],
    ...(n % 10 === 0 && { known_by: [someone(0)], secret: true }),
  }));
  await post(`${at}/facts/batch`, { facts });
}
const half = Math.floor(
  ((await (await fetch(`${base}${at}`, { headers })).json()) as { last_seq: number }).last_seq / 2,
);

const WAYS = {
  "as the author": "",
  "through eyes": `?as=${ids[0]}`,
  "at half the record": `?at_seq=${half}`,
};

const agent = new Agent({ keepAlive: true });

/** Milliseconds until the whole answer, compressed, has come. It is not read: a client that does more than it must would be what is measured. */
function timeOf(path: string): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const asked = get(`${base}${path}`, { agent, headers: { ...headers, "accept-encoding": "gzip" } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
      response.resume();
      response.once("end", () => resolve(performance.now() - begun));
      response.once("error", reject);
    });
    asked.once("error", reject);
  });
}

const times = new Map<string, number[]>(Object.keys(WAYS).map((name) => [name, []]));
for (let read = -WARM_UPS; read < Number(values.reads); read++) {
  for (const [name, query] of Object.entries(WAYS)) {
    const time = await timeOf(`${at}/story-bible${query}`);
    if (read >= 0) times.get(name)?.push(time);
  }
}
const whole = await (await fetch(`${base}${at}/story-bible`, { headers })).text();
const quantile = (all: readonly number[], share: number): string =>
  (all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.NaN).toFixed(0);

console.log(
  `${values.facts} facts, ${values.entities} entities, ${(whole.length / 1024).toFixed(0)} KiB; aim: p95 of ${AIM_MS} ms`,
);
for (const [name, all] of times) {
  console.log(`${name}: median ${quantile(all, 0.5)} ms, p95 ${quantile(all, 0.95)} ms`);
}
agent.destroy();
await product.close();
await pools.close();
await database.drop();
await cluster.stop();
