import { sql } from "drizzle-orm";
import type { CanonRule } from "#domain/canon/finding.ts";
import type { JsonObject } from "#domain/json.ts";
import { job } from "../../queue/job.ts";
import { findJobs } from "../../queue/kept-jobs.ts";
import { insertRows } from "../../record/append.ts";
import { type Columns, type Db, textArray } from "../../record/database.ts";
import { findVersions } from "../../record/versions.ts";
import { changesIn, unitsChanged } from "./changed-units.ts";
import { checkUnits, UNITS_AT_ONCE } from "./check-project.ts";
import { completeRules } from "./declared-predicates.ts";
import { readWords, sentenceOf } from "./describe-violations.ts";
import { involvedIn } from "./find-violations.ts";
import { canonRule, ruleOf } from "./rule.ts";
import { loadAt } from "./show-violations.ts";

/** Time of one step of the job, in milliseconds. */
const STEP_MS = 10_000;
/** Commits that one transaction goes through, and time after which it ends, in milliseconds: a large commit takes several. */
const COMMITS = 20;
const TRANSACTION_MS = 3_000;
/** Rows that one transaction takes away. */
const CLEARED_AT_ONCE = 5_000;

/** Progress of the check of a project's history. */
export interface CanonHistory
  extends Columns<"canon_histories", "job_id" | "began_at" | "is_clearing" | "checked_to_seq" | "to_seq"> {
  /** Whether its job failed too often, or is not there, before it was through. */
  readonly failed: boolean;
}

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
  const [row] = await db.execute<Omit<CanonHistory, "failed">>(
    sql`SELECT job_id, began_at, is_clearing, checked_to_seq, to_seq FROM canon_histories WHERE project_id = ${projectId}`,
  );
  if (row === undefined) return null;
  if (row.checked_to_seq >= row.to_seq) return { ...row, failed: false };
  const state = (await findJobs(db, [row.job_id])).get(row.job_id)?.state ?? "failed";
  return { ...row, failed: state === "failed" };
}

/** Checks the next commits of a history, or a part of a large one; answers whether there is more. */
export async function checkNextCommits(db: Db, projectId: string): Promise<boolean> {
  const until = performance.now() + TRANSACTION_MS;
  const [history] = await db.execute<
    Columns<"canon_histories", "is_clearing" | "checked_to_seq" | "checked_unit" | "to_seq">
  >(
    sql`SELECT is_clearing, checked_to_seq, checked_unit, to_seq FROM canon_histories WHERE project_id = ${projectId} FOR UPDATE`,
  );
  if (history?.is_clearing === true) return clear(db, projectId);
  if (history === undefined || history.checked_to_seq >= history.to_seq) return false;
  const versions = await findVersions(db, canonRule.resource, projectId, { mode: ["warn", "block"] });
  const rules = await completeRules(db, projectId, versions.map(ruleOf), null);
  // The last event of a commit has its sequence: so the key of the record finds it.
  const commits = await db.execute<{ seq: number }>(
    sql`SELECT seq FROM events WHERE project_id = ${projectId} AND seq > ${history.checked_to_seq} AND seq <= ${history.to_seq}
          AND seq = commit_seq ORDER BY seq LIMIT ${COMMITS}`,
  );
  let { checked_to_seq: reached, checked_unit: after } = history;
  let isThrough = commits.length < COMMITS;
  for (const { seq: to } of commits) {
    after = await checkCommit(db, projectId, { from: reached, to, rules, after, until });
    if (after === "") reached = to;
    if (performance.now() < until) continue;
    isThrough &&= after === "" && to === commits.at(-1)?.seq;
    break;
  }
  if (isThrough) reached = history.to_seq;
  await db.execute(
    sql`UPDATE canon_histories SET checked_to_seq = ${reached}, checked_unit = ${after} WHERE project_id = ${projectId}`,
  );
  return reached < history.to_seq;
}

/** Takes away some of what the check before found. */
async function clear(db: Db, projectId: string): Promise<true> {
  const gone = await db.execute(
    sql`DELETE FROM canon_past_violations WHERE project_id = ${projectId} AND (id, from_seq) IN (
          SELECT id, from_seq FROM canon_past_violations WHERE project_id = ${projectId} LIMIT ${CLEARED_AT_ONCE}
        ) RETURNING 1 AS gone`,
  );
  if (gone.length < CLEARED_AT_ONCE)
    await db.execute(sql`UPDATE canon_histories SET is_clearing = false WHERE project_id = ${projectId}`);
  return true;
}

interface OneCommit {
  /** Last sequence of the commit before. */
  readonly from: number;
  readonly to: number;
  readonly rules: readonly CanonRule[];
  /** Subject that the part before came to, in the order of ids; empty for the first part. */
  readonly after: string;
  /** Time at which the part ends, once some subjects are checked. */
  readonly until: number;
}

/** Notes what a commit brought about, and what it put right; answers the subject that it came to, empty where it is through. */
async function checkCommit(db: Db, projectId: string, commit: OneCommit): Promise<string> {
  const { from, to, rules, after, until } = commit;
  const events = await changesIn(db, projectId, { from, to });
  const { units, named } = await unitsChanged(db, { projectId, atSeq: to, from, to }, { rules, events });
  if (named.length === 0) return "";
  const open = await db.execute<{ unit: string }>(
    sql`SELECT DISTINCT unit FROM canon_past_violations WHERE project_id = ${projectId} AND until_seq IS NULL
          AND involved && ${textArray(named)}`,
  );
  const all = [...new Set([...units, ...open.map(({ unit }) => unit)])].filter((unit) => unit > after).sort();
  for (let at = 0; at < all.length; at += UNITS_AT_ONCE) {
    const some = all.slice(at, at + UNITS_AT_ONCE);
    await checkUnitsOf(db, projectId, { ...commit, units: some });
    if (performance.now() >= until && at + UNITS_AT_ONCE < all.length) return some.at(-1) ?? "";
  }
  return "";
}

/** Notes what a commit brought about at some subjects, and what it put right. */
async function checkUnitsOf(
  db: Db,
  projectId: string,
  { from, to, rules, units }: Pick<OneCommit, "from" | "to" | "rules"> & { readonly units: readonly string[] },
): Promise<void> {
  const found = await checkUnits(db, projectId, { rules, units, atSeq: to });
  const there = new Set(found.map(({ id }) => id));
  const open = await db.execute<{ id: string }>(
    sql`SELECT id FROM canon_past_violations WHERE project_id = ${projectId} AND until_seq IS NULL
          AND (unit = ANY(${textArray(units)}) OR id = ANY(${textArray([...there])}))`,
  );
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
