import { uniqueIndex } from "drizzle-orm/pg-core";
import { z } from "zod";
import { field } from "#server/kernel/field.ts";
import { flag, singleLine, text } from "#server/kernel/validation/fields.ts";
import { isCurrent } from "./columns.ts";
import { versionTable } from "./version-table.ts";

/** Predicates that one predicate may exclude. */
export const MAX_EXCLUSIVE_WITH = 100;

const name = singleLine({ min: 1, max: 100 });

/** Fields of a declared predicate. */
export const predicateFields = {
  name: field(name, {
    description: "Predicate as facts have it in `predicate`, such as `lives_in`.",
    writable: "once",
    sort: true,
    filter: "Only the predicate of this name.",
  }),
  functional: field(flag(), {
    label: "One value at a time",
    description:
      "Whether a subject has one value of it at a time: two facts about one subject with different objects conflict, and so do two without objects and with different texts.",
    default: false,
    filter: "Only predicates with one value at a time, or only others.",
  }),
  exclusive_with: field(
    z
      .array(name)
      .max(MAX_EXCLUSIVE_WITH)
      .overwrite((names) => [...new Set(names)]),
    {
      label: "Excludes",
      description:
        "Predicates that cannot hold of a subject beside this one, of the same object where both facts name one. It is enough that one of the two says so.",
      default: [],
    },
  ),
  inverse: field(name.nullable(), {
    label: "Seen from the other side",
    description:
      "Predicate that says the same from the object to the subject, such as `employs` for `works_for`; its own name for one that reads alike both ways, such as `married_to`.",
    default: null,
  }),
  description: field(text({ max: 2_000 }), {
    description: "Meaning of the predicate.",
    default: "",
    column: "text",
    screen: "extra",
  }),
};

/** Versions of declared predicates: what facts with them may say beside each other. */
export const predicateVersions = versionTable("predicate_versions", predicateFields, (t) => [
  uniqueIndex("predicate_versions_name").on(t.project_id, t.name).where(isCurrent),
]);
