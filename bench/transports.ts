/**
 * The same page of entities over REST, GraphQL and tRPC, and of PostGraphile from the same rows, in interleaved rounds of one run.
 * Answers are compared before they are timed. Everything but the load generator runs in processes of its own; what they cost is
 * read from /proc, so this runs on Linux.
 *
 *   npm run bench -- transports [--entities=20000] [--seconds=3] [--rounds=3]
 */
import { parseArgs } from "node:util";
import postgres from "postgres";
import { readConfig } from "#server/config.ts";
import { startThrowaway } from "#server/postgres/throwaway.ts";
import { openDatabase } from "#server/record/database.ts";
import { createTestDatabase } from "#tests/database.ts";
import { makeWorkspace } from "#tests/support/workspace.ts";
import { ENVIRONMENT } from "./environment.ts";
import { type Answer, type Case, measure, type Server } from "./lists/measure.ts";
import { askGraph, graphQuery, startPostGraphile, startProduct } from "./lists/servers.ts";
import { type Call, makePeerTables, makeWorld, PEER_SCHEMA } from "./lists/world.ts";
import { postmasterOf } from "./machine.ts";

const { values } = parseArgs({
  options: {
    entities: { type: "string", default: "20000" },
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "3" },
  },
});
const seconds = Math.min(Number(values.seconds), 30);
const rounds = Math.min(Number(values.rounds), 20);
const CALLERS = 10;

const cluster = await startThrowaway();
process.env.FABULA_TEST_CLUSTER = cluster.adminUrl;
const database = await createTestDatabase();
const pools = openDatabase(database.url, { reads: 1, writes: 1, direct: true });
const peer = postgres(database.url, { max: 1, onnotice: () => {} });
const product = await startProduct(database.url, ENVIRONMENT);
const home = await makeWorkspace(pools, { name: "Bench", plan: "demo", sessions: readConfig(ENVIRONMENT) });
const { cookie } = await home.makeMember("owner");
const keyed: Server = { ...product, headers: { authorization: `Bearer ${home.key}` } };
const signedIn: Server = { ...product, headers: { cookie } };
const [backend] = await peer<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
const postmaster = postmasterOf(backend?.pid ?? 0);

async function ask<Body>({ port, headers }: Server, method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${(await answer.text()).slice(0, 500)}`);
  return (await answer.json()) as Body;
}
const call: Call = (method, path, body) => ask(keyed, method, path, body);

const world = await makeWorld(call, { entities: Number(values.entities), versions: 1, isTree: false });
await makePeerTables(database.url, [world]);
const graph = await startPostGraphile(database.url, PEER_SCHEMA);

interface Page {
  total: number;
  entities: { id: string }[];
}
const answerOf = ({ total, entities }: Page): Answer => ({ total, ids: entities.map(({ id }) => id) });

const rest = `/v1/projects/${world.projectId}/entities?limit=50&sort_by=name`;
const input = encodeURIComponent(JSON.stringify({ project_id: world.projectId, limit: 50, sort_by: "name" }));
const trpc = `/api/trpc/entities.list?input=${input}`;
// Every field that the other two answer.
const document = JSON.stringify({
  query: `query Page($id: ID!) { project(id: $id) { entities(first: 50, sort: { by: "name" }) {
    totalCount pageInfo { hasNextPage } nodes {
      id projectId externalId type name properties validFromSeq validToSeq createdAt updatedAt parentId locationPath
      sourceLinkId sourceEntityId sourceProjectId } } } }`,
  variables: { id: world.projectId },
});

const cases: Case[] = [
  {
    name: "REST",
    ask: { server: keyed, requests: [{ path: rest }] },
    answer: async () => answerOf(await ask<Page>(keyed, "GET", rest)),
  },
  {
    name: "GraphQL",
    ask: { server: keyed, requests: [{ path: "/v1/graphql", body: document }] },
    answer: async () => {
      const { data } = await ask<{ data: { project: { entities: { totalCount: number; nodes: { id: string }[] } } } }>(
        keyed,
        "POST",
        "/v1/graphql",
        document,
      );
      const { totalCount, nodes } = data.project.entities;
      return answerOf({ total: totalCount, entities: nodes });
    },
  },
  {
    name: "tRPC",
    ask: { server: signedIn, requests: [{ path: trpc }] },
    answer: async () => answerOf((await ask<{ result: { data: Page } }>(signedIn, "GET", trpc)).result.data),
  },
];
if (graph !== null) {
  const body = graphQuery(world.projectId, {});
  cases.push({
    name: "PostGraphile",
    ask: { server: graph, requests: [{ path: "/graphql", body }] },
    answer: () => askGraph(graph, body),
  });
}

try {
  console.log(
    `50 of ${world.entities} entities by name with the total; ${CALLERS} callers, ${rounds} rounds of ${seconds} s`,
  );
  const seen = await measure(cases, {
    connections: CALLERS,
    seconds,
    rounds,
    postmasters: [postmaster],
    between: undefined,
  });
  for (const [name, { perSecond, median, p99, app, pg }] of seen) {
    const cells = [`${perSecond.toFixed(0)}/s`, `${median.toFixed(2)} ms`, `p99 ${p99.toFixed(1)} ms`];
    const costs = [`app ${app.toFixed(2)} ms`, `pg ${pg.toFixed(2)} ms`];
    console.log(`  ${name.padEnd(14)}${[...cells, ...costs].map((cell) => cell.padStart(14)).join("")}`);
  }
  const rate = (name: string) => seen.get(name)?.perSecond ?? Number.NaN;
  const ratio = (what: string, part: number, whole: number, aim: string) =>
    console.log(`  ${what}: ${(part / whole).toFixed(2)} (aim ${aim})`);
  ratio("GraphQL, of REST's rate", rate("GraphQL"), rate("REST"), "0.6");
  ratio("tRPC, of REST's rate", rate("tRPC"), rate("REST"), "0.8");
  ratio("GraphQL, of PostGraphile's rate", rate("GraphQL"), rate("PostGraphile"), "1");
} finally {
  await peer.end({ timeout: 5 });
  await graph?.close();
  await product.close();
  await pools.close();
  await database.drop();
  await cluster.stop();
}
