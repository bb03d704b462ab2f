import { shareReader } from "./audience.ts";
import { type CanonRule, type Finding, pairKey } from "./finding.ts";
import { spellings } from "./spellings.ts";
import type { CanonFact, CanonWorld } from "./world.ts";

/** Contradictions of one subject that are told at most. */
const MOST_PAIRS = 100;

/** Returns the pairs of facts of an entity that give one predicate two values. */
export function checkValues(rule: CanonRule, id: string, world: CanonWorld): Finding[] {
  const wanted = rule.predicates.map((predicate) => spellings([predicate]));
  const facts = world.about(id);
  return wanted.flatMap((names) => {
    const those = facts.filter(({ predicate }) => predicate !== null && names.has(predicate));
    return pairsOf(those, (a, b) => differ(a, b) && shareReader(a, b)).map(
      ([first, second]): Finding => ({
        rule_id: rule.id,
        code: "two_values",
        key: pairKey(first.id, second.id),
        unit: id,
        about: id,
        evidence: [evidenceOf(first), evidenceOf(second)],
        repair: supersede(first, second),
      }),
    );
  });
}

function differ(a: CanonFact, b: CanonFact): boolean {
  if (a.object_id !== null || b.object_id !== null) return a.object_id !== b.object_id;
  return normal(a.text) !== normal(b.text);
}

const normal = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Returns the pairs of a list that meet a condition, in the order of the list. */
export function pairsOf<T>(list: readonly T[], meets: (a: T, b: T) => boolean): [T, T][] {
  const pairs: [T, T][] = [];
  for (const [at, second] of list.entries()) {
    for (const first of list.slice(0, at)) {
      if (pairs.length === MOST_PAIRS) return pairs;
      if (meets(first, second)) pairs.push([first, second]);
    }
  }
  return pairs;
}

/** The event that made a fact as it is. */
export function evidenceOf({ id, valid_from_seq: seq }: Pick<CanonFact, "id" | "valid_from_seq">) {
  return { type: "fact", id, seq } as const;
}

/** The repair that lets a newer fact take the place of an older one. */
export function supersede(older: Pick<CanonFact, "id">, newer: Pick<CanonFact, "id">) {
  return {
    operation: "facts.supersede",
    input: { fact_id: older.id, by: newer.id, reason: "The newer fact holds.", mode: "from" },
  } as const;
}
