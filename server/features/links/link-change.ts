import { linkChangeFields, linkChangeVersions } from "#drizzle/schema/links.ts";
import type { StateOf } from "../../kernel/field.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import type { Version } from "../../record/resource.ts";

export type LinkChangeState = StateOf<typeof linkChangeFields>;
export type LinkChangeVersion = Version<LinkChangeState>;

/** A change of a source that a following link suggests. Nothing here changes until somebody accepts it. */
export const linkChange = recorded({
  type: "link_change",
  one: "suggested change of a link",
  many: "suggested changes of links",
  plural: "changes",
  path: "/v1/projects/{project_id}/link-changes",
  table: linkChangeVersions,
  fields: linkChangeFields,
  states: {
    states: {
      open: { is: { status: "open" } },
      accepted: { is: { status: "accepted" } },
      rejected: { is: { status: "rejected" } },
      settled: { is: { status: "settled" } },
    },
    transitions: {
      accept: {
        from: ["open", "rejected"],
        to: "accepted",
        verb: "accepted",
        meaning: "It was accepted: the subject is as it is in the source.",
        others: "The change of the subject is an event of its own before this one, in the same commit.",
        summary: "Accept a change of a linked project",
        description:
          "Brings the subject as it was in the source when this was found, but for what is this project's own. What is gone there stays here and becomes this project's own. Once something later of the source was brought, it is a 409 `wrong_state`.",
      },
      reject: {
        from: ["open"],
        to: "rejected",
        verb: "rejected",
        meaning: "It was rejected: the subject stays as it is.",
        summary: "Reject a change of a linked project",
        description: "Leaves the subject as it is. It is suggested again once the source changes it again.",
      },
    },
  },
  events: {
    created: { meaning: "A link found that its source has changed." },
    updated: { meaning: "The source has changed again, or what is here has." },
    settled: { meaning: "The source and this project say the same again." },
  },
  example: {
    state: {
      link_id: "lnk_01k9hq3xg1r7m4k2vn5te8y6cb",
      type: "entity",
      subject_id: "ent_01k9hq3w2c8e5b7d9f0g1h3jkm",
      change: "changed",
      label: "Great Town",
      fields: [{ name: "name", here: "Town", there: "Great Town", held: false }],
      content: {
        external_id: "town",
        name: "Great Town",
        type: "place",
        properties: {},
        parent_id: null,
        located: true,
      },
      source_seq: 1077,
      status: "open",
    },
    edits: {
      updated: { source_seq: 1081 },
      accepted: { status: "accepted" },
      rejected: { status: "rejected" },
      settled: { status: "settled" },
    },
  },
});
