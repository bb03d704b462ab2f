import { conversationFields, conversationVersions } from "#drizzle/schema/conversations.ts";
import type { StateOf } from "../../kernel/field.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import type { Version } from "../../record/resource.ts";

export type ConversationState = StateOf<typeof conversationFields>;
export type ConversationVersion = Version<ConversationState>;

/** A conversation. The record has its settings and its status; who takes part and what is said lies beside it. */
export const conversation = recorded({
  type: "conversation",
  plural: "conversations",
  path: "/v1/projects/{project_id}/conversations",
  table: conversationVersions,
  fields: conversationFields,
  states: {
    states: {
      open: { is: { status: "open" } },
      active: { is: { status: "active" } },
      paused: { is: { status: "paused" } },
      ended: { is: { status: "ended" } },
      archived: { is: { status: "archived" } },
    },
    transitions: {
      start: {
        from: ["open"],
        to: "active",
        verb: "started",
        meaning: "It was started.",
        summary: "Start a conversation",
        description: "From now on those who have joined may speak. Has no effect on one that is active.",
      },
      pause: {
        from: ["active"],
        to: "paused",
        verb: "paused",
        meaning: "It was paused.",
        summary: "Pause a conversation",
        description: "Nothing is said in it until it is resumed. Has no effect on a paused one.",
      },
      resume: {
        from: ["paused"],
        to: "active",
        verb: "resumed",
        meaning: "It was resumed.",
        summary: "Resume a conversation",
        description: "Goes on with a paused conversation. Has no effect on one that is active.",
      },
      end: {
        from: ["open", "active", "paused"],
        to: "ended",
        verb: "ended",
        meaning: "It was ended.",
        summary: "End a conversation",
        description: "Nothing more is said in it, and nobody joins. Has no effect on one that has ended.",
      },
      archive: {
        from: ["ended"],
        to: "archived",
        verb: "archived",
        meaning: "It was archived.",
        summary: "Archive a conversation",
        description: "Keeps an ended conversation to be read. Has no effect on an archived one.",
      },
    },
  },
  example: {
    state: { title: "At the salt gate", mode: "free", entry: "invited", run_id: null, status: "open" },
    edits: { updated: { title: "At the salt gate, by night" } },
  },
});
