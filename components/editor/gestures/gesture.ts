import type { Operation } from "#domain/dialogue/operations/operation.ts";

/**
 * What a person is about to do, ready for `dispatch`. Builders of gestures are pure: they read the model and say what
 * would change, so a menu can tell the consequences before and a test needs no browser.
 */
export interface Gesture {
  /** What undo shows: "Move 3 cards". */
  readonly label: string;
  readonly operations: readonly Operation[];
  /** Selection afterwards; absent: it stays. */
  readonly select?: readonly string[];
  /** What was done, in a sentence, for those who do not see it. */
  readonly said: string;
}

/** A gesture that made one node. */
export interface NodeGesture extends Gesture {
  readonly nodeId: string;
}
