import { z } from "zod";
import { ValidationProblem } from "../../../kernel/problem.ts";
import { text } from "../../../kernel/validation/fields.ts";
import { itemAt, MAX_ITEMS, valueError } from "../../../kernel/validation/item.ts";
import type { OpenStory } from "./story-parts.ts";

/** Dialogues and variables of a request that are named one by one. */
const MAX_NAMED = 10_000;

/** Variables of a file that a refusal lists. */
const NAMES_SHOWN = 20;

/** Fields of a request that decide what becomes of dialogues and variables that are in the project already. */
export const importChoiceFields = {
  on_conflict: z.enum(["update", "copy", "refuse"]).default("update").meta({
    description:
      "Where the same story is in the project already: `update` it, import it as a `copy` beside it, or `refuse` the import with `name_taken`. Another story is never replaced by this.",
  }),
  replace: z
    .record(text({ min: 1, max: 2_000 }), text({ min: 1, max: 100 }))
    .refine((map) => Object.keys(map).length <= MAX_NAMED, `at most ${MAX_NAMED} dialogues`)
    .default({})
    .meta({
      description:
        "Dialogues to be replaced, by the `key` of the dialogue of the file: their ids stay, and their cards that are not in the file are deleted, whoever made them.",
    }),
  join_variables: z
    .array(text({ min: 1, max: 100 }))
    .max(MAX_NAMED)
    .default([])
    .meta({
      description:
        "Names of variables of the file that are to be the project's variables of that name, instead of the story's own; a name that the file does not have is refused.",
    }),
};

/** Choice of a caller about dialogues and variables that are in the project already. */
export interface ImportChoice {
  readonly on_conflict: "update" | "copy" | "refuse";
  readonly replace: Readonly<Record<string, string>>;
  readonly join_variables: readonly string[];
}

export const NO_CHOICE: ImportChoice = { on_conflict: "update", replace: {}, join_variables: [] };

/**
 * Refuses variables to be joined that no story has: whoever misspells one would get a second variable without a word.
 *
 * @throws {@link ValidationProblem} naming each.
 */
export function requireKnownVariables(stories: readonly OpenStory[], { join_variables }: ImportChoice): void {
  if (join_variables.length === 0) return;
  const known = new Set(
    stories.flatMap(({ variables, usedVariables }) => [...variables.map(({ name }) => name), ...usedVariables]),
  );
  const items = join_variables.flatMap((name, at) => {
    if (known.has(name)) return [];
    return itemAt(
      ["body", "join_variables", at],
      valueError(`the file has no variable of this name; ${inWords(known)}`),
      name,
    );
  });
  if (items.length > 0) throw new ValidationProblem(items.slice(0, MAX_ITEMS));
}

/** Returns the variables that a file has, in words: "it has gold, luck and 7 more". */
function inWords(names: ReadonlySet<string>): string {
  const shown = [...names].slice(0, NAMES_SHOWN);
  if (shown.length === 0) return "it has none";
  const more = names.size - shown.length;
  return `it has ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
