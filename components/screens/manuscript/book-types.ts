import type { Outputs } from "../../frame/api/client.ts";
import DATA from "../../frame/resource/data/chapters.json";

export type Book = Outputs["chapters"]["outline"];
export type OutlinedAct = Book["acts"][number];
export type OutlinedChapter = Book["chapters"][number];
export type Chapter = Outputs["chapters"]["get"];
export type Passage = Outputs["passages"]["get"];
export type Status = Chapter["status"];

/** States of a chapter in words, from the first to the last. */
export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  outline: "Outline",
  drafting: "Drafting",
  draft: "Draft",
  review: "In review",
  revised: "Revised",
  final: "Final",
  archived: "Archived",
};

export const STATUSES = Object.keys(STATUS_WORDS) as Status[];

/** Operations that bring a chapter into another state. */
export type Transition = "replan" | "begin" | "complete" | "submit" | "revise" | "finalize" | "archive" | "unarchive";

const TRANSITION_WORDS: Readonly<Record<Transition, string>> = {
  replan: "Back to the outline",
  begin: "Begin to draft",
  complete: "The draft is complete",
  submit: "Submit for review",
  revise: "Revise",
  finalize: "Make it final",
  archive: "Archive",
  unarchive: "Unarchive",
};

/** Way from one state of a chapter to another. */
interface OfferedStep {
  readonly name: Transition;
  readonly to: Status;
  readonly words: string;
}

/** Returns the steps that begin in a state, in the order of the states that they lead to. */
export function stepsFrom(status: Status): readonly OfferedStep[] {
  return DATA.transitions
    .filter(({ from }) => from.includes(status))
    .map(({ name, to }) => ({ name, to, words: TRANSITION_WORDS[name as Transition] }) as OfferedStep);
}

/** Whether a chapter and its text are not edited. */
export const isFrozen = (status: Status): boolean => status === "final" || status === "archived";
