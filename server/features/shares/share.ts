import { z } from "zod";
import { shareVersions } from "#drizzle/schema/shares.ts";
import { type States, transitionEvents } from "../../operation/ordinary/states.ts";
import { resource, type Version } from "../../record/resource.ts";

/**
 * Moments that a share link plays: the dialogue as it is whenever the link is opened, as it was at a released
 * checkpoint, or as it was at a sequence.
 */
export const PLAYS = ["latest", "checkpoint", "seq"] as const;

/** State of a share link as the record keeps it. What opens it, a hash of its token, is beside the record. */
const ShareState = z.object({
  graph_id: z.string(),
  name: z.string(),
  plays: z.enum(PLAYS),
  checkpoint_id: z.string().nullable().default(null),
  seq: z.number().nullable().default(null),
  takes_paths: z.boolean().default(true),
  expires_at: z.string().nullable().default(null),
  /** Moment at which the link was last given a new address. */
  renewed_at: z.string().nullable().default(null),
  revoked_at: z.string().nullable().default(null),
  revoked_by: z.string().nullable().default(null),
});
export type ShareState = z.output<typeof ShareState>;
export type ShareVersion = Version<ShareState>;

/** States of a share link. */
export const shareStates = {
  states: { active: { is: { revoked_at: null } }, revoked: { at: "revoked_at", by: "revoked_by" } },
  transitions: {
    revoke: {
      from: ["active"],
      to: "revoked",
      verb: "revoked",
      meaning: "It was closed for good.",
      summary: "Revoke a share link",
      description:
        "It opens nothing from now on, for good. Paths that readers sent back stay. One that is revoked stays as it is.",
    },
  },
} as const satisfies States<keyof ShareState>;

/** A link by which people without an account play one dialogue and what it leads to. It names both without holding on to them. */
export const shareResource = resource({
  type: "share",
  prefix: "shr",
  table: shareVersions,
  state: ShareState,
  // A link that was closed is closed for good, whichever version of it is brought back.
  staying: ["revoked_at", "revoked_by"],
  mentions: { graph_id: "dialogue", checkpoint_id: "checkpoint" },
  events: {
    ...transitionEvents(shareStates),
    renewed: { meaning: "It has a new address; the one before opens nothing any more." },
  },
});
