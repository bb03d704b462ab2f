import type { z } from "zod";
import { aliasesOf } from "#domain/import/cards/aliases-of.ts";
import type { CharacterCard, LoreEntry } from "#domain/import/cards/card.ts";
import { isFact } from "#domain/import/cards/read-card.ts";
import { factFields } from "#drizzle/schema/facts.ts";
import { npcFields } from "#drizzle/schema/npcs.ts";
import { ValidationProblem } from "../../../kernel/problem.ts";
import { itemAt, type ValidationItem, valueError } from "../../../kernel/validation/item.ts";
import { entityFields } from "../../entities/public.ts";
import type { NpcState } from "../npc.ts";

/** Fields of an npc that a card has. */
export const CARD_FIELDS = [
  "role",
  "description",
  "personality",
  "goals",
  "style",
  "sample_lines",
  "greetings",
  "mood",
] as const satisfies readonly (keyof NpcState)[];

/** Character as a card has it. */
export interface CardCharacter {
  readonly name: string;
  /** Aliases: the nickname of the card, and those among our own fields. */
  readonly aliases: readonly string[];
  readonly fields: Pick<NpcState, (typeof CARD_FIELDS)[number]>;
}

/**
 * Returns the character of a card.
 *
 * @throws {@link ValidationProblem} naming every field of the card that is longer than it may be here: nothing is cut off.
 */
export function characterOf(card: CharacterCard, entries: readonly LoreEntry[], loc: string): CardCharacter {
  const items: ValidationItem[] = [];
  const fitting = <Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> => {
    const parsed = schema.safeParse(value);
    const reason = parsed.success ? null : (parsed.error.issues[0]?.message ?? "it is not valid");
    if (reason !== null) items.push(itemAt(["body", loc], valueError(`${what} of the card: ${reason}`)));
    return parsed.data as z.output<Schema>;
  };
  const { own } = card;
  const given = { ...card, ...own };
  const fields = Object.fromEntries(
    CARD_FIELDS.map((name) => [name, fitting(npcFields[name].schema, given[name], name)]),
  ) as CardCharacter["fields"];
  const name = fitting(entityFields.name, card.name.trim(), "name");
  for (const { pointer } of entries.filter(
    (entry) => isFact(entry) && !factFields.text.schema.safeParse(entry.text).success,
  )) {
    items.push(itemAt(["body", loc], valueError(`the text of the entry ${pointer} is longer than a fact may be`)));
  }
  if (items.length > 0) throw new ValidationProblem(items);
  return { name, aliases: aliasesOf(card), fields };
}
