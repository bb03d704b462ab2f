import { Triggers } from "#domain/canon/triggers.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Head } from "../../record/append.ts";
import type { CommitGuard, GuardedChange, GuardedRecord, GuardedTransaction } from "../../record/commit-guard.ts";
import { factResource } from "../facts/public.ts";
import { blockingRules, RULE_TYPES } from "./declared-predicates.ts";
import { describeViolations, UNQUOTED } from "./describe-violations.ts";
import type { Violation } from "./find-violations.ts";
import { introducedBy, TRIGGERS } from "./introduced.ts";
import { KnownDeaths } from "./known-deaths.ts";
import { NOT_YET } from "./source.ts";

/** Projects whose blocking rules are kept: some 1 kB each. */
const KEPT = 1_000;

/** Blocking rules of a project, and who is dead by them. */
interface Blocking {
  readonly rules: readonly Triggers[];
  readonly deaths: KnownDeaths;
}

/** Knowledge of this process of a project, true as long as the head is where it left it. */
interface Known {
  readonly head: Head;
  readonly blocking: Blocking;
}

/**
 * Refuses commits that would break a rule of the mode `block`. A project without such rules costs nothing but the first look: what they
 * are, and who is dead, is known for as long as no other process writes the project.
 */
class CanonGuard implements CommitGuard {
  readonly #known = new Map<string, Known>();

  async check(
    record: GuardedRecord,
    changes: readonly GuardedChange[],
    transaction: GuardedTransaction,
  ): Promise<void> {
    if (!changes.some(({ resource: { type } }) => TRIGGERS.has(type))) return;
    const { rules, deaths } = await this.#blocking(record, changes, transaction);
    if (rules.length === 0) return;
    await deaths.hear(record, [...transaction.changedTypes()].includes(factResource.type));
    const introduced = await introducedBy(record, rules, changes, deaths);
    const [first] = introduced;
    if (first === undefined) return;
    throw refusal(first, introduced.length, changes, await messageOf(record, first, rules));
  }

  committed(transaction: GuardedTransaction, head: Head): void {
    const { projectId, beganAt, notes } = transaction;
    const before = this.#known.get(projectId);
    this.#known.delete(projectId);
    if ([...transaction.changedTypes()].some((type) => RULE_TYPES.includes(type))) return;
    const blocking =
      (notes.get(this) as Blocking | undefined) ?? (isSame(before, beganAt) ? before?.blocking : undefined);
    if (blocking === undefined) return;
    this.#known.set(projectId, { head, blocking });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= KEPT) break;
      this.#known.delete(oldest);
    }
  }

  async #blocking(
    record: GuardedRecord,
    changes: readonly GuardedChange[],
    transaction: GuardedTransaction,
  ): Promise<Blocking> {
    const changed = [...changes.map(({ resource: { type } }) => type), ...transaction.changedTypes()];
    const isChanged = changed.some((type) => RULE_TYPES.includes(type));
    if (isChanged) return readBlocking(record);
    const known = this.#known.get(transaction.projectId);
    const noted = transaction.notes.get(this) ?? (isSame(known, transaction.beganAt) ? known?.blocking : undefined);
    const blocking = (noted as Blocking | undefined) ?? (await readBlocking(record));
    transaction.notes.set(this, blocking);
    return blocking;
  }
}

/** The check of commits against the rules of their projects. */
export const canonGuard: CommitGuard = new CanonGuard();

const isSame = (known: Known | undefined, head: Head): boolean =>
  known?.head.last_seq === head.last_seq && known.head.last_recorded_at === head.last_recorded_at;

async function readBlocking(record: GuardedRecord): Promise<Blocking> {
  const rules = await blockingRules(record);
  return { rules: rules.map((rule) => new Triggers(rule)), deaths: new KnownDeaths(rules) };
}

/** The sentence of a refusal. It quotes what is recorded only to those who may read it. */
async function messageOf(record: GuardedRecord, violation: Violation, blocking: readonly Triggers[]): Promise<string> {
  if (record.mayRead) {
    const rules = blocking.map(({ rule }) => rule);
    return (await describeViolations(record, [violation], rules))[0] ?? "";
  }
  return UNQUOTED;
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
