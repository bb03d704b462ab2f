import { sql } from "drizzle-orm";
import type { CanonRule } from "#domain/canon/finding.ts";
import type { JsonObject } from "#domain/json.ts";
import { job } from "../../queue/job.ts";
import { insertRows } from "../../record/append.ts";
import { type Columns, type Db, textArray } from "../../record/database.ts";
import { findVersions } from "../../record/versions.ts";
import { changesIn, unitsChanged } from "./changed-units.ts";
import { checkUnits, UNITS_AT_ONCE } from "./check-project.ts";
import { completeRules } from "./declared-predicates.ts";
import { readWords, sentenceOf } from "./describe-violations.ts";
import { involvedIn, type Violation } from "./find-violations.ts";
import { canonRule, ruleOf } from "./rule.ts";
import { loadAt } from "./show-violations.ts";

/** Time of one step of the job, in milliseconds. */
const STEP_MS = 10_000;
/** Commits that one transaction goes through. */
const COMMITS = 20;

/** Progress of the check of a project's history. */
export type CanonHistory = Columns<"canon_histories", "job_id" | "began_at" | "checked_to_seq" | "to_seq">;

interface HistoryState extends JsonObject {
  readonly project_id: string;
}

/**
 * Goes through all history of a project, a commit after the other, and notes each violation of its rules with the commits between which it
 * was there. The rules are those of now: what they say holds for all that was written.
 */
export const checkHistoryJob = job<HistoryState>({
  name: "check_canon_history",
  every: null,
  step: async ({ database }, state, signal) => {
    const until = performance.now() + STEP_MS;
    while (!signal.aborted && performance.now() < until) {
      const isMore = await database.writes.transaction("write", (db) => checkNextCommits(db, state.project_id));
      if (!isMore) return "done";
    }
    return state;
  },
});

/** Reads how far the check of a project's history has come; null where none was asked for. */
export async function readHistory(db: Db, projectId: string): Promise<CanonHistory | null> {
  const [row] = await db.execute<CanonHistory>(
    sql`SELECT job_id, began_at, checked_to_seq, to_seq FROM canon_histories WHERE project_id = ${projectId}`,
  );
  return row ?? null;
}

/** Checks the next commits of a history; answers whether there are more. */
export async function checkNextCommits(db: Db, projectId: string): Promise<boolean> {
  const [history] = await db.execute<Columns<"canon_histories", "checked_to_seq" | "to_seq">>(
    sql`SELECT checked_to_seq, to_seq FROM canon_histories WHERE project_id = ${projectId} FOR UPDATE`,
  );
  if (history === undefined || history.checked_to_seq >= history.to_seq) return false;
  const versions = await findVersions(db, canonRule.resource, projectId, { mode: ["warn", "block"] });
  const rules = await completeRules(db, projectId, versions.map(ruleOf), null);
  const commits = await db.execute<{ commit_seq: number }>(
    sql`SELECT DISTINCT commit_seq FROM events WHERE project_id = ${projectId} AND seq > ${history.checked_to_seq}
          AND commit_seq <= ${history.to_seq} ORDER BY commit_seq LIMIT ${COMMITS}`,
  );
  let from = history.checked_to_seq;
  for (const { commit_seq: to } of commits) {
    await checkCommit(db, projectId, { from, to, rules });
    from = to;
  }
  const reached = commits.length < COMMITS ? history.to_seq : from;
  await db.execute(sql`UPDATE canon_histories SET checked_to_seq = ${reached} WHERE project_id = ${projectId}`);
  return reached < history.to_seq;
}

interface OneCommit {
  /** Last sequence of the commit before. */
  readonly from: number;
  readonly to: number;
  readonly rules: readonly CanonRule[];
}

/** Notes what a commit brought about, and what it put right. */
async function checkCommit(db: Db, projectId: string, { from, to, rules }: OneCommit): Promise<void> {
  const events = await changesIn(db, projectId, { from, to });
  const { units, named } = await unitsChanged(db, { projectId, atSeq: to, from, to }, { rules, events });
  if (named.length === 0) return;
  const open = await db.execute<{ id: string; unit: string }>(
    sql`SELECT id, unit FROM canon_past_violations WHERE project_id = ${projectId} AND until_seq IS NULL
          AND (unit = ANY(${textArray(units)}) OR involved && ${textArray(named)})`,
  );
  const all = [...new Set([...units, ...open.map(({ unit }) => unit)])];
  const found: Violation[] = [];
  for (let at = 0; at < all.length; at += UNITS_AT_ONCE) {
    const some = all.slice(at, at + UNITS_AT_ONCE);
    found.push(...(await checkUnits(db, projectId, { rules, units: some, atSeq: to })));
  }
  const there = new Set(found.map(({ id }) => id));
  const ended = open.flatMap(({ id }) => (there.has(id) ? [] : id));
  if (ended.length > 0) {
    await db.execute(
      sql`UPDATE canon_past_violations SET until_seq = ${from} WHERE project_id = ${projectId} AND until_seq IS NULL
          AND id = ANY(${textArray(ended)})`,
    );
  }
  const known = new Set(open.map(({ id }) => id));
  const begun = [...new Map(found.map((each) => [each.id, each])).values()].filter(({ id }) => !known.has(id));
  if (begun.length === 0) return;
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const words = await readWords(loadAt({ db, projectId, atSeq: to }), begun);
  const rows = begun.map((violation): JsonObject => {
    const { id, rule_id, code, unit, about, evidence } = violation;
    const rule = byId.get(rule_id);
    return {
      project_id: projectId,
      ...{ id, from_seq: to, until_seq: null, rule_id, rule_name: rule?.name ?? "", code, unit, about },
      message: sentenceOf(violation, words, rule),
      evidence: evidence.map((each) => ({ ...each, text: words.texts.get(each.id) ?? "" })),
      involved: involvedIn(violation),
    };
  });
  await db.execute(sql`${insertRows("canon_past_violations", rows)} ON CONFLICT DO NOTHING`);
}
