import { linkFields, linkVersions } from "#drizzle/schema/links.ts";
import type { StateOf } from "../../kernel/field.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import type { Version } from "../../record/resource.ts";

export type LinkState = StateOf<typeof linkFields>;
export type LinkVersion = Version<LinkState>;

/** A link to another project of the workspace, by which entities of that project are in this one, read-only. */
export const link = recorded({
  type: "link",
  plural: "links",
  path: "/v1/projects/{project_id}/links",
  table: linkVersions,
  fields: linkFields,
  bodyName: "LinkCreate",
  example: {
    state: {
      source_project_id: "prj_01k9hq3a6v2m5rbz4nd7wcfjex",
      seq: 1042,
      status: "waiting",
      overlay: ["mood"],
    },
    before: { brought: { status: "waiting" }, failed: { status: "waiting" }, regained: { status: "lost" } },
    edits: {
      updated: { overlay: ["mood", "rank"] },
      repinned: { seq: 1077 },
      brought: { status: "ready", pinned_seq: 1042 },
      failed: { status: "failed", error: "The source was deleted." },
      lost: { status: "lost", error: "The source is gone." },
      regained: { status: "ready", error: null },
      releasing: { status: "releasing" },
    },
  },
  events: {
    repinned: {
      meaning: "It shall bring another sequence of its source: `seq`. Its job does so in events of their own.",
    },
    brought: { meaning: "All that it names of its source was brought." },
    failed: { meaning: "Its job could not go on: `error` says why." },
    lost: { meaning: "Its source is gone, or is not to be read for it any more. What it brought stays." },
    regained: { meaning: "Its source can be read again, and is followed." },
    releasing: {
      meaning:
        "It lets go of what it brought, which becomes the project's own in events of their own. The link is deleted then.",
    },
  },
});
