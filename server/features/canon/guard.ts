import { type CanonChange, Triggers } from "#domain/canon/triggers.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Head } from "../../record/append.ts";
import type { CommitGuard, GuardedChange, GuardedRecord, GuardedTransaction } from "../../record/commit-guard.ts";
import { blockingRules, RULE_TYPES } from "./declared-predicates.ts";
import { describeViolations } from "./describe-violations.ts";
import { findViolations, type Violation } from "./find-violations.ts";
import { subjectsToCheck } from "./read-world.ts";
import { NOT_YET, UnitSource } from "./source.ts";
import { canonWaiver } from "./waiver.ts";

/** Projects whose blocking rules are kept: some 1 kB each. */
const KEPT = 1_000;

/** Blocking rules of a project as this process knows them, true as long as the head is where it left it. */
interface KnownRules {
  readonly head: Head;
  readonly rules: readonly Triggers[];
}

/**
 * Refuses commits that would break a rule of the mode `block`. A project without such rules costs nothing but the first look: what they
 * are is known for as long as no other process writes the project.
 */
class CanonGuard implements CommitGuard {
  readonly #known = new Map<string, KnownRules>();

  async check(
    record: GuardedRecord,
    changes: readonly GuardedChange[],
    transaction: GuardedTransaction,
  ): Promise<void> {
    if (!changes.some(({ resource: { type } }) => TRIGGERS.has(type))) return;
    const rules = await this.#blocking(record, changes, transaction);
    if (rules.length === 0) return;
    const introduced = await introducedBy(record, rules, changes);
    const [first] = introduced;
    if (first === undefined) return;
    const [message = ""] = await describeViolations(
      record,
      [first],
      rules.map(({ rule }) => rule),
    );
    throw refusal(first, introduced.length, changes, message);
  }

  committed(transaction: GuardedTransaction, head: Head): void {
    const { projectId, beganAt, notes } = transaction;
    const before = this.#known.get(projectId);
    this.#known.delete(projectId);
    if ([...transaction.changedTypes()].some((type) => RULE_TYPES.includes(type))) return;
    const rules =
      (notes.get(this) as readonly Triggers[] | undefined) ?? (isSame(before, beganAt) ? before?.rules : undefined);
    if (rules === undefined) return;
    this.#known.set(projectId, { head, rules });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= KEPT) break;
      this.#known.delete(oldest);
    }
  }

  async #blocking(
    record: GuardedRecord,
    changes: readonly GuardedChange[],
    transaction: GuardedTransaction,
  ): Promise<readonly Triggers[]> {
    const changed = [...changes.map(({ resource: { type } }) => type), ...transaction.changedTypes()];
    const isChanged = changed.some((type) => RULE_TYPES.includes(type));
    if (isChanged) return readBlocking(record);
    const known = this.#known.get(transaction.projectId);
    const noted = transaction.notes.get(this) ?? (isSame(known, transaction.beganAt) ? known?.rules : undefined);
    const rules = (noted as readonly Triggers[] | undefined) ?? (await readBlocking(record));
    transaction.notes.set(this, rules);
    return rules;
  }
}

/** Kinds of subjects whose changes can break a rule under the lock. */
const TRIGGERS: ReadonlySet<string> = new Set(["fact", "entity", "relationship"]);

/** The check of commits against the rules of their projects. */
export const canonGuard: CommitGuard = new CanonGuard();

const isSame = (known: KnownRules | undefined, head: Head): boolean =>
  known?.head.last_seq === head.last_seq && known.head.last_recorded_at === head.last_recorded_at;

async function readBlocking(record: GuardedRecord): Promise<readonly Triggers[]> {
  return (await blockingRules(record)).map((rule) => new Triggers(rule));
}

/** Finds the violations that are there after a commit and were not before, those left out that somebody ignores. */
async function introducedBy(
  record: GuardedRecord,
  blocking: readonly Triggers[],
  changes: readonly GuardedChange[],
): Promise<Violation[]> {
  const asked = changes.flatMap(({ resource: { type }, change }) =>
    TRIGGERS.has(type) ? [{ ...change, type } as unknown as CanonChange] : [],
  );
  const triggered = blocking.flatMap((each) => {
    const units = asked.flatMap((change) => each.unitsOf(change));
    return units.length === 0 ? [] : [{ rule: each.rule, units }];
  });
  if (triggered.length === 0) return [];
  const rules = triggered.map(({ rule }) => rule);
  const touched = [...new Set(triggered.flatMap(({ units }) => units))];
  const after = new UnitSource(record, "after");
  const units = await subjectsToCheck(after, rules, touched);
  const found = await findViolations(after, rules, units);
  if (found.length === 0) return [];
  const there = new Set((await findViolations(new UnitSource(record, "before"), rules, units)).map(({ id }) => id));
  const fresh = found.filter(({ id }) => !there.has(id));
  if (fresh.length === 0) return [];
  const waived = await record.find(canonWaiver.resource, { violation_id: fresh.map(({ id }) => id) });
  const ignored = new Set(waived.map(({ violation_id }) => violation_id));
  return fresh.filter(({ id }) => !ignored.has(id));
}

function refusal(
  { id, rule_id, evidence }: Violation,
  violations: number,
  changes: readonly GuardedChange[],
  message: string,
): Problem {
  const involved = new Set(evidence.map((each) => each.id));
  const refused = changes.find(({ change }) => involved.has(change.id)) ?? changes[0];
  return new Problem("canon_violation", {
    message,
    detail: {
      violation_id: id,
      rule_id,
      refused: { type: refused?.resource.type ?? "", id: refused?.change.id ?? "" },
      evidence: evidence.map((each) => ({ ...each, seq: each.seq === NOT_YET ? null : each.seq })),
      violations,
    },
  });
}
