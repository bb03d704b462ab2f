/**
 * Talks to an npc over the interface, beside the same stream of the same model asked directly, in interleaved rounds of one run over
 * loopback: how long it takes until the model is asked, which is our share of the time before its first byte, and how much later than it was
 * sent each token arrives.
 *
 *   npm run bench -- npcs [--facts=10000] [--talks=100] [--rounds=3] [--pause=10]
 */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
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
    facts: { type: "string", default: "10000" },
    talks: { type: "string", default: "100" },
    rounds: { type: "string", default: "3" },
    pause: { type: "string", default: "10" },
  },
});
const facts = Math.min(Number(values.facts), 100_000);
const talks = Number(values.talks);
const rounds = Number(values.rounds);
/** Milliseconds between the tokens of the model. */
const pause = Number(values.pause);
/** Tokens of an answer, by which their arrivals are told apart. */
const TOKENS = Array.from({ length: 12 }, (_, at) => `w${String(at).padStart(2, "0")} `);
const FACTS_AT_ONCE = 1_000;

/** Times of one talk, in milliseconds of this process. */
interface Timing {
  asked: number;
  readonly sent: number[];
}
let current: Timing = { asked: 0, sent: [] };

const chunk = (content: string, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`;

async function answer(response: ServerResponse): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(chunk('{"say":"'));
  for (const token of TOKENS) {
    await wait(pause);
    current.sent.push(performance.now());
    response.write(chunk(token));
  }
  response.end(`${chunk('","emotion":"neutral","used":[],"remember":[]}')}${chunk("", "stop")}data: [DONE]\n\n`);
}

const model = createServer((request, response) => {
  current.asked = performance.now();
  request.resume().on("end", () => void answer(response));
});
await new Promise<void>((resolve) => model.listen(0, "127.0.0.1", resolve));
const modelUrl = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`;

const cluster = await startThrowaway();
process.env.FABULA_TEST_CLUSTER = cluster.adminUrl;
const database = await createTestDatabase();
const pools = openDatabase(database.url, { reads: 1, writes: 1, direct: true });
const product = await startProduct(database.url, { ...ENVIRONMENT, FABULA_OUTBOUND_ALLOW: "127.0.0.0/8" });
const home = await makeWorkspace(pools, { name: "Bench", plan: "demo", sessions: readConfig(ENVIRONMENT) });
const base = `http://127.0.0.1:${product.port}`;
const headers = { authorization: `Bearer ${home.key}`, "content-type": "application/json" };

async function post<Body = { id: string }>(path: string, body: object): Promise<Body> {
  const response = await fetch(`${base}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 500)}`);
  return (await response.json()) as Body;
}

const THINGS = ["gate", "lamp", "ledger", "ferry", "tide", "bell", "harbour", "toll", "rope", "storm"];
const WHO = ["Mara", "Bor", "Cleo", "Vasco", "Ines", "Wenna", "Tomas", "Rook"];
const sentence = (at: number) =>
  `${WHO[at % WHO.length]} ${["keeps", "fears", "sold", "mended", "owes"][at % 5]} the ${THINGS[at % THINGS.length]} of pier ${at}.`;

/** Makes a project with so many facts that the npc knows, and returns where it is talked to. */
async function prepare(): Promise<string> {
  const at = `/v1/projects/${(await post("/v1/projects", { name: "Bench" })).id}`;
  const { id: odo } = await post(`${at}/entities`, { type: "character", name: "Odo", external_id: "odo" });
  for (let from = 0; from < facts; from += FACTS_AT_ONCE) {
    const count = Math.min(FACTS_AT_ONCE, facts - from);
    const many = Array.from({ length: count }, (_, i) => ({ text: sentence(from + i), known_by: [odo] }));
    await post(`${at}/facts/batch`, { facts: many });
  }
  await post(`${at}/byok`, {
    provider: "openai_compatible",
    key: "sk-bench-0000000000000000",
    base_url: modelUrl,
    models: { text: "m" },
  });
  const { id } = await post(`${at}/npcs`, { entity_id: odo, role: "ferryman" });
  return `${base}${at}/npcs/${id}/dialogue`;
}

/** One way to ask: its times until the model was asked, and from each token's departure to its arrival. */
interface Way {
  readonly name: string;
  readonly ask: (at: number) => Promise<Response>;
  readonly before: number[];
  readonly through: number[];
}

async function measure({ ask, before, through }: Way, at: number): Promise<void> {
  current = { asked: 0, sent: [] };
  const begun = performance.now();
  const response = await ask(at);
  if (!response.ok || response.body === null) throw new Error(`${response.status} ${await response.text()}`);
  const arrived = new Map<number, number>();
  const decoder = new TextDecoder();
  for await (const bytes of response.body) {
    const now = performance.now();
    for (const [, number] of decoder.decode(bytes, { stream: true }).matchAll(/w(\d\d) /g)) {
      if (!arrived.has(Number(number))) arrived.set(Number(number), now);
    }
  }
  before.push(current.asked - begun);
  for (const [token, sent] of current.sent.entries()) through.push((arrived.get(token) ?? Number.NaN) - sent);
}

function quantile(times: readonly number[], share: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
}

try {
  const talk = await prepare();
  const ways: Way[] = [
    {
      name: "the model, asked directly",
      ask: () => fetch(`${modelUrl}/chat/completions`, { method: "POST", body: "{}" }),
      before: [],
      through: [],
    },
    {
      name: `\`…/dialogue\` over ${facts} facts`,
      ask: (at) =>
        fetch(talk, {
          method: "POST",
          headers: { ...headers, accept: "text/event-stream" },
          body: JSON.stringify({
            text: `What of the ${THINGS[at % THINGS.length]} at pier ${(at * 37) % facts}, Odo?`,
          }),
        }),
      before: [],
      through: [],
    },
  ];
  // The first question reads the whole project, and the tokenizer is loaded.
  for (const way of ways) for (let at = 0; at < 5; at++) await measure(way, at);
  for (const way of ways) for (const list of [way.before, way.through]) list.length = 0;
  for (let round = 0; round < rounds; round++) {
    for (const way of ways) for (let at = 0; at < talks; at++) await measure(way, round * talks + at);
  }
  console.log("| | until the model is asked, p50 | p95 | a token through, p50 | p95 |\n|---|---|---|---|---|");
  for (const { name, before, through } of ways) {
    const cells = [before, through].flatMap((times) => [quantile(times, 0.5), quantile(times, 0.95)]);
    console.log(`| ${name} | ${cells.map((cell) => `${cell} ms`).join(" | ")} |`);
  }
} finally {
  await product.close();
  await pools.close();
  await database.drop();
  await cluster.stop();
  model.closeAllConnections();
  model.close();
}
