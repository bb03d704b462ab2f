import { EFFECT_SIGNATURES, type EffectSignature } from "#domain/effect-signatures.ts";
import { hasEntityKey, type WorldEffectOp } from "#domain/expression.ts";
import { QUEST_STATES } from "#domain/quest.ts";
import type { Option } from "../../ui/option.ts";
import type { WorldRow } from "./effect-rows.ts";

/** Operations that one row can be turned into one another of. */
export const WORLD_FAMILIES: readonly (readonly WorldEffectOp[])[] = [
  ["property.set", "property.add"],
  ["inventory.give", "inventory.take"],
  ["relationship.adjust", "relationship.set"],
];

/** The words of a change of the world, in a menu. */
export const WORLD_WORDS: Readonly<Record<WorldEffectOp, string>> = {
  "property.set": "becomes",
  "property.add": "goes up by",
  "location.move": "goes to",
  "inventory.give": "gets",
  "inventory.take": "loses",
  "relationship.set": "becomes",
  "relationship.adjust": "goes up by",
  "fact.set": "becomes",
  "fact.tell": "learns",
  "quest.set_state": "becomes",
  "quest.advance": "counts",
  "quest.stage": "comes to",
  "time.advance": "goes on by",
};

/** Names of the keys of changes. */
export const KEY_LABELS: Readonly<Record<NonNullable<EffectSignature["key"]>, string>> = {
  property: "Property",
  place: "Goes to",
  item: "Item",
  entity: "Towards",
  predicate: "What is known",
  fact: "What they learn",
  objective: "Objective",
  stage: "Stage",
};

/** Kinds of values that a property or a fact can have. */
export const VALUE_TYPES = ["string", "number", "boolean"] as const;

/** Ways to change the world, as they are offered where an effect is added. */
export const WORLD_CHANGES: readonly (Option & { readonly value: WorldEffectOp })[] = [
  { value: "property.set", label: "Change a property of someone or something" },
  { value: "location.move", label: "Move someone or something" },
  { value: "inventory.give", label: "Give or take an item" },
  { value: "relationship.adjust", label: "Change a relationship" },
  { value: "fact.set", label: "Change what is known" },
  { value: "fact.tell", label: "Let somebody learn a fact" },
  { value: "quest.set_state", label: "Change the state of a quest" },
  { value: "quest.advance", label: "Count an objective of a quest" },
  { value: "quest.stage", label: "Begin a stage of a quest" },
  { value: "time.advance", label: "Let time pass" },
];

/** Values of a change of which nothing is said yet, by their type; empty words for any other. */
const BLANK_VALUES: Readonly<Record<string, number | null>> = { how: null, number: 1, integer: 1 };

/** A change of the world of which nothing is said yet. */
export function blankWorldRow(op: WorldEffectOp): WorldRow {
  const { value } = EFFECT_SIGNATURES[op];
  return {
    kind: "world",
    op,
    entity: "",
    key: "",
    value: op === "quest.set_state" ? QUEST_STATES[0] : (BLANK_VALUES[value ?? "how"] ?? ""),
  };
}

/** Whether a row says all that its change needs. */
export function isWholeRow({ op, entity, key }: WorldRow): boolean {
  const { target, key: keyOf } = EFFECT_SIGNATURES[op];
  return (
    (target === null || target === "present" || entity !== "") &&
    (keyOf === undefined || key.trim() !== "") &&
    (!hasEntityKey(op) || key !== entity)
  );
}
