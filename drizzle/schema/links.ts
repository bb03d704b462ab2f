import { index } from "drizzle-orm/pg-core";
import { z } from "zod";
import { field } from "#server/kernel/field.ts";
import { flag, idOf, integer, singleLine } from "#server/kernel/validation/fields.ts";
import { isCurrent } from "./columns.ts";
import { versionTable } from "./version-table.ts";

/** Names that one list of a link may have. */
const MAX_NAMES = 200;

/** States of a link. */
export const LINK_STATUSES = ["waiting", "ready", "failed", "releasing"] as const;

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
      "`waiting` while its job brings what it names, then `ready`, or `failed` with an `error`; `releasing` while it lets go of what it brought.",
    writable: "never",
    default: "waiting",
    filter: "Only links in this state.",
  }),
  error: field(z.string().nullable(), {
    description: "Why the job failed; null where it did not.",
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
