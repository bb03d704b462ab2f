import type { Expression } from "../expression.ts";
import type { WorldChange } from "./story.ts";
import { matterOf, QUEST_STATE, type WorldEffect } from "./world-effects.ts";

/*
 * What of the world conditions ask for and effects change, as names that an exploration compares: the matter, the entity and the key.
 * Properties are one for each first name of a path, as those below it stand in its way; places are one for all, as they lie in one another, and a
 * fact is one for all who may know it, as it is told to all who are present. A quest is one whole, and named as the state of an entity is: where
 * only playing tells of which a state is asked, it may be of either.
 */

/** The name of what was changed. */
export function slotOf({ what, entity, key }: Omit<WorldChange, "value">): string {
  if (what === "location" || what === "time") return what;
  if (what === "knowledge") return slot(what, key ?? "", "");
  if (what === "quest") return slot("property", entity ?? "", QUEST_STATE);
  return slot(what, entity ?? "", key ?? "");
}

/** The name of what an effect changes. */
export function slotOfEffect(effect: WorldEffect): string {
  return slotOf(matterOf(effect));
}

/** The name of what a part of an expression asks for: the matter alone where only playing tells of whom; null for nothing of the world. */
export function askedSlot(part: Expression): string | null {
  if ("entity" in part) return slot("property", part.entity, part.path);
  if (!("fn" in part) || "op" in part) return null;
  const [first, second] = part.args.map(named);
  switch (part.fn) {
    case "quest_state":
    case "quest_stage":
    case "quest_count":
      return first ? slot("property", first, QUEST_STATE) : "property";
    case "has_item":
      return first && second ? slot("item", first, second) : "item";
    case "relationship":
    case "fact":
      return first && second ? slot(part.fn, first, second) : part.fn;
    case "knows":
      return second ? slot("knowledge", second, "") : "knowledge";
    case "at_location":
      return "location";
    case "world_time":
      return "time";
    default:
      return null;
  }
}

/** Whether what is asked for may be what is changed. */
export function covers(asked: string, changed: string): boolean {
  return asked === changed || changed.startsWith(`${asked} `);
}

function slot(what: string, entity: string, key: string): string {
  return `${what} ${entity} ${what === "property" ? key.split(".", 1) : key}`;
}

/** The id or words of an argument; null where only playing tells them. */
function named(arg: Expression): string | null {
  if ("ref" in arg) return arg.ref;
  return "lit" in arg && typeof arg.lit === "string" ? arg.lit : null;
}
