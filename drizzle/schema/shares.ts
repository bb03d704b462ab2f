import { index, pgTable, text } from "drizzle-orm/pg-core";
import { z } from "zod";
import { field } from "#server/kernel/field.ts";
import { idOf, integer, singleLine, timestamp } from "#server/kernel/validation/fields.ts";
import { isCurrent, textC } from "./columns.ts";
import { versionTable } from "./version-table.ts";

/**
 * Moments that a share link plays: the dialogue as it is whenever the link is opened, as it was at a released
 * checkpoint, or as it was at a sequence.
 */
const PLAYS = ["latest", "checkpoint", "seq"] as const;

const moment = (description: string) =>
  field(z.iso.datetime().nullable(), { description, writable: "never", default: null });

/** Fields of a share link. What opens it, a hash of its token, is beside the record. */
export const shareFields = {
  graph_id: field(idOf("dlg"), {
    description: "The dialogue it plays.",
    request: "The dialogue to play.",
    writable: "once",
    filter: "Only links that play this dialogue.",
    mentions: "dialogue",
  }),
  name: field(singleLine({ min: 1, max: 200 }), {
    description: "Name for authors; not shown to readers.",
    sort: true,
  }),
  plays: field(z.enum(PLAYS), {
    description:
      "`latest`: as it is whenever the link is opened, which readers see marked as a draft. `checkpoint`: as it was at a released moment. `seq`: as it was at a sequence.",
    default: "latest",
    column: "text",
  }),
  checkpoint_id: field(idOf("ckp").nullable(), {
    description: "The released moment it plays; null for the others.",
    request: "The released moment to play, with `plays` `checkpoint`.",
    default: null,
    mentions: "checkpoint",
  }),
  seq: field(integer({ min: 1 }).nullable(), {
    description: "The sequence it plays; null for the others.",
    request: "The sequence to play, with `plays` `seq`.",
    default: null,
    column: "sequence",
  }),
  takes_paths: field(z.boolean(), { description: "Whether readers may send their path.", default: true }),
  expires_at: field(timestamp().nullable(), {
    description: "When it stops opening anything, UTC; null means never.",
    request: "Time of expiry; null for none.",
    default: null,
    column: "text",
    wire: z.iso.datetime().nullable(),
  }),
  renewed_at: moment("When it was last given a new address, UTC; null while it has its first."),
  revoked_at: moment("When it was closed for good, UTC; null while it was not."),
  revoked_by: field(z.string().nullable(), {
    description: "Author of the revocation: `user:<id>` or `key:<id>`.",
    writable: "never",
    default: null,
    column: "text",
  }),
};

/** Versions of share links: which dialogue they play, at which moment, and until when. */
export const shareVersions = versionTable("share_versions", shareFields, (t) => [
  index("share_versions_graph").on(t.project_id, t.graph_id, t.created_seq).where(isCurrent),
]);

/**
 * Hashes of the tokens of share links. They are no project state, so that no export and no history has them, and are
 * found without a project: a token names none.
 */
export const shareTokens = pgTable(
  "share_tokens",
  {
    /** SHA-256 in hexadecimal. */
    hash: textC("hash").primaryKey(),
    share_id: textC("share_id").notNull(),
    of_project: text("of_project").notNull(),
  },
  (t) => [index("share_tokens_project").on(t.of_project, t.share_id)],
);
