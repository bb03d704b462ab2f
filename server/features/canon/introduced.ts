import { type CanonRule, identityOf } from "#domain/canon/finding.ts";
import { MOST_PAIRS } from "#domain/canon/pairs.ts";
import type { CanonChange, Triggers } from "#domain/canon/triggers.ts";
import type { AskedPairs } from "#domain/canon/world.ts";
import type { GuardedChange, GuardedRecord } from "../../record/commit-guard.ts";
import { predecessors } from "../facts/public.ts";
import { asViolation, findAsked, type Violation } from "./find-violations.ts";
import type { KnownDeaths } from "./known-deaths.ts";
import { subjectsToCheck } from "./read-world.ts";
import { UnitSource } from "./source.ts";
import { canonWaiver } from "./waiver.ts";

/** Kinds of subjects whose changes can break a rule under the lock. */
export const TRIGGERS: ReadonlySet<string> = new Set(["fact", "entity", "relationship"]);

/** Finds the violations that are there after a commit and were not before, those left out that somebody ignores. */
export async function introducedBy(
  record: GuardedRecord,
  blocking: readonly Triggers[],
  changes: readonly GuardedChange[],
  deaths: KnownDeaths | null = null,
): Promise<Violation[]> {
  const own = changes.flatMap(({ resource: { type }, change }) =>
    TRIGGERS.has(type) ? [{ ...change, type } as unknown as CanonChange] : [],
  );
  const asked = [...own, ...(await heldAgain(record, own))];
  const triggered: { readonly rule: CanonRule; readonly units: readonly string[] }[] = [];
  for (const each of blocking) {
    const all = asked.flatMap((change) => each.unitsOf(change));
    const units = deaths === null ? all : await deaths.perhapsDead(record, each.rule, all);
    if (units.length > 0) triggered.push({ rule: each.rule, units });
  }
  if (triggered.length === 0) return [];
  const rules = triggered.map(({ rule }) => rule);
  const touched = [...new Set(triggered.flatMap(({ units }) => units))];
  const after = new UnitSource(record, "after");
  const units = await subjectsToCheck(after, rules, touched);
  const pairs = pairsChangedBy(asked);
  if ((await findAsked(after, rules, units, pairs)).length === 0) return [];
  const before = await findAsked(new UnitSource(record, "before"), rules, units, { ...pairs, most: null });
  const known = new Set(before.map(identityOf));
  const found = await findAsked(after, rules, units, { ...pairs, known });
  const fresh = found.filter((each) => !known.has(identityOf(each))).map(asViolation);
  if (fresh.length === 0) return [];
  const waived = await record.find(canonWaiver.resource, { violation_id: fresh.map(({ id }) => id) });
  const ignored = new Set(waived.map(({ violation_id }) => violation_id));
  return fresh.filter(({ id }) => !ignored.has(id));
}

/** Facts that hold where changed ones do not any more, as changes of what holds. */
async function heldAgain({ db, projectId }: GuardedRecord, changes: readonly CanonChange[]): Promise<CanonChange[]> {
  const gone = changes.filter(
    (change) => change.type === "fact" && (change.after === null || change.after.superseded_mode === "retcon"),
  );
  const held = await predecessors(
    db,
    { projectId, atSeq: null },
    gone.map(({ id }) => id),
  );
  return held.map(({ id, ...state }) => ({ type: "fact", id, before: null, after: state }));
}

/** Returns the pairs that changes can have brought about: with what they change, or with what that holds. */
function pairsChangedBy(changes: readonly CanonChange[]): AskedPairs {
  const of = changes.flatMap((change): (string | null)[] => {
    const states = [change.before, change.after].filter((state) => state !== null);
    const ends = states.flatMap((state) =>
      "subject_id" in state
        ? [state.subject_id, state.object_id]
        : "source_id" in state
          ? [state.source_id, state.target_id]
          : [],
    );
    return [change.id, ...ends];
  });
  const at = changes.flatMap((change): string[] => {
    if (change.type === "entity") return [change.id];
    if (change.type !== "relationship") return [];
    return [change.before, change.after].flatMap((state) => state?.target_id ?? []);
  });
  return { of: new Set(of.filter((id) => id !== null)), at: new Set(at), known: new Set(), most: MOST_PAIRS };
}
