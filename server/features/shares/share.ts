import { z } from "zod";
import { shareFields, shareVersions } from "#drizzle/schema/shares.ts";
import type { StateOf } from "../../kernel/field.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";
import type { Version } from "../../record/resource.ts";

export type ShareState = StateOf<typeof shareFields>;
export type ShareVersion = Version<ShareState>;

/** A link by which people without an account play one dialogue and what it leads to. It names both without holding on to them. */
export const share = recorded({
  type: "share",
  one: "share link",
  plural: "shares",
  path: "/v1/projects/{project_id}/shares",
  table: shareVersions,
  fields: shareFields,
  states: {
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
  },
  // A link that was closed is closed for good, whichever version of it is brought back.
  staying: ["revoked_at", "revoked_by"],
  events: { renewed: { meaning: "It has a new address; the one before opens nothing any more." } },
  example: {
    state: { graph_id: "dlg_01k9hq3xg1r7m4k2vn5te8y6cb", name: "For the table read", plays: "latest" },
    edits: { updated: { expires_at: "2031-01-01T00:00:00.000Z" } },
  },
});

/** A share link with what opens it, which is shown nowhere else. */
export const ShareWithToken = share.wire
  .extend({
    token: z.string().meta({ description: "Opens the story, as a bearer. Shown only here.", format: "password" }),
    url: z.string().meta({
      description: "Address for readers, with the token after `#`. It is shown only once.",
      format: "password",
    }),
  })
  .meta({ id: "ShareWithToken" });
