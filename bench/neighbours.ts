/**
 * Workspaces beside a hostile one, on two processes and one database, and beside as many busy loops as its threads and backends that
 * compute. With `--bodies`, one process: how long /health waits while each hostile body is answered, beside so many busy loops.
 *
 *   npm run bench -- neighbours [--seconds=600] [--workspaces=8] [--ways='bodies|eight']
 *   npm run bench -- neighbours --bodies [--loops=2]
 */
import { parseArgs } from "node:util";
import { readConfig } from "#server/config.ts";
import { startThrowaway } from "#server/postgres/throwaway.ts";
import { openDatabase } from "#server/record/database.ts";
import { createTestDatabase } from "#tests/database.ts";
import { HOSTILE_BODIES, isExpected, type Outcome } from "#tests/support/hostile-bodies.ts";
import { makeWorkspace } from "#tests/support/workspace.ts";
import { ENVIRONMENT } from "./environment.ts";
import {
  ended,
  loadOfMachine,
  measureNeighbours,
  startAttacker,
  startLoops,
  startService,
  told,
  watchHealth,
} from "./neighbours/measure.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "600" },
    workspaces: { type: "string", default: "8" },
    bodies: { type: "boolean", default: false },
    ways: { type: "string", default: "" },
    loops: { type: "string", default: "2" },
  },
});

const ms = (value: number) => `${value.toFixed(0)} ms`;
const cluster = process.env.FABULA_TEST_CLUSTER === undefined ? await startThrowaway() : null;
if (cluster !== null) process.env.FABULA_TEST_CLUSTER = cluster.adminUrl;
const database = await createTestDatabase();
try {
  if (values.bodies) await measureBodies();
  else await measurePhases();
} finally {
  await database.drop();
  await cluster?.stop();
}

async function measurePhases(): Promise<void> {
  const { alone, hostile, control, processors, resident, attack } = await measureNeighbours({
    databaseUrl: database.url,
    workspaces: Number(values.workspaces),
    seconds: Number(values.seconds),
    ways: values.ways,
    say: (line) => console.log(`${new Date().toISOString()} ${line}, load ${loadOfMachine()}`),
  });
  console.log(`\n${processors.toFixed(2)} busy loops in place of the hostile workspace`);
  for (const [name, { waits, health, failures, whole, serving }] of Object.entries({
    alone,
    "busy loops": control,
    hostile,
  })) {
    const times = [0.5, 0.99, 1].map((share) => ms(waits.at(share))).join(", ");
    const probes = [0.5, 0.99, 1].map((share) => ms(health.at(share))).join(", ");
    console.log(`${name.padEnd(12)} ${waits.all.length} answers: median, p99, longest ${times}; /health ${probes}`);
    console.log(
      `${"".padEnd(12)} processors of the service ${whole.toFixed(2)}, of its first threads ${serving.toFixed(2)}`,
    );
    console.log(`${"".padEnd(12)} ${failures.length} refused or failed ${failures.slice(0, 3).join(" | ")}`);
  }
  console.log(`ratio of p99: ${(hostile.waits.at(0.99) / control.waits.at(0.99)).toFixed(2)} (aim 3)`);
  for (const thirds of resident) {
    const [, second = 0, last = 0] = thirds;
    const shown = thirds.map((each) => `${each.toFixed(0)} MiB`).join(", ");
    console.log(`resident, medians of the thirds: ${shown}; last to second ${(last / second).toFixed(2)}`);
  }
  console.log(`answers to the hostile workspace by status: ${JSON.stringify(attack.answers)}`);
  console.log(`its turns: ${JSON.stringify(attack.turns)}`);
  if (Object.keys(attack.mistakes).length > 0) console.log(`its mistakes: ${JSON.stringify(attack.mistakes, null, 1)}`);
}

async function measureBodies(): Promise<void> {
  const pools = openDatabase(database.url, { reads: 1, writes: 1, direct: true });
  const home = await makeWorkspace(pools, { name: "Hostile", plan: "demo", sessions: readConfig(ENVIRONMENT) });
  const service = await startService(database.url);
  const attacker = await startAttacker([service.url], home.key, "$");
  const loops = startLoops(Number(values.loops));
  console.log(`beside ${values.loops} busy loops, load ${loadOfMachine()}`);
  console.log("longest wait  busiest turn       took  answer");
  for (const [at, body] of HOSTILE_BODIES.entries()) {
    await told(service.child, "rest");
    const stop = watchHealth(service.url);
    const from = performance.now();
    const answer = await told<{ outcome: Outcome | string }>(attacker, at);
    const took = performance.now() - from;
    const waits = await stop();
    const { busiest } = await told<{ busiest: number }>(service.child, "?");
    const given =
      typeof answer.outcome === "string" ? answer.outcome : `${answer.outcome.status} ${answer.outcome.end}`;
    const isRight = typeof answer.outcome !== "string" && isExpected(body, answer.outcome);
    const cells = [
      ms(waits.at(1)).padStart(12),
      ms(busiest).padStart(12),
      `${(took / 1_000).toFixed(1)} s`.padStart(9),
    ];
    console.log(`${cells.join("  ")}  ${body.kind}: ${body.name}: ${isRight ? "" : "NOT AS EXPECTED: "}${given}`);
  }
  await Promise.all([...loops, attacker, service.child].map(ended));
  await pools.close();
}
