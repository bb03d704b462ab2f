import type { z } from "zod";

/** Meaning of one kind of event for followers of a project. */
export interface EventMeaning {
  /** One sentence. */
  readonly meaning: string;
  /** Effects on other subjects, with and without events of their own; absent for none. */
  readonly others?: string;
  /** Schema of the event's `data`, where it can say something; null then stands for nothing said. */
  readonly data?: z.ZodObject;
}

/** Events of every subject. */
export const STANDARD_EVENTS = {
  created: { meaning: "It was created; `change` sets the whole of it." },
  updated: { meaning: "Some of its fields changed." },
  deleted: { meaning: "It was deleted." },
  restored: { meaning: "It was brought back after its deletion, or set back to an earlier version." },
} as const satisfies Readonly<Record<string, EventMeaning>>;
