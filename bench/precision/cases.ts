import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A belief of the benchmark, as far as it matters here. */
export interface Belief {
  readonly _id: string;
  readonly user_id: string;
  readonly type: string;
  readonly canonical_name: string;
  readonly aliases: string[];
  readonly content: string;
  readonly scope: readonly string[];
  readonly pinned: boolean;
  readonly superseded_by: string | null;
  readonly resolved_at: string | null;
  readonly participants?: readonly string[];
}

interface Expected {
  readonly relevantBeliefs?: {
    readonly mustInclude?: readonly string[];
    readonly mustExclude?: readonly string[];
    readonly shouldInclude?: readonly string[];
    readonly shouldOnlyInclude?: readonly string[];
    readonly orderedBefore?: readonly (readonly [string, string])[];
    readonly maxCount?: number;
    readonly minCount?: number;
  };
  readonly pinnedFacts?: { readonly mustInclude?: readonly string[]; readonly mustExclude?: readonly string[] };
  readonly noiseCheck?: { readonly mustNotSurface: readonly string[] };
}

export interface Case {
  readonly caseId: string;
  readonly userId?: string;
  readonly scope: readonly string[];
  readonly query: string;
  readonly budget?: { readonly maxBeliefs?: number };
  readonly expect: Expected;
}

export interface Turn {
  readonly turnIndex: number;
  readonly scope: readonly string[];
  readonly userMessage: string;
  readonly createBeliefAtTurn?: Record<string, unknown>;
  readonly updateBeliefAtTurn?: { readonly beliefId: string; readonly addAliases?: readonly string[] };
  readonly expect: Expected;
}

/** Reads the fixtures of a checkout. */
export function readCases(folder: string): { beliefs: Belief[]; cases: Case[]; turns: Turn[] } {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, "fixtures", name), "utf8"));
  const sessions = read("session-retrieval.cases.json") as { turns: Turn[] }[];
  return {
    beliefs: read("beliefs.seed.json"),
    cases: read("retrieval.cases.json"),
    turns: sessions.flatMap(({ turns }) => turns),
  };
}

/** One line of a table: how many cases passed, of which some found something, and how exactly. */
export interface Score {
  readonly passed: number;
  readonly active: number;
  readonly precision: number;
  readonly recall: number;
}

/** The results that the checkout has of others, by name. */
export function readBaselines(folder: string): Map<string, Score & { session: number; drift: number }> {
  const place = join(folder, "test-results", "baseline");
  const found = new Map<string, Score & { session: number; drift: number }>();
  for (const file of readdirSync(place).filter((name) => name.startsWith("retrieval-report-"))) {
    const report = JSON.parse(readFileSync(join(place, file), "utf8"));
    const session = JSON.parse(readFileSync(join(place, `session-${file}`), "utf8"));
    const turns = session.cases as { passed: boolean; driftScore: number }[];
    found.set(file.slice("retrieval-report-".length, -".json".length), {
      passed: report.retrieval.totalPassed,
      active: report.retrieval.activeRetrievalPasses,
      precision: report.retrieval.meanPrecision,
      recall: report.retrieval.meanRecall,
      session: turns.filter(({ passed }) => passed).length,
      drift: turns.reduce((sum, { driftScore }) => sum + driftScore, 0) / turns.length,
    });
  }
  return found;
}

/** Beliefs of an answer: those that are always there, and those that were found, the best first. */
export interface Answer {
  readonly pinned: readonly string[];
  readonly relevant: readonly string[];
}

/** Faults of an answer, by the rules of the benchmark. */
export function faultsOf(
  { relevantBeliefs: of = {}, pinnedFacts = {}, noiseCheck }: Expected,
  answer: Answer,
): string[] {
  const { pinned, relevant } = answer;
  const all = new Set([...pinned, ...relevant]);
  const faults: string[] = [];
  const each = (ids: readonly string[] | undefined, isRight: (id: string) => boolean, fault: string) => {
    for (const id of ids ?? []) if (!isRight(id)) faults.push(`${fault} ${id}`);
  };
  each(of.mustInclude, (id) => all.has(id), "missing");
  each(of.shouldInclude, (id) => all.has(id), "missing");
  each(of.mustExclude, (id) => !all.has(id), "forbidden");
  if (of.shouldOnlyInclude !== undefined) {
    const wanted = of.shouldOnlyInclude;
    each(relevant, (id) => wanted.includes(id), "unexpected");
    each(wanted, (id) => relevant.includes(id), "missing");
  }
  if (relevant.length > (of.maxCount ?? Number.POSITIVE_INFINITY)) faults.push("too many");
  if (relevant.length < (of.minCount ?? 0)) faults.push("too few");
  for (const [a, b] of of.orderedBefore ?? []) {
    const [first, second] = [relevant.indexOf(a), relevant.indexOf(b)];
    if (first < 0 || second < 0 || first > second) faults.push(`${a} does not precede ${b}`);
  }
  each(pinnedFacts.mustInclude, (id) => pinned.includes(id), "not pinned");
  each(pinnedFacts.mustExclude, (id) => !pinned.includes(id), "pinned");
  each(noiseCheck?.mustNotSurface, (id) => !all.has(id), "noise");
  return faults;
}

/** Precision and recall of an answer; null where nothing is defined. */
export function measure(
  { relevantBeliefs: of = {} }: Expected,
  relevant: readonly string[],
  pinned: ReadonlySet<string>,
): { precision: number | null; recall: number | null } {
  const gold = of.shouldOnlyInclude ?? (of.mustInclude ?? []).filter((id) => !pinned.has(id));
  const hits = gold.filter((id) => relevant.includes(id)).length;
  const nothing = gold.length === 0 ? null : 0;
  return {
    precision: relevant.length === 0 ? nothing : hits / relevant.length,
    recall: gold.length === 0 ? null : hits / gold.length,
  };
}
