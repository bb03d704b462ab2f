import { likenessKeys } from "#domain/likeness.ts";
import {
  ideaFields,
  ideaVersions,
  MAX_IDEA_ENTITIES,
  MAX_IDEA_HOOKS,
  MAX_IDEA_TAGS,
  MAX_IDEA_VOTERS,
} from "#drizzle/schema/ideas.ts";
import type { StateOf } from "../../kernel/field.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import { maxEntries } from "../../record/limits.ts";
import { requireNamed } from "../seeds/public.ts";

/** An idea as the record keeps it. */
export type IdeaState = StateOf<typeof ideaFields>;

/** States of an idea, and who brought it there. */
export const IDEA_STATES = {
  proposed: { is: { state: "proposed" } },
  shortlisted: { is: { state: "shortlisted" } },
  developing: { is: { state: "developing" } },
  promoted: { is: { state: "promoted" }, by: "promoted_by" },
  rejected: { is: { state: "rejected" }, by: "rejected_by", only: { reason: "" } },
  archived: { is: { state: "archived" }, only: { merged_into_id: null } },
} as const;

/** An idea for the world of a project. */
export const idea = recorded({
  type: "idea",
  plural: "ideas",
  path: "/v1/projects/{project_id}/ideas",
  table: ideaVersions,
  fields: ideaFields,
  states: {
    states: IDEA_STATES,
    transitions: {
      shortlist: {
        from: ["proposed"],
        to: "shortlisted",
        verb: "shortlisted",
        meaning: "The idea was shortlisted.",
        summary: "Shortlist an idea",
        description: "Puts it on the shortlist. Has no effect on one that is shortlisted.",
      },
      develop: {
        from: ["proposed", "shortlisted"],
        to: "developing",
        verb: "taken_up",
        meaning: "Somebody develops the idea.",
        summary: "Develop an idea",
        description: "Says that somebody works on it. Has no effect on one that is being developed.",
      },
      promote: {
        from: ["proposed", "shortlisted", "developing"],
        to: "promoted",
        verb: "promoted",
        meaning: "The idea became part of the world.",
        summary: "Promote an idea",
        description:
          "Makes it part of the world: the entities, seeds and facts that are sent are created in one commit with it, and are kept in `promoted_to`. Facts and seeds may name the new entities by ids that you choose. One that is promoted stays as it is, whatever is sent.",
      },
      reject: {
        from: ["proposed", "shortlisted", "developing"],
        to: "rejected",
        verb: "rejected",
        meaning: "The idea was rejected.",
        summary: "Reject an idea",
        description:
          "Turns it down, for a reason if one is sent. Later generations are told of it, so that it does not come back. Has no effect on one that is rejected.",
      },
      archive: {
        from: ["proposed", "shortlisted", "developing", "rejected"],
        to: "archived",
        verb: "archived",
        meaning: "The idea was archived.",
        summary: "Archive an idea",
        description: "Puts it aside. Has no effect on one that is archived.",
      },
      reopen: {
        from: ["rejected", "archived"],
        to: "proposed",
        verb: "reopened",
        meaning: "The idea is proposed again.",
        summary: "Propose an idea again",
        description:
          "Makes it a proposal again, without the reason of its rejection and the idea that it was merged into. Has no effect on one that is proposed.",
      },
    },
  },
  events: {
    voted: { meaning: "Somebody voted for the idea, or took the vote back." },
    merged: { meaning: "The idea was merged into another one." },
  },
  invariants: requireNamed,
  columns: ({ premise }) => ({ likeness: likenessKeys(premise) }),
  limits: [
    maxEntries("entity_ids", MAX_IDEA_ENTITIES),
    maxEntries("hooks", MAX_IDEA_HOOKS),
    maxEntries("tags", MAX_IDEA_TAGS),
    maxEntries("voters", MAX_IDEA_VOTERS),
  ],
  example: {
    state: { premise: "The ferryman sells passage to the drowned.", hooks: ["What does he take for it?"] },
    edits: { updated: { tags: ["harbour"] } },
  },
});
