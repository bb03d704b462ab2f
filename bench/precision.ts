/**
 * Benchmark of silence: the 77 cases and 12 turns of PrecisionMemBench, asked of `…/context` with its defaults. A belief is found or it is
 * noise. Beliefs are written once as facts and once as entities with aliases; who may read them is a reader for each user and scope.
 *
 *   node bench/precision.ts <folder of github.com/tenurehq/precisionMemBench> [--faults]
 *
 * The harness around the search is as the benchmark has it: what is pinned is always there and never searched, and who takes part in a
 * relation comes with it. Beside it the results that its repository has of others. Runs on a throw-away cluster, or on the server that
 * FABULA_TEST_CLUSTER names. The data is MIT licensed and no part of this project.
 */
import { parseArgs } from "node:util";
import { registry } from "#server/operations.ts";
import { startThrowaway } from "#server/postgres/throwaway.ts";
import { openWorkbench } from "#tests/record/workbench.ts";
import { type Belief, faultsOf, measure, readBaselines, readCases } from "./precision/cases.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { faults: { type: "boolean", default: false } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("say where the data is: node bench/precision.ts <folder>");

const USER = "test-user";
/** Beliefs that an answer holds at most, unless a case says otherwise. */
const MOST = 20;

const cluster = process.env.FABULA_TEST_CLUSTER === undefined ? await startThrowaway() : null;
if (cluster !== null) process.env.FABULA_TEST_CLUSTER = cluster.adminUrl;
const bench = await openWorkbench();

/** One way to write beliefs. */
interface Mapping {
  readonly section: "facts" | "entities";
  write(belief: Belief, reader: string): Promise<string>;
  remove(id: string): Promise<unknown>;
}

const nameOf = (belief: Belief) => belief.canonical_name.replaceAll("_", " ");

function asFacts(params: { project_id: string }): Mapping {
  return {
    section: "facts",
    write: async (belief, reader) => {
      const text = [nameOf(belief), ...belief.aliases, belief.content].join(". ");
      return (await bench.ask(registry.facts.create, { params, body: { text, known_by: [reader] } })).id;
    },
    remove: (fact_id) => bench.ask(registry.facts.delete, { params: { ...params, fact_id } }),
  };
}

function asEntities(params: { project_id: string }): Mapping {
  let keys = 0;
  return {
    section: "entities",
    write: async ({ aliases, content, ...belief }, reader) => {
      const body = {
        external_id: `belief-${keys++}`,
        name: nameOf({ aliases, content, ...belief }),
        type: belief.type,
        properties: { aliases, content },
      };
      const { id } = await bench.ask(registry.entities.create, { params, body });
      await bench.ask(registry.secrets.create, { params, body: { subject_id: id, known_by: [reader] } });
      return id;
    },
    remove: (entity_id) => bench.ask(registry.entities.delete, { params: { ...params, entity_id } }),
  };
}

async function run(title: string, mapOnto: (params: { project_id: string }) => Mapping): Promise<void> {
  const { beliefs, cases, turns } = readCases(folder ?? "");
  const params = { project_id: await bench.newProject() };
  const mapping = mapOnto(params);
  const known = new Map(beliefs.map((belief) => [belief._id, belief]));
  const readers = new Map<string, string>();
  const written = new Map<string, string>();
  const readerOf = async (user: string, scope: string): Promise<string> => {
    const key = `${user} ${scope}`;
    const reader = readers.get(key);
    if (reader !== undefined) return reader;
    const body = { external_id: key, name: "…", type: "reader", properties: {} };
    const { id } = await bench.ask(registry.entities.create, { params, body });
    readers.set(key, id);
    return id;
  };
  const write = async (belief: Belief): Promise<void> => {
    // What was resolved or superseded is gone, and questions are read by nobody who asks.
    if (belief.resolved_at !== null || belief.superseded_by !== null || belief.type === "open_question") return;
    const reader = await readerOf(belief.user_id, belief.scope[0] ?? "");
    written.set(await mapping.write(belief, reader), belief._id);
  };
  for (const belief of beliefs) await write(belief);

  const inScope = (belief: Belief, user: string, scope: readonly string[]) =>
    belief.user_id === user && belief.scope.some((each) => scope.includes(each));
  const answer = async (user: string, scope: readonly string[], query: string, most = MOST) => {
    const pinned = [...known.values()]
      .filter((each) => each.pinned && each.type !== "open_question" && inScope(each, user, scope))
      .filter((each) => each.superseded_by === null && each.resolved_at === null)
      .map(({ _id }) => _id);
    const found = new Map<string, number>();
    for (const each of query.trim() === "" || most === 0 ? [] : scope) {
      const { sections } = await bench.ask(registry.context.assemble, {
        params,
        body: { query, as: await readerOf(user, each), token_budget: 4_000, sections: [mapping.section] },
      });
      for (const { id, score } of sections.flatMap(({ items }) => items)) {
        const belief = written.get(id);
        if (belief !== undefined && !pinned.includes(belief)) found.set(belief, score);
      }
    }
    const best = [...found]
      .sort((a, b) => b[1] - a[1])
      .map(([id]) => id)
      .slice(0, most);
    const partners = best.flatMap((id) => known.get(id)?.participants ?? []);
    const expanded = partners.filter((id) => {
      const belief = known.get(id);
      return belief !== undefined && inScope(belief, user, scope) && !best.includes(id) && !pinned.includes(id);
    });
    const shown = pinned.slice(0, most);
    return { pinned: shown, relevant: [...new Set([...best, ...expanded])].slice(0, Math.max(0, most - shown.length)) };
  };
  const pinnedEver = new Set(beliefs.filter(({ pinned, user_id }) => pinned && user_id === USER).map(({ _id }) => _id));
  const mean = (list: readonly (number | null)[]) => {
    const all = list.filter((each) => each !== null);
    return all.reduce((sum, each) => sum + each, 0) / all.length;
  };
  const judged = [];
  for (const { caseId, userId = USER, scope, query, budget, expect } of cases) {
    const got = await answer(userId, scope, query, budget?.maxBeliefs);
    const faults = faultsOf(expect, got);
    if (values.faults && faults.length > 0) console.log(`${title} ${caseId}: ${faults.join(", ")}`);
    judged.push({ faults, ...measure(expect, got.relevant, pinnedEver) });
  }
  const drifts: number[] = [];
  let session = 0;
  for (const { turnIndex, scope, userMessage, expect, createBeliefAtTurn, updateBeliefAtTurn } of turns) {
    const got = await answer(USER, scope, userMessage);
    const faults = faultsOf(expect, got);
    if (values.faults && faults.length > 0) console.log(`${title} turn ${turnIndex}: ${faults.join(", ")}`);
    if (faults.length === 0) session++;
    const gold = expect.relevantBeliefs?.shouldOnlyInclude ?? expect.relevantBeliefs?.mustInclude ?? [];
    const hits = gold.filter((id) => got.relevant.includes(id) || got.pinned.includes(id)).length;
    drifts.push(got.relevant.length === 0 ? 0 : 1 - hits / got.relevant.length);
    if (createBeliefAtTurn !== undefined) {
      const belief = {
        aliases: [],
        superseded_by: null,
        resolved_at: null,
        ...createBeliefAtTurn,
      } as unknown as Belief;
      known.set(belief._id, belief);
      await write(belief);
    }
    const changed = known.get(updateBeliefAtTurn?.beliefId ?? "");
    if (changed !== undefined) {
      const aliases = [...new Set([...changed.aliases, ...(updateBeliefAtTurn?.addAliases ?? [])])];
      const old = [...written].find(([, id]) => id === changed._id);
      if (old !== undefined) await mapping.remove(old[0]);
      written.delete(old?.[0] ?? "");
      known.set(changed._id, { ...changed, aliases });
      await write({ ...changed, aliases });
    }
  }
  const active = judged.filter(({ faults, precision }) => faults.length === 0 && (precision ?? 0) > 0).length;
  row(`**${title}**`, {
    passed: judged.filter(({ faults }) => faults.length === 0).length,
    active,
    precision: mean(judged.map(({ precision }) => precision)),
    recall: mean(judged.map(({ recall }) => recall)),
    session,
    drift: mean(drifts),
  });
}

type Row = { passed: number; active: number; precision: number; recall: number; session: number; drift: number };

function row(name: string, { passed, active, precision, recall, session, drift }: Row): void {
  const [p, r, d] = [precision, recall, drift].map((each) => each.toFixed(2));
  console.log(`| ${name} | ${passed} | ${active} | ${p} | ${r} | ${session} | ${d} |`);
}

try {
  console.log(
    "| | passed of 77 | with a find | precision | recall | turns of 12 | drift |\n|---|---|---|---|---|---|---|",
  );
  await run("beliefs as facts", asFacts);
  await run("beliefs as entities with aliases", asEntities);
  for (const [name, score] of [...readBaselines(folder)].sort((a, b) => b[1].passed - a[1].passed)) row(name, score);
} finally {
  await bench.close();
  await cluster?.stop();
}
