import { type Effect, entitiesOfEffect, isQuestId, isWorldOp, type Scalar, type WorldEffectOp } from "../expression.ts";
import { movedQuest, type QuestMove, questChanges } from "../quest.ts";
import { arithmetic } from "./evaluate.ts";
import type { WorldChange, WorldMatter } from "./story.ts";
import { isSet, UNKNOWN, type Value } from "./value.ts";
import {
  factOf,
  isAt,
  isTold,
  itemsOf,
  knowsFact,
  placeOf,
  propertyOf,
  questOf,
  relationshipValue,
  type SeenWorld,
  standingOf,
  takesProperty,
  timeOf,
} from "./world.ts";

/** A change of the world that a playthrough made for itself. Its host makes it true, or does not: nobody else writes it. */
export interface ProposedEvent {
  /** The effect that did it. */
  readonly effect_id: string;
  readonly op: WorldEffectOp;
  readonly what: WorldMatter;
  /** The entity or the quest it is about; null for the time. */
  readonly entity_id: string | null;
  /**
   * A path of properties, an item, another entity, what is known, or a fact that is known; of a quest `state`, `stage` or an objective; null for
   * the place and the time.
   */
  readonly key: string | null;
  /** Value before the change: null for nothing, and for an unknown value. */
  readonly before: Scalar;
  readonly after: Scalar;
}

/** An effect on the story world. */
export type WorldEffect = Effect & { readonly op: WorldEffectOp };

/** Whether an effect works on the story world. */
export function isOnWorld(effect: Effect): effect is WorldEffect {
  return isWorldOp(effect.op);
}

/**
 * Reason why an effect leaves the world as it was: the world has no such entity or quest, its value is unknown, or does not fit.
 */
export type WorldRefusal = "no_entity" | "no_quest" | "unknown" | "does_not_fit";

/** The way in which somebody comes to know a fact, where an effect says none. */
const TOLD = "told";

/** The property that is the state of a quest. */
export const QUEST_STATE = "state";

/** Returns the part of the world that an effect changes; it depends on the effect alone. */
export function matterOf({
  op,
  target,
  ...named
}: Pick<Effect, "target" | "key"> & { readonly op: WorldEffectOp }): Pick<WorldChange, "what" | "entity" | "key"> {
  const key = named.key ?? null;
  switch (op) {
    case "property.set":
    case "property.add":
      return { what: "property", entity: target, key };
    case "quest.set_state":
      return isQuestId(target)
        ? { what: "quest", entity: target, key: null }
        : { what: "property", entity: target, key: QUEST_STATE };
    case "quest.advance":
    case "quest.stage":
      return { what: "quest", entity: target, key: null };
    case "location.move":
      return { what: "location", entity: target, key: null };
    case "inventory.give":
    case "inventory.take":
      return { what: "item", entity: target, key };
    case "relationship.set":
    case "relationship.adjust":
      return { what: "relationship", entity: target, key };
    case "fact.set":
      return { what: "fact", entity: target, key };
    case "fact.tell":
      return { what: "knowledge", entity: target, key };
    case "time.advance":
      return { what: "time", entity: null, key: null };
  }
}

/** Works out what an effect makes of the world: several changes of a quest, none where it leaves it as it was; answers why where it cannot. */
export function changeWorld(effect: WorldEffect, given: Value, seen: SeenWorld): ProposedEvent[] | WorldRefusal {
  const { what, entity, key } = matterOf(effect);
  if (what === "quest") return changeQuest(effect, given, seen);
  if (entitiesOfEffect(effect).some((id) => !isTold(seen, id))) return "no_entity";
  const { op, key: named = null } = effect;
  const value = op === "location.move" ? named : op === "fact.tell" && effect.value === null ? TOLD : given;
  if (value === UNKNOWN) return "unknown";
  if (isSet(value)) return "does_not_fit";
  const [id, of] = [entity ?? "", key ?? ""];
  const before = currentOf(seen, what, id, of);
  if (!fits(effect, value, seen)) return "does_not_fit";
  const after = valueAfter(effect.op, before, value);
  if (after === UNKNOWN) return "unknown";
  if (after === before) return [];
  const was = before === UNKNOWN ? null : (before as Scalar);
  return [{ effect_id: effect.id, op: effect.op, what, entity_id: entity, key, before: was, after: after as Scalar }];
}

function changeQuest(
  { id, op, target, key = "" }: WorldEffect,
  given: Value,
  seen: SeenWorld,
): ProposedEvent[] | WorldRefusal {
  const quest = questOf(seen, target ?? "");
  if (quest === undefined || target === null) return "no_quest";
  if (op !== "quest.stage" && given === UNKNOWN) return "unknown";
  const before = standingOf(seen, target);
  const after = movedQuest(quest, before, moveOf(op, key, given));
  if (after === null) return "does_not_fit";
  return questChanges(before, after).map((change) => ({
    ...{ effect_id: id, op, what: "quest", entity_id: target },
    ...change,
  }));
}

function moveOf(op: WorldEffectOp, key: string, given: Value): QuestMove {
  if (op === "quest.stage") return { stage: key };
  // What is no number is no step, and what is no text no state: neither fits.
  if (op === "quest.advance") return { objective: key, add: typeof given === "number" ? given : Number.NaN };
  return { state: typeof given === "string" ? given : "" };
}

function currentOf(seen: SeenWorld, what: Exclude<WorldMatter, "quest">, id: string, key: string): Value {
  switch (what) {
    case "property":
      return propertyOf(seen, id, key);
    case "location":
      return placeOf(seen, id);
    case "item":
      return itemsOf(seen, id, key);
    case "relationship":
      return relationshipValue(seen, id, key);
    case "fact":
      return factOf(seen, id, key);
    case "knowledge":
      return knowsFact(seen, id, key) || null;
    case "time":
      return timeOf(seen);
  }
}

/** Whether a value is one that an effect takes, there. */
function fits({ op, target, key = "" }: WorldEffect, value: Scalar, seen: SeenWorld): boolean {
  switch (op) {
    case "property.set":
    case "property.add":
      return takesProperty(seen, target ?? "", key);
    case "fact.tell":
      return typeof value === "string";
    case "quest.set_state":
      return typeof value === "string" && takesProperty(seen, target ?? "", QUEST_STATE);
    case "location.move":
      // Nothing is moved into itself, or into what lies in it.
      return isAt(seen, key, target ?? "") !== true;
    case "inventory.give":
    case "inventory.take":
      return Number.isSafeInteger(value) && Number(value) >= 0;
    case "relationship.set":
      return typeof value === "number";
    case "time.advance":
      return typeof value === "number" && value >= 0;
    case "fact.set":
      return value !== null;
    default:
      return true;
  }
}

function valueAfter(op: WorldEffectOp, before: Value, value: Scalar): Value {
  switch (op) {
    case "property.add":
    case "inventory.give":
    case "relationship.adjust":
    case "time.advance":
      return arithmetic("add", before, value);
    case "inventory.take": {
      const left = arithmetic("sub", before, value);
      // Nobody has less than nothing: more than there is takes all there is.
      return typeof left === "number" ? Math.max(0, left) : left;
    }
    case "fact.tell":
      // Who knows a fact does not come to know it again.
      return before ?? value;
    default:
      return value;
  }
}

/** Changes with one more; a property that is written takes the place of what was written of the path above it. */
export function changesWith(
  changes: readonly WorldChange[],
  { what, entity_id: entity, key, after: value }: Pick<ProposedEvent, "what" | "entity_id" | "key" | "after">,
): readonly WorldChange[] {
  const at = changes.findIndex((each) => each.what === what && each.entity === entity && each.key === key);
  const change: WorldChange = { what, entity, key, value };
  if (at >= 0) return changes.with(at, change);
  const isAbove = (each: WorldChange) =>
    each.what === "property" && what === "property" && each.entity === entity && key?.startsWith(`${each.key}.`);
  return [...changes.filter((each) => !isAbove(each)), change];
}
