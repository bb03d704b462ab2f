import { z } from "zod";
import { text } from "../../../kernel/validation/fields.ts";

/** Dialogues and variables of a request that are named one by one. */
const MAX_NAMED = 10_000;

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
        "Names of variables of the file that are to be the project's variables of that name, instead of the story's own.",
    }),
};

/** Choice of a caller about dialogues and variables that are in the project already. */
export interface ImportChoice {
  readonly on_conflict: "update" | "copy" | "refuse";
  readonly replace: Readonly<Record<string, string>>;
  readonly join_variables: readonly string[];
}

export const NO_CHOICE: ImportChoice = { on_conflict: "update", replace: {}, join_variables: [] };
