import type { ParticipantState } from "#domain/conversation.ts";
import type { Outputs } from "../../frame/api/client.ts";

export type Conversation = Outputs["conversations"]["list"]["conversations"][number];
export type ConversationDetail = Outputs["conversations"]["get"];
export type Participant = Outputs["conversations"]["participants"]["participants"][number];
export type Message = Outputs["conversations"]["messages"]["messages"][number];

/** Statuses of a talk, in a word or two. */
export const STATUS_WORDS = {
  open: "Not begun",
  active: "Under way",
  paused: "Paused",
  ended: "Ended",
  archived: "Archived",
} as const satisfies Readonly<Record<Conversation["status"], string>>;

export const STATUS_TONES = {
  open: "plain",
  active: "ok",
  paused: "warn",
  ended: "plain",
  archived: "plain",
} as const satisfies Readonly<Record<Conversation["status"], string>>;

/** States of participants, in a word or two. */
export const STATE_WORDS: Readonly<Record<ParticipantState, string>> = {
  invited: "Invited",
  joined: "Takes part",
  left: "Left",
  removed: "Removed",
  banned: "Banned",
};

/** Names of the ways in which a host brings a participant into a state. */
export const MOVE_WORDS: Readonly<Record<ParticipantState, string>> = {
  invited: "Invite again",
  joined: "Let in",
  left: "Let go",
  removed: "Remove",
  banned: "Ban",
};

/** Kinds of participants, in a word or two. */
export const KIND_WORDS = { player: "Player", npc: "Character", gm: "Game master" } as const satisfies Readonly<
  Record<Participant["kind"], string>
>;

/** Returns the name of a participant; of a player who was erased nobody knows it. */
export function nameOf({ name }: Pick<Participant, "name">): string {
  return typeof name === "string" ? name : "An erased player";
}

/** Returns the words of a message; what stands in their place where they are gone. */
export function textOf({ text, redacted_at }: Pick<Message, "text" | "redacted_at">): {
  readonly text: string;
  readonly isGone: boolean;
} {
  if (typeof text === "string") return { text, isGone: false };
  const why = redacted_at === null ? "Erased with a player." : "Redacted.";
  return { text: why, isGone: true };
}
