import { z } from "zod";
import { field } from "#server/kernel/field.ts";
import { singleLine, text } from "#server/kernel/validation/fields.ts";
import { versionTable } from "./version-table.ts";

/** Words that one entry can name beside its own. */
export const MAX_OTHER_WORDS = 20;

const word = () => singleLine({ min: 1, max: 100 });

/** Fields of an entry of the project's list of style. */
export const styleWordFields = {
  word: field(word(), {
    description: "The word or phrase, in any case. It has at least one letter or digit.",
    sort: true,
    screen: "title",
  }),
  use: field(z.enum(["banned", "preferred"]), {
    description: "Whether the word is to be left out, or to be taken in place of `others`.",
    default: "banned",
    filter: "Only words that are banned, or preferred ones.",
    screen: "column",
  }),
  others: field(z.array(word()).max(MAX_OTHER_WORDS), {
    description: "Words to take in place of a banned one, or those that a preferred one stands for.",
    label: "Other words",
    default: [],
    screen: "column",
  }),
  note: field(text({ max: 1_000 }), { description: "Reason, for authors.", default: "", column: "text" }),
};

/** Versions of entries of lists of style. */
export const styleWordVersions = versionTable("style_word_versions", styleWordFields);
