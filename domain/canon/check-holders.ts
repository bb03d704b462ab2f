import { shareReader } from "./audience.ts";
import { evidenceOf, supersede } from "./check-values.ts";
import { type CanonRule, type Evidence, type Finding, isAbout, pairKey, type Repair } from "./finding.ts";
import { pairsOf } from "./pairs.ts";
import { spellings } from "./spellings.ts";
import { isAtOnce } from "./time.ts";
import type { CanonFact, CanonTie, CanonWorld } from "./world.ts";

/** One way in which an item is held. */
interface Holding {
  readonly id: string;
  readonly holder: string;
  readonly created_seq: number;
  readonly fact: CanonFact | null;
  readonly evidence: Evidence;
}

/** Returns the pairs of entities that hold an item side by side. */
export function checkHolders(rule: CanonRule, id: string, world: CanonWorld): Finding[] {
  if (!isAbout(rule, world.entity(id))) return [];
  const names = spellings(rule.predicates);
  const ties = world.ties(id).filter(({ type, target_id }) => target_id === id && names.has(type));
  // What is counted is one of many: several may have some of it.
  if (ties.some(isCounted)) return [];
  const facts = world.toward(id).filter(({ predicate }) => predicate !== null && names.has(predicate));
  const held = [...ties.map(heldByTie), ...facts.flatMap(heldByFact)].sort(
    (a, b) => a.created_seq - b.created_seq || (a.id < b.id ? -1 : 1),
  );
  const isApart = (a: Holding, b: Holding) =>
    (a.fact === null || b.fact === null || shareReader(a.fact, b.fact)) &&
    isAtOnce(a.id, b.id, world) &&
    !isWithin(a.holder, b.holder, names, world) &&
    !isWithin(b.holder, a.holder, names, world);
  return pairsOf({ rule, code: "two_holders", unit: id, world }, held, ({ holder }) => holder, isApart).map(
    ([first, second]) => ({
      rule_id: rule.id,
      code: "two_holders",
      key: pairKey(first.id, second.id),
      unit: id,
      about: id,
      evidence: [first.evidence, second.evidence],
      repair: repairOf(first, second),
    }),
  );
}

const isCounted = ({ properties: { count } }: CanonTie): boolean => count !== undefined && count !== 1;

function heldByTie({ id, source_id, created_seq, valid_from_seq }: CanonTie): Holding {
  const evidence = { type: "relationship", id, seq: valid_from_seq } as const;
  return { id, holder: source_id, created_seq, fact: null, evidence };
}

function heldByFact(fact: CanonFact): Holding[] {
  const { id, subject_id, created_seq } = fact;
  return subject_id === null ? [] : [{ id, holder: subject_id, created_seq, fact, evidence: evidenceOf(fact) }];
}

/** Whether what holds the item lies in, or is held by, another holder of it: a purse in somebody's hand. */
function isWithin(inner: string, outer: string, names: ReadonlySet<string>, world: CanonWorld): boolean {
  if (world.entity(inner)?.parent_id === outer) return true;
  const isHeld = ({ type, source_id, target_id }: CanonTie) =>
    target_id === inner && source_id === outer && names.has(type);
  return (
    world.ties(inner).some(isHeld) ||
    world.toward(inner).some(({ subject_id, predicate }) => subject_id === outer && names.has(predicate ?? ""))
  );
}

function repairOf(first: Holding, second: Holding): Repair {
  if (first.fact !== null && second.fact !== null) return supersede(first.fact, second.fact);
  return first.fact === null
    ? { operation: "relationships.delete", input: { relationship_id: first.id } }
    : { operation: "facts.delete", input: { fact_id: first.id } };
}
