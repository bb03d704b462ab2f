import type { Expression } from "../expression.ts";
import type { CanonKind, CanonMode } from "./kinds.ts";

/** Rule as it is checked. */
export interface CanonRule {
  readonly id: string;
  readonly name: string;
  /** Sentence that it tells writers; empty for its name. */
  readonly reason: string;
  readonly kind: CanonKind;
  readonly mode: CanonMode;
  /** Types of the entities that it is about; empty for all. */
  readonly entity_types: readonly string[];
  /** Entities that it is not about. */
  readonly except_ids: readonly string[];
  readonly predicates: readonly string[];
  readonly acts: readonly string[];
  readonly property: string | null;
  readonly values: readonly string[];
  readonly conditions: readonly Expression[];
}

/** Subject that takes part in a violation, and the event that made it so. */
export interface Evidence {
  readonly type: "fact" | "entity" | "relationship" | "dialogue_node" | "passage" | "seed" | "quest";
  readonly id: string;
  readonly seq: number;
}

/** Operation of the interface that puts a violation right. */
export interface Repair {
  /** Area and name of the operation. */
  readonly operation: "facts.supersede" | "facts.delete" | "facts.untell" | "relationships.delete" | "entities.update";
  /** Parameters and body of the request. */
  readonly input: { readonly [name: string]: unknown };
}

/** Kinds of contradictions, each with a sentence of its own. */
export const FINDING_CODES = [
  "acts_dead",
  "tells_dead",
  "speaks_dead",
  "two_holders",
  "two_values",
  "told_by_ignorant",
  "born_after_death",
  "age_unlike_years",
  "two_ages",
  "other_name",
  "older_child",
  "promise_unkept",
  "own",
] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

/** Contradiction of a rule. It names subjects by their ids alone. */
export interface Finding {
  readonly rule_id: string;
  readonly code: FindingCode;
  /** Part of its identity besides the rule: the same for as long as the contradiction is the same. */
  readonly key: string;
  /** Subject that was checked: an entity, a fact, or a dialogue. */
  readonly unit: string;
  /** Entity that it is about; null for none. */
  readonly about: string | null;
  /** Evidence, what came first before what contradicts it. */
  readonly evidence: readonly Evidence[];
  /**
   * Sequences of what has to have come first and of what came later, where the contradiction is one of their order: events of one commit have
   * none.
   */
  readonly ordered?: readonly [number, number];
  readonly repair: Repair | null;
}

/** Whether a rule is about an entity. */
export function isAbout(
  { entity_types, except_ids }: Pick<CanonRule, "entity_types" | "except_ids">,
  entity: { readonly id: string; readonly type: string } | undefined,
): boolean {
  if (entity === undefined || except_ids.includes(entity.id)) return false;
  return entity_types.length === 0 || entity_types.includes(entity.type);
}

/** Name of a contradiction, the same for as long as it is the same. */
export function identityOf({ rule_id, code, key }: Pick<Finding, "rule_id" | "code" | "key">): string {
  return `${rule_id} ${code} ${key}`;
}

/** Key of a pair, the same whichever comes first. */
export function pairKey(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
