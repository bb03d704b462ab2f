import { shareReader } from "./audience.ts";
import { type CanonRule, type Finding, pairKey } from "./finding.ts";
import { pairsOf } from "./pairs.ts";
import { spellings } from "./spellings.ts";
import { isAtOnce } from "./time.ts";
import type { CanonFact, CanonWorld } from "./world.ts";

/** Returns the pairs of facts of an entity that give one predicate two values. */
export function checkValues(rule: CanonRule, id: string, world: CanonWorld): Finding[] {
  const wanted = rule.predicates.map((predicate) => spellings([predicate]));
  const facts = world.about(id);
  return wanted.flatMap((names) => {
    const those = facts.filter(({ predicate }) => predicate !== null && names.has(predicate));
    const asked = { rule, code: "two_values", unit: id, world } as const;
    return pairsOf(asked, those, valueGiven, (a, b) => shareReader(a, b) && isAtOnce(a.id, b.id, world)).map(
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

/** Value that a fact gives: whom or what it leads to, or else its words. */
const valueGiven = ({ object_id, text }: CanonFact): string =>
  object_id ??
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

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
