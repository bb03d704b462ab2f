/**
 * Commits of a project whose rules warn, and of one whose rules block, beside those of one without rules: interleaved rounds of one run, on a
 * cluster that writes to disk. The check that follows the record runs beside the writers of all three.
 *
 *   npm run bench -- canon [--rounds=15] [--commits=40] [--facts=5000]
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CanonLoop } from "#server/features/canon/public.ts";
import { registry } from "#server/operations.ts";
import { openEmbedded } from "#server/postgres/embedded.ts";
import { prepareDatabase } from "#server/postgres/prepare-database.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";
import { median } from "./machine.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "15" },
    commits: { type: "string", default: "40" },
    facts: { type: "string", default: "5000" },
  },
});
const rounds = Math.min(Number(values.rounds), 200);
const commits = Math.min(Number(values.commits), 1_000);
const facts = Math.min(Number(values.facts), 100_000);
/** Facts of one batch. */
const BATCH = 500;
const WRITERS = 8;

const { canonRules, entities, facts: factOperations } = registry;

/** Rules of every kind of the catalogue, and an own one. */
const RULES = [
  { name: "The dead", kind: "dead_do_not_act" },
  { name: "Holders", kind: "one_holder" },
  { name: "Homes", kind: "one_value", predicates: ["lives in", "is married to"] },
  { name: "Tellers", kind: "knows_what_was_told" },
  { name: "Ages", kind: "names_and_ages" },
  {
    name: "Ranks",
    kind: "own",
    conditions: [{ op: "lte", args: [{ entity: "self", path: "rank" }, { lit: 5 }] }],
  },
];

interface Project {
  readonly id: string;
  readonly cast: readonly string[];
}

async function makeProject(bench: Workbench, mode: "warn" | "block" | null): Promise<Project> {
  const id = await bench.newProject();
  const params = { project_id: id };
  const some = Array.from({ length: facts / 25 }, (_, at) => ({
    external_id: `character-${at}`,
    type: "character",
    name: `Character ${at}`,
    properties: { rank: at % 5, age: 20 + (at % 50) },
  }));
  const cast: string[] = [];
  for (let at = 0; at < some.length; at += BATCH) {
    const { results } = await bench.ask(entities.batch, { params, body: { entities: some.slice(at, at + BATCH) } });
    cast.push(...results.flatMap(({ id: made }) => made ?? []));
  }
  const told = Array.from({ length: facts }, (_, at) => ({
    subject_id: cast[at % cast.length],
    predicate: ["fears", "loves", "visits", "remembers", "owes"][at % 5],
    text: `What number ${at} is about.`,
  }));
  for (let at = 0; at < told.length; at += BATCH) {
    await bench.ask(factOperations.batch, { params, body: { facts: told.slice(at, at + BATCH) } });
  }
  if (mode !== null) for (const rule of RULES) await bench.ask(canonRules.create, { params, body: { ...rule, mode } });
  return { id, cast };
}

let count = 0;

/** One commit: a fact with a predicate that rules look for. */
function write(bench: Workbench, { id, cast }: Project): Promise<unknown> {
  const at = count++;
  const body = { subject_id: cast[at % cast.length], predicate: "visits", text: `Visit number ${at}.` };
  return bench.call(factOperations.create, { params: { project_id: id }, body });
}

async function one(bench: Workbench, project: Project): Promise<number> {
  const began = performance.now();
  for (let at = 0; at < commits; at++) await write(bench, project);
  return (performance.now() - began) / commits;
}

async function together(bench: Workbench, project: Project): Promise<number> {
  const began = performance.now();
  const each = async () => {
    for (let at = 0; at < commits / WRITERS; at++) await write(bench, project);
  };
  await Promise.all(Array.from({ length: WRITERS }, each));
  return (performance.now() - began) / commits;
}

const folder = mkdtempSync(join(process.getuid?.() === 0 ? "/var/tmp" : tmpdir(), "fabula-bench-"));
chmodSync(folder, 0o711);
const server = await openEmbedded(folder);
await prepareDatabase(server.directUrl);
const bench = await openWorkbench({ url: server.url });
Object.assign(bench.services, { checkOutputs: false });
const loop = new CanonLoop(bench.database, (fields) => console.error(fields));
try {
  const projects = [
    { title: "without rules", project: await makeProject(bench, null) },
    { title: "all rules warn", project: await makeProject(bench, "warn") },
    { title: "all rules block", project: await makeProject(bench, "block") },
  ];
  for (const { project } of projects) while (await loop.checkPiece(project.id));
  loop.start();
  for (const [name, measure] of [
    ["one writer", one],
    [`${WRITERS} writers`, together],
  ] as const) {
    const times = projects.map((): number[] => []);
    for (let round = -1; round < rounds; round++) {
      // The order turns, so that nobody is always behind the same neighbour.
      for (let turn = 0; turn < projects.length; turn++) {
        const at = (turn + round + projects.length) % projects.length;
        const project = projects[at]?.project;
        if (project === undefined) continue;
        const ms = await measure(bench, project);
        if (round >= 0) times[at]?.push(ms);
      }
    }
    const first = times[0] ?? [];
    console.log(`${name}, ${rounds} rounds of ${commits} commits, ${facts} facts:`);
    for (const [at, { title }] of projects.entries()) {
      const own = times[at] ?? [];
      const ratio = median(own.map((ms, round) => ms / (first[round] ?? ms)));
      console.log(`  ${title}: ${median(own).toFixed(2)} ms a commit, ${ratio.toFixed(3)} of one without`);
    }
  }
} finally {
  await loop.close();
  await bench.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
