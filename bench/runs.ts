/**
 * Playthroughs over the interface: many at once, whose players decide about once a second, and as fast as they are answered; beside
 * the same number of clients that read the project, which is what the process and the network cost without any step. In interleaved
 * rounds of one run, over loopback.
 *
 *   npm run bench -- runs [--runs=100] [--seconds=5] [--rounds=3]
 */
import { setTimeout } from "node:timers/promises";
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
    runs: { type: "string", default: "100" },
    seconds: { type: "string", default: "5" },
    rounds: { type: "string", default: "3" },
  },
});
const runs = Math.min(Number(values.runs), 1_000);
const seconds = Math.min(Number(values.seconds), 30);
const rounds = Math.min(Number(values.rounds), 20);

const cluster = await startThrowaway();
process.env.FABULA_TEST_CLUSTER = cluster.adminUrl;
const database = await createTestDatabase();
const pools = openDatabase(database.url, { reads: 1, writes: 1, direct: true });
const product = await startProduct(database.url, ENVIRONMENT);
const home = await makeWorkspace(pools, { name: "Bench", plan: "demo", sessions: readConfig(ENVIRONMENT) });
const headers = { authorization: `Bearer ${home.key}`, "content-type": "application/json" };

async function ask<Body>(method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await fetch(`http://127.0.0.1:${product.port}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${(await answer.text()).slice(0, 500)}`);
  return (await answer.json()) as Body;
}

interface RunView {
  readonly step: number;
  readonly offers: readonly { readonly branch_id: string; readonly open: boolean }[];
}

/** A dialogue of two hundred cards that lead on in rings, so that nobody comes to an end. */
async function makeStory(): Promise<string> {
  const { id: project } = await ask<{ id: string }>("POST", "/v1/projects", { name: "Bench" });
  const { id: counter } = await ask<{ id: string }>("POST", `/v1/projects/${project}/variables`, {
    name: "steps",
    type: "integer",
  });
  const dialogues = `/v1/projects/${project}/game-narrative/dialogues`;
  const { id: graph } = await ask<{ id: string }>("POST", dialogues, { name: "Rings" });
  const ids = Array.from({ length: 200 }, (_, at) => `node_01k9hq3xg1r7m4k2vn5te8${String(at).padStart(4, "0")}`);
  for (const [at, id] of ids.entries()) {
    const to = (by: number) => ids[(at + by) % ids.length];
    const effects = [{ op: "add", target: counter, value: { lit: 1 }, when: [] }];
    await ask("POST", `${dialogues}/${graph}/nodes`, {
      id,
      text: `Card ${at}. The road goes on.`,
      branches: [1, 7, 31].map((by) => ({ choice_text: `Go ${by} on`, target_node_id: to(by), effects })),
    });
  }
  return `${dialogues}/${graph}`;
}

const story = await makeStory();
const project = story.slice(0, story.indexOf("/game-narrative"));
const begun = await Promise.all(
  Array.from({ length: runs }, async () =>
    ask<{ id: string; standing: RunView }>("POST", `${story}/runs`, { seed: 7 }),
  ),
);
const players = begun.map(({ id, standing }) => ({ id, standing }));

/** Asks at all clients at once until the time is up, each after up to so many milliseconds; answers milliseconds of each answer. */
async function load(client: (index: number) => Promise<void>, thinks = 0): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1_000;
  await Promise.all(
    players.map(async (_, index) => {
      while (performance.now() < end) {
        if (thinks > 0) await setTimeout(Math.random() * thinks);
        const from = performance.now();
        await client(index);
        times.push(performance.now() - from);
      }
    }),
  );
  return times;
}

/** One client that chooses as fast as it is answered, each time in the next playthrough. */
async function one(): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < 500; at++) {
    const from = performance.now();
    await choose(at % players.length);
    times.push(performance.now() - from);
  }
  return times;
}

async function choose(index: number): Promise<void> {
  const player = players[index];
  const offer = player?.standing.offers[player.standing.step % 3];
  if (player === undefined || offer === undefined) throw new Error("a playthrough came to an end");
  const body = { branch_id: offer.branch_id, step: player.standing.step };
  player.standing = await ask<RunView>("POST", `${project}/game-narrative/runs/${player.id}/choose`, body);
}

const told = (name: string, times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  console.log(`${name}: ${sorted.length} answers, median ${at(0.5)} ms, p99 ${at(0.99)} ms`);
};
for (let round = 1; round <= rounds; round++) {
  told(
    `round ${round}, ${runs} clients that read the project`,
    await load(async () => void (await ask("GET", project))),
  );
  told(`round ${round}, ${runs} players who decide once a second`, await load(choose, 2_000));
  told(`round ${round}, ${runs} playthroughs that choose as fast as they are answered`, await load(choose));
  told(`round ${round}, one client that chooses`, await one());
}

await product.close();
await pools.close();
await database.drop();
await cluster.stop();
