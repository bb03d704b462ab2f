import { z } from "zod";
import { checkpointVersions } from "#drizzle/schema/checkpoints.ts";
import { resource } from "../../record/resource.ts";

/** State of a checkpoint as the record keeps it. */
const CheckpointState = z.object({
  name: z.string(),
  seq: z.number(),
  note: z.string().default(""),
  /** Whether it is meant for readers: share links play released moments. */
  released: z.boolean().default(false),
  released_at: z.string().nullable().default(null),
  released_by: z.string().nullable().default(null),
});

/** A moment of the project that people gave a name, to look back at it or restore from it. */
export const checkpointResource = resource({
  type: "checkpoint",
  prefix: "ckp",
  table: checkpointVersions,
  state: CheckpointState,
  events: {
    released: { meaning: "It was released for readers: share links may play it." },
    unreleased: {
      meaning: "It is no longer released.",
      others: "Share links that play it are closed until it is released again, without events of their own.",
    },
  },
});

/** A moment that is for authors alone. */
export const UNRELEASED = { released: false, released_at: null, released_by: null } as const;
