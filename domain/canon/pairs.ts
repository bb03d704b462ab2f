import { addToList } from "../add-to-list.ts";
import { type CanonRule, type FindingCode, identityOf, pairKey } from "./finding.ts";
import type { CanonWorld } from "./world.ts";

/** Pairs of one subject that are told at most. */
export const MOST_PAIRS = 100;

/** One of two that may contradict each other: a fact or a relationship, with whom it says to hold something. */
interface Side {
  readonly id: string;
  readonly holder?: string;
}

/** Rule and kind of contradiction that pairs are looked for of. */
interface AskedFor {
  readonly rule: Pick<CanonRule, "id">;
  readonly code: FindingCode;
  readonly unit: string;
  readonly world: Pick<CanonWorld, "pairs">;
}

/**
 * Returns the pairs of a list that say different things and meet a condition, in the order of the list's second parts, as many as are told.
 * Where only some are looked at, those that were there before count for nothing, so that none of the others is missed because of them.
 *
 * @param saysOf what one of the list says: those that say the same are never compared, however many there are.
 */
export function pairsOf<T extends Side>(
  { rule, code, unit, world: { pairs: asked } }: AskedFor,
  list: readonly T[],
  saysOf: (one: T) => string | number | null,
  meets: (a: T, b: T) => boolean,
): [T, T][] {
  const pairs: [T, T][] = [];
  const most = asked === null ? MOST_PAIRS : (asked.most ?? Number.POSITIVE_INFINITY);
  const asksAll = asked === null || asked.at.has(unit);
  const isAsked = ({ id, holder = "" }: Side) => asksAll || asked.of.has(id) || asked.of.has(holder);
  const isKnown = (a: T, b: T) =>
    asked?.known.has(identityOf({ rule_id: rule.id, code, key: pairKey(a.id, b.id) })) === true;
  const all = new Map<string | number | null, T[]>();
  // Beside one that nothing is asked about, only those that something is asked about are looked at: mostly one.
  const askedAbout = new Map<string | number | null, T[]>();
  for (const second of list) {
    const isSecondAsked = isAsked(second);
    const says = saysOf(second);
    for (const [other, some] of isSecondAsked ? all : askedAbout) {
      if (other === says) continue;
      for (const first of some) {
        if (!meets(first, second) || isKnown(first, second)) continue;
        pairs.push([first, second]);
        if (pairs.length === most) return pairs;
      }
    }
    addToList(all, says, second);
    if (isSecondAsked) addToList(askedAbout, says, second);
  }
  return pairs;
}
