import type { VariableValue } from "#domain/expression.ts";
import type { MemoryAction } from "#domain/runtime/memory.ts";
import type { OwnFacts } from "#domain/runtime/story.ts";
import { idOf } from "../kernel/validation/fields.ts";

/** A step of a playthrough, in the story of a sequence. */
export interface RunPlace {
  readonly id: string;
  readonly step: number;
  /** Sequence of the story that is played. */
  readonly seq: number;
}

/** A fact that somebody was told in a playthrough. */
export interface RunTelling {
  readonly fact: string;
  readonly to: string;
  readonly how: string;
  readonly from: string | null;
}

/** Memory of a playthrough at one of its steps, over the record: a step has one for ever. */
export interface RunMemory extends RunPlace, OwnFacts {
  readonly told: readonly RunTelling[];
  /** Nodes that the playthrough came by. */
  readonly walked: ReadonlySet<string>;
  /** Values of variables, by their ids. */
  readonly values: Readonly<Record<string, VariableValue>>;
}

/** A change of what is known in a playthrough. */
export interface RunChange {
  readonly runId: string;
  /** The step it answers; the current one where it is undefined. */
  readonly step: number | undefined;
  /** Works out the action from what is remembered so far. */
  readonly action: (memory: RunMemory) => Promise<MemoryAction>;
  /** Whether an action that was done at that step is the one that is asked for. */
  readonly isSame: (done: MemoryAction) => boolean;
}

/** `run`, for reads that can be asked in a playthrough. */
export const runQuery = {
  run: idOf("run").optional().meta({
    description:
      "Read as this playthrough knows it: with what was told and superseded in it up to its current step. Without `at_seq`, everything else is as at the sequence that it plays.",
  }),
};
