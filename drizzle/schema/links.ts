import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Json, JsonObject } from "#domain/json.ts";
import { field } from "#server/kernel/field.ts";
import { jsonValue } from "#server/kernel/page.ts";
import { flag, idOf, integer, singleLine } from "#server/kernel/validation/fields.ts";
import { isCurrent, moment, seq, textC } from "./columns.ts";
import { versionTable } from "./version-table.ts";

/** Names that one list of a link may have. */
const MAX_NAMES = 200;

/** States of a link. */
export const LINK_STATUSES = ["waiting", "ready", "failed", "lost", "releasing"] as const;

/** Ways in which a link goes on once it has brought what it names. */
export const LINK_MODES = ["pinned", "following"] as const;

/** Filter of a link: what it brings of the source. */
const LinkFilter = z
  .strictObject({
    types: z
      .array(singleLine({ min: 1, max: 100 }))
      .max(MAX_NAMES)
      .default([])
      .meta({ description: "Only entities of these types; empty for all." }),
    entity_ids: z
      .array(idOf("ent"))
      .max(1_000)
      .default([])
      .meta({ description: "Only these entities of the source; empty for all." }),
    relationships: flag().default(true).meta({ description: "Whether relationships among them come along." }),
    facts: flag().default(true).meta({
      description: "Whether facts come along that everyone knows and that name none but them.",
    }),
  })
  .meta({ id: "LinkFilter" });
export type LinkFilter = z.output<typeof LinkFilter>;

const EVERYTHING: LinkFilter = { types: [], entity_ids: [], relationships: true, facts: true };

/** Fields of a link. */
export const linkFields = {
  source_project_id: field(idOf("prj"), {
    description: "Project that the entities are of.",
    request: "Another project of the workspace and of the same mode, which whoever links may read.",
    writable: "once",
    sort: true,
    filter: "Only links to this project.",
  }),
  mode: field(z.enum(LINK_MODES), {
    description:
      "`pinned` stays as it is until it is repinned; `following` suggests each change of the source, which somebody accepts or rejects.",
    default: "pinned",
    filter: "Only links of this mode.",
  }),
  filter: field(LinkFilter, {
    description: "What it brings of the source.",
    request: "What it brings of the source; a change holds from the next repin on.",
    default: EVERYTHING,
    screen: "none",
  }),
  overlay: field(z.array(singleLine({ min: 1, max: 200 })).max(MAX_NAMES), {
    description: "Properties of entities that are this project's own: the source's values of them do not come along.",
    default: [],
  }),
  seq: field(integer({ min: 0 }), {
    label: "Source at",
    description: "Sequence of the source that is brought, or was asked for last.",
    request: "A sequence of the source; the present when absent.",
    writable: "once",
    optional: true,
    sort: true,
    column: "sequence",
  }),
  pinned_seq: field(integer({ min: 0 }).nullable(), {
    description: "Sequence of the source that was brought completely last; null before the first time.",
    writable: "never",
    default: null,
    column: "sequence",
  }),
  status: field(z.enum(LINK_STATUSES), {
    description:
      "`waiting` while its job brings what it names, then `ready`, or `failed` with an `error`; `lost` where it follows a source that is gone or that nobody may read for it any more: what it brought stays; `releasing` while it lets go of what it brought.",
    writable: "never",
    default: "waiting",
    filter: "Only links in this state.",
  }),
  error: field(z.string().nullable(), {
    description: "Why it failed or is lost; null where it did not and is not.",
    writable: "never",
    default: null,
    column: "text",
    screen: "extra",
  }),
};

/** Versions of links to other projects. */
export const linkVersions = versionTable("link_versions", linkFields, (t) => [
  index("link_versions_source").on(t.project_id, t.source_project_id).where(isCurrent),
]);

/** States of a change that a link suggests. */
export const LINK_CHANGE_STATUSES = ["open", "accepted", "rejected", "settled"] as const;

/** Kinds of subjects that links bring. */
export const LINKED_TYPES = ["entity", "relationship", "fact"] as const;

/** Ways in which the source and what is here by a link differ. */
export const LINK_CHANGES = ["added", "changed", "gone"] as const;

/** Field of a subject that is one here and another in the source. */
export const LinkedValue = z
  .object({
    name: z.string().meta({ description: "Name of the field, of a property as `properties.<name>`." }),
    here: jsonValue.meta({ description: "Value in this project; null for none." }),
    there: jsonValue.meta({ description: "Value in the source; null for none." }),
    held: z.boolean().meta({
      description: "Whether it is this project's own, which an acceptance leaves as it is.",
    }),
  })
  .meta({ id: "LinkedValue" });
export interface LinkedValue {
  readonly name: string;
  readonly here: Json;
  readonly there: Json;
  readonly held: boolean;
}

/** Fields of a change that a link suggests. The service alone writes them. */
export const linkChangeFields = {
  link_id: field(idOf("lnk"), {
    description: "Link that suggests it.",
    writable: "never",
    mentions: "link",
    filter: "Only changes that this link suggests.",
  }),
  type: field(z.enum(LINKED_TYPES), {
    description: "Kind of the subject.",
    writable: "never",
    filter: "Only changes of subjects of this kind.",
  }),
  subject_id: field(z.string(), {
    description: "Id of the subject, in the source and here.",
    writable: "never",
    filter: "Only changes of this subject.",
  }),
  change: field(z.enum(LINK_CHANGES), {
    description:
      "`added` in the source and not here, `changed` there, or `gone` from what everyone may read there, which changes nothing here by itself.",
    writable: "never",
    filter: "Only these changes.",
  }),
  label: field(z.string(), {
    description: "Name of the entity, type of the relationship, or text of the fact.",
    writable: "never",
    column: "text",
  }),
  fields: field(z.array(LinkedValue), {
    description: "Fields that differ, and those that this project holds as its own; empty unless `changed`.",
    writable: "never",
    default: [],
  }),
  content: field(z.record(z.string(), jsonValue).nullable() as z.ZodType<JsonObject | null>, {
    description: "What an acceptance brings, as it is in the source; null for what is gone.",
    writable: "never",
    column: "nullable json",
  }),
  source_seq: field(integer({ min: 0 }), {
    description: "Sequence of the source at which it was found.",
    writable: "never",
    sort: true,
    column: "sequence",
  }),
  status: field(z.enum(LINK_CHANGE_STATUSES), {
    description:
      "`open` until it is `accepted` or `rejected`; `settled` once the source and this project say the same again. A rejected one is suggested again when the source changes again.",
    writable: "never",
    filter: "Only changes that are so.",
  }),
};

/** Versions of changes that links suggest. */
export const linkChangeVersions = versionTable("link_change_versions", linkChangeFields, (t) => [
  index("link_change_versions_subject").on(t.project_id, t.link_id, t.subject_id).where(isCurrent),
  index("link_change_versions_open")
    .on(t.project_id, t.link_id)
    .where(sql`${isCurrent} AND status = 'open'`)
    .concurrently(),
]);

/**
 * Caller for whom a link reads its source, and how far it has been followed. It is no project state: a project that is imported or restored
 * reads nothing in anybody's name until somebody repins the link.
 */
export const linkFollows = pgTable(
  "link_follows",
  {
    project_id: text("project_id").notNull(),
    link_id: textC("link_id").notNull(),
    /** Caller who linked, changed or repinned it last. */
    starter: jsonb("starter").notNull(),
    /** Filter and overlay as that caller left them. */
    terms: jsonb("terms").notNull(),
    /** Filter and overlay by which it was brought last, and is followed until it is brought again; null before the first time. */
    brought_terms: jsonb("brought_terms"),
    /** Sequence of the source up to which its changes were suggested; null before the first time. */
    followed_seq: seq("followed_seq"),
    checked_at: moment("checked_at"),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.link_id] })],
);
