import { z } from "zod";
import { idOf, integer, text, timestamp } from "../../kernel/validation/fields.ts";
import { apiResource } from "../../operation/ordinary/api-resource.ts";
import { statesMeta } from "../../operation/ordinary/states.ts";
import { versionFields } from "../../record/wire.ts";
import { PLAYS, shareResource, shareStates } from "./share.ts";

const moment = (description: string) => z.iso.datetime().nullable().meta({ description });

const playsMeaning =
  "`latest`: as it is whenever the link is opened, which readers see marked as a draft. `checkpoint`: as it was at a released moment. `seq`: as it was at a sequence.";

/** A share link on the wire, without what opens it. */
export const Share = z
  .object({
    id: z.string(),
    project_id: z.string(),
    graph_id: z.string().meta({ description: "The dialogue it plays." }),
    name: z.string().meta({ description: "Name for authors; not shown to readers." }),
    plays: z.enum(PLAYS).meta({ description: playsMeaning }),
    checkpoint_id: z.string().nullable().meta({ description: "The released moment it plays; null for the others." }),
    seq: z.int().nullable().meta({ description: "The sequence it plays; null for the others." }),
    takes_paths: z.boolean().meta({ description: "Whether readers may send their path." }),
    expires_at: moment("When it stops opening anything, UTC; null means never."),
    renewed_at: moment("When it was last given a new address, UTC; null while it has its first."),
    revoked_at: moment("When it was closed for good, UTC; null while it was not."),
    revoked_by: z.string().nullable().meta({ description: "Author of the revocation: `user:<id>` or `key:<id>`." }),
    ...versionFields,
  })
  .meta({ id: "Share", ...statesMeta(shareStates) });

/** A share link with what opens it, which is shown nowhere else. */
export const ShareWithToken = Share.extend({
  token: z.string().meta({ description: "Opens the story, as a bearer. Shown only here.", format: "password" }),
  url: z.string().meta({
    description: "Address for readers, with the token after `#`. It is shown only once.",
    format: "password",
  }),
}).meta({ id: "ShareWithToken" });

export const shareFields = {
  name: text({ min: 1, max: 200, singleLine: true }).meta({
    description: "Name for authors; not shown to readers.",
  }),
  plays: z.enum(PLAYS).meta({ description: playsMeaning }),
  checkpoint_id: idOf("ckp").meta({ description: "The released moment to play, with `plays` `checkpoint`." }),
  seq: integer({ min: 1 }).meta({ description: "The sequence to play, with `plays` `seq`." }),
  takes_paths: z.boolean().meta({ description: "Whether readers may send their path." }),
  expires_at: timestamp().nullable().meta({ description: "Time of expiry; null for none." }),
};

export const shareApi = apiResource({
  resource: shareResource,
  one: "share link",
  param: "share_id",
  wire: Share,
});
