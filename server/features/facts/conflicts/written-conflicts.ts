import type { z } from "zod";
import { PredicateRules } from "#domain/predicates.ts";
import type { Db } from "../../../record/database.ts";
import type { UnitOfWork } from "../../../record/unit-of-work.ts";
import { predicate, predicateRules } from "../../predicates/public.ts";
import type { FactMoment } from "../chain.ts";
import type { FactVersion } from "../fact.ts";
import { type FactConflict, findConflicts } from "./find-conflicts.ts";
import { type ConflictingFact, type ConflictOfFacts, toConflict } from "./schemas.ts";

/** Conflicts of one fact that an answer has. */
const MAX_ANSWERED = 20;
/** Pairs that one write looks at while it holds the project's lock. */
const MAX_PAIRS_LOCKED = 200;
/** Facts beside each written one that are looked at meanwhile. */
const MAX_BESIDE = 500;

type Moment = FactMoment & { readonly atSeq: number | null };

/** Reads the rules for facts that a unit of work writes, without a statement where none has a predicate. */
export async function rulesFor(
  record: UnitOfWork,
  facts: readonly { readonly predicate: string | null }[],
): Promise<PredicateRules> {
  if (facts.every((fact) => fact.predicate === null)) return new PredicateRules([]);
  return new PredicateRules(await record.find(predicate.resource, {}));
}

/** Finds what written facts do not go together with: a statement where there is nothing, a handful otherwise. */
async function conflictsOf(
  db: Db,
  at: Moment,
  rules: PredicateRules,
  written: readonly FactVersion[],
): Promise<readonly FactConflict[]> {
  const bound = written.filter((fact) => rules.binds(fact.predicate));
  if (bound.length === 0) return [];
  const filter = { facts: bound.map(({ id }) => id), newest: MAX_BESIDE, rules, limit: MAX_PAIRS_LOCKED };
  return (await findConflicts(db, at, filter)).conflicts;
}

/** Returns what one fact does not go together with, as the answer to its write has it; by the rules of that moment unless they are given. */
export async function answeredConflicts(
  db: Db,
  at: Moment,
  written: FactVersion,
  { rules, mayRead }: { readonly rules?: PredicateRules; readonly mayRead: boolean },
): Promise<z.input<typeof ConflictingFact>[]> {
  if (written.predicate === null) return [];
  const conflicts = await conflictsOf(db, at, rules ?? (await predicateRules(db, at.projectId, at.atSeq)), [written]);
  return conflicts.slice(0, MAX_ANSWERED).map((conflict) => {
    const { first, second, ...why } = toConflict(conflict, mayRead);
    return { ...(first.fact_id === written.id ? second : first), ...why };
  });
}

/** Returns the conflicts of a batch of written facts, each pair once. */
export async function batchConflicts(
  record: UnitOfWork,
  rules: PredicateRules,
  written: readonly FactVersion[],
  mayRead: boolean,
): Promise<z.input<typeof ConflictOfFacts>[]> {
  const at = { projectId: record.projectId, atSeq: null };
  return (await conflictsOf(record.db, at, rules, written)).map((each) => toConflict(each, mayRead));
}
