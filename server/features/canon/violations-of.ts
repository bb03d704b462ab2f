import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { CanonRule } from "#domain/canon/finding.ts";
import { textArray } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";
import { factResource } from "../facts/public.ts";
import { seed } from "../seeds/public.ts";
import { checkUnits, UNITS_AT_ONCE } from "./check-project.ts";
import { completeRules } from "./declared-predicates.ts";
import { involvedIn, type Violation } from "./find-violations.ts";
import { inOrder, keptViolations, type ReadViolations } from "./read-violations.ts";
import { subjectsToCheck } from "./read-world.ts";
import { ruleOf } from "./rule.ts";
import type { CanonViolation } from "./schemas.ts";
import { rulesAt, type ShownAt, showViolations, waiversAt } from "./show-violations.ts";
import { RecordedSource } from "./source.ts";

/** Violations of one question that are shown. */
const MOST = 50;

/** Text that violations are asked of: nodes of a dialogue, or passages of a chapter. */
export interface TextParts {
  /** The dialogue that nodes are of; null for passages. */
  readonly graphId: string | null;
  readonly ids: readonly string[];
}

/** Violation with the nodes or passages that take part in it, themselves or by a fact that they tell. */
interface TextViolation {
  readonly violation: z.input<typeof CanonViolation>;
  readonly ids: readonly string[];
}

/** Violations that written text takes part in. */
interface ViolationsOf {
  readonly found: readonly TextViolation[];
  /** Sequence up to which the record was checked; null where that was done for the answer. */
  readonly checkedToSeq: number | null;
  /** Whether there are no more. */
  readonly isComplete: boolean;
}

/** Finds the violations that written text takes part in and nobody ignores, newest first. */
export async function violationsOf(at: ShownAt, written: TextParts): Promise<ViolationsOf> {
  const versions = await rulesAt(at);
  const asked = versions.map(ruleOf).filter(({ mode }) => mode !== "off");
  const rules = await completeRules(at.db, at.projectId, asked, at.atSeq);
  const waivers = await waiversAt(at);
  const facts = await factsToldIn(at, written.ids);
  const tellers = new Map([
    ...written.ids.map((id) => [id, id] as const),
    ...facts.map(({ id, by }) => [id, by] as const),
  ]);
  const ids = textArray([...tellers.keys()]);
  const where = sql`involved && ${ids} AND id <> ALL(${textArray([...waivers.keys()])})`;
  const isOwn = (each: Violation) => !waivers.has(each.id) && involvedIn(each).some((id) => tellers.has(id));
  const { violations, checkedToSeq, isComplete } =
    at.atSeq === null
      ? await keptViolations(at, { rules, where, most: MOST })
      : await pastViolations(at, { ...written, rules, facts, isOwn });
  const shown = await showViolations(at, violations, {
    rules: new Map(versions.map((rule) => [rule.id, rule])),
    waivers,
  });
  const found = shown.map((violation) => ({
    violation,
    ids: [...new Set(violation.evidence.flatMap(({ id }) => tellers.get(id) ?? []))],
  }));
  return { found, checkedToSeq, isComplete };
}

/** Fact that written text tells, with whom it is about. */
interface ToldFact extends Record<string, unknown> {
  readonly id: string;
  /** The node or the passage. */
  readonly by: string;
  readonly subject_id: string | null;
  readonly object_id: string | null;
}

async function factsToldIn({ db, projectId, atSeq }: ShownAt, ids: readonly string[]): Promise<ToldFact[]> {
  const by = textArray(ids);
  return db.execute<ToldFact>(
    sql`SELECT id, coalesce(source->>'node_id', source->>'passage_id') AS by, subject_id, object_id
        FROM ${sql.identifier(factResource.table)} WHERE project_id = ${projectId} AND ${holds(atSeq)}
          AND (source->>'node_id' = ANY(${by}) OR source->>'passage_id' = ANY(${by}))`,
  );
}

/** Checks what written text may contradict in a project as it was: its facts with their people, promises due in it, and its dialogue. */
async function pastViolations(
  at: ShownAt & { readonly atSeq: number | null },
  {
    graphId,
    ids,
    rules,
    facts,
    isOwn,
  }: TextParts & {
    readonly rules: readonly CanonRule[];
    readonly facts: readonly ToldFact[];
    readonly isOwn: (violation: Violation) => boolean;
  },
): Promise<ReadViolations> {
  const { db, projectId, atSeq } = at;
  const due = await db.execute<{ id: string }>(
    sql`SELECT id FROM ${sql.identifier(seed.resource.table)} WHERE project_id = ${projectId} AND ${holds(atSeq)}
          AND coalesce(due->>'node_id', due->>'passage_id') = ANY(${textArray(ids)})`,
  );
  const named = facts
    .flatMap(({ id, subject_id, object_id }) => [id, subject_id, object_id])
    .filter((id) => id !== null);
  const subjects = await subjectsToCheck(new RecordedSource(db, projectId, atSeq), rules, [...new Set(named)]);
  const units = [...(graphId === null ? [] : [graphId]), ...due.map(({ id }) => id), ...subjects];
  const found = await checkUnits(db, projectId, { rules, units: units.slice(0, UNITS_AT_ONCE), atSeq });
  const own = inOrder([...new Map(found.map((each) => [each.id, each])).values()].filter(isOwn));
  const isComplete = units.length <= UNITS_AT_ONCE && own.length <= MOST;
  return { violations: own.slice(0, MOST), checkedToSeq: null, isComplete };
}
