import type { EffectOp } from "./expression.ts";

/** Signature of an effect's operation. */
export interface EffectSignature {
  /** Subject that it changes; `present` is an entity, or null for all who speak in the dialogue, `tracked` a quest or an entity. */
  readonly target: "variable" | "entity" | "present" | "tracked" | "quest" | null;
  /** Part of the entity or the quest that `key` names. */
  readonly key?: "property" | "place" | "item" | "entity" | "predicate" | "fact" | "objective" | "stage";
  /** The type of its value; `unknown` is any, which its target may narrow. A `ref` and a `how` may be left out. Null for none. */
  readonly value: "integer" | "number" | "string" | "ref" | "how" | "unknown" | null;
}

const onVariable = (value: "unknown" | null): EffectSignature => ({ target: "variable", value });
const onNothing = (value: "unknown" | null): EffectSignature => ({ target: null, value });
const onEntity = (key: NonNullable<EffectSignature["key"]>, value: EffectSignature["value"]): EffectSignature => ({
  target: "entity",
  key,
  value,
});

/** Signatures of the effects' operations. */
export const EFFECT_SIGNATURES: Readonly<Record<EffectOp, EffectSignature>> = {
  set: onVariable("unknown"),
  add: onVariable("unknown"),
  sub: onVariable("unknown"),
  mul: onVariable("unknown"),
  div: onVariable("unknown"),
  mod: onVariable("unknown"),
  toggle: onVariable(null),
  push: onVariable("unknown"),
  remove: onVariable("unknown"),
  clear: onVariable(null),
  reset: onVariable(null),
  reset_visits: { target: null, value: "ref" },
  command: onNothing("unknown"),
  emit: onNothing("unknown"),
  "property.set": onEntity("property", "unknown"),
  "property.add": onEntity("property", "number"),
  "location.move": onEntity("place", null),
  "inventory.give": onEntity("item", "integer"),
  "inventory.take": onEntity("item", "integer"),
  "relationship.set": onEntity("entity", "number"),
  "relationship.adjust": onEntity("entity", "number"),
  "fact.set": onEntity("predicate", "unknown"),
  "fact.tell": { target: "present", key: "fact", value: "how" },
  "quest.set_state": { target: "tracked", value: "string" },
  "quest.advance": { target: "quest", key: "objective", value: "integer" },
  "quest.stage": { target: "quest", key: "stage", value: null },
  "time.advance": { target: null, value: "number" },
  opaque: onNothing("unknown"),
};
