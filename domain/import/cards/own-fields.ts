import { isJsonObject, type Json } from "../../json.ts";
import { idsField, textField } from "../json-fields.ts";
import type { CardOwnFields } from "./card.ts";

/** Our name among the extensions of a card. */
export const OWN_EXTENSION = "fabula";

/** Own fields of a card that has none of them. */
export const NO_OWN_FIELDS: CardOwnFields = { aliases: [], role: "", goals: [], style: "", mood: "" };

/** Returns our fields from the extensions of a card. Whatever is not of its type there is passed over: anybody can write them. */
export function ownFieldsOf(value: Json): CardOwnFields {
  if (!isJsonObject(value)) return NO_OWN_FIELDS;
  const goals = Array.isArray(value.goals) ? value.goals : [];
  return {
    aliases: idsField(value, "aliases"),
    role: textField(value, "role"),
    goals: goals.flatMap((goal) => {
      if (!isJsonObject(goal) || typeof goal.text !== "string" || typeof goal.priority !== "number") return [];
      return [{ text: goal.text, priority: goal.priority }];
    }),
    style: textField(value, "style"),
    mood: textField(value, "mood"),
  };
}
