import { z } from "zod";
import { versionTable } from "#drizzle/schema/version-table.ts";
import { field } from "#server/kernel/field.ts";
import { sessionSourceField } from "#server/kernel/session-source.ts";
import { idOf, integer, singleLine, text } from "#server/kernel/validation/fields.ts";

const entityId = idOf("ent").nullable();

/** Fields of a rumour. */
export const rumourFields = {
  name: field(singleLine({ min: 1, max: 200 }), {
    label: "What is said",
    description: "The rumour in a sentence.",
    sort: true,
  }),
  about_id: field(entityId, {
    label: "About",
    description: "The entity it is about; null for the world as a whole.",
    default: null,
    mentions: "entity",
    screen: "none",
  }),
  spread: field(z.enum(["few", "many", "all"]), {
    label: "Who has heard it",
    description: "How many have heard it.",
    default: "few",
    filter: "Only rumours that so many have heard.",
  }),
  heat: field(integer({ min: 0, max: 10 }), {
    description: "How much it is talked about, 0 to 10.",
    default: 5,
    sort: true,
  }),
  truth: field(text({ max: 2_000 }), { description: "What is behind it, for authors.", default: "", column: "text" }),
  state: field(z.enum(["whispered", "believed", "disproved"]), {
    description: "State of the rumour.",
    writable: "never",
    default: "whispered",
    filter: "Only rumours in this state.",
  }),
  source: sessionSourceField,
  believed_at: field(z.iso.datetime().nullable(), {
    description: "Time at which it became believed, UTC; null for one that is not.",
    writable: "never",
    default: null,
  }),
  disproved_by: field(z.string().nullable(), {
    description: "Author of its disproof: `user:<id>` or `key:<id>`.",
    writable: "never",
    default: null,
    column: "text",
  }),
};

/** Versions of rumours. */
export const rumourVersions = versionTable("rumour_versions", rumourFields);

/** Fields of a telling: somebody says a rumour in words of their own. */
export const tellingFields = {
  name: field(text({ min: 1, max: 2_000 }), { label: "Words", description: "The words of the teller." }),
  rumour_id: field(idOf("rum"), {
    description: "The rumour that is told.",
    writable: "once",
    mentions: "rumour",
    filter: "Only tellings of this rumour.",
  }),
  teller_id: field(entityId, {
    label: "Who tells it",
    description: "The entity that tells it; null for nobody in particular.",
    default: null,
    mentions: "entity",
    screen: "none",
  }),
};

/** Versions of tellings. */
export const tellingVersions = versionTable("telling_versions", tellingFields);
