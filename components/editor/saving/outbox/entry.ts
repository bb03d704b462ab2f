import type { Operation } from "#domain/dialogue/operations/operation.ts";

/** Owner of an entry. It is never sent in the name of another person or workspace. */
export interface Owner {
  readonly userId: string;
  readonly workspaceId: string;
}

/** Dialogue that an entry belongs to. */
export interface DialogueAddress {
  readonly projectId: string;
  readonly graphId: string;
}

/** A field that someone else changed since the gesture's author saw it. */
export interface ConflictFact {
  /** The node, group, note or dialogue. */
  readonly id: string;
  /** JSON pointer into it; empty when all of it was deleted. */
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  readonly by: string;
  readonly at: string;
}

/** Final refusal of a gesture by the server. */
export interface RefusalFact {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly requestId: string | null;
}

/**
 * One gesture that the server has not acknowledged. `open`: still being typed; `ready`: waits to be sent; `sent`: on its way, or
 * its answer was lost; `conflict` and `refused`: a person has to decide.
 */
export interface Entry extends Owner, DialogueAddress {
  /** Unique for ever: a batch of this one gesture is known by it. */
  readonly id: string;
  /** Number of the entry among the gestures of its tab. */
  readonly number: number;
  /** The tab it was made in, which is also its `client_id`. */
  readonly tabId: string;
  readonly label: string;
  readonly operations: readonly Operation[];
  /** Time at which the gesture began, in milliseconds. */
  readonly at: number;
  readonly state: "open" | "ready" | "sent" | "conflict" | "refused";
  /** Position in the batch it was first sent in: a resend is the same batch. */
  readonly batch: { readonly id: string; readonly index: number; readonly size: number } | null;
  readonly conflicts: readonly ConflictFact[];
  readonly refusal: RefusalFact | null;
}

/** Whether the server has yet to take it without anybody's decision. */
export function isUnsent({ state }: Entry): boolean {
  return state === "open" || state === "ready" || state === "sent";
}

/** Order of gestures: those of one tab as they were made, tabs by when they began. */
export function compareEntries(a: Entry, b: Entry): number {
  return a.tabId === b.tabId ? a.number - b.number : a.at - b.at;
}

/** The words a gesture holds, for a person who wants to copy them. */
export function wordsOf(operations: readonly Operation[]): string {
  const words: string[] = [];
  for (const operation of operations) {
    if ("patch" in operation) collect(operation.patch, words);
    else if (operation.op === "node.create") {
      collect(operation.node, words);
      for (const branch of operation.node.branches ?? []) collect(branch, words);
    } else if (operation.op === "branch.create") collect(operation.branch, words);
    else if (operation.op === "group.create") collect(operation.group, words);
    else if (operation.op === "annotation.create") collect(operation.annotation, words);
  }
  return words.join("\n");
}

const WORDS = ["name", "title", "speaker_label", "text", "choice_text", "description"];

function collect(fields: object, words: string[]): void {
  for (const name of WORDS) {
    const value = (fields as Record<string, unknown>)[name];
    if (typeof value === "string" && value !== "") words.push(value);
  }
}
