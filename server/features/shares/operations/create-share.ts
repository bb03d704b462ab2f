import { z } from "zod";
import { chosenId, idOf } from "../../../kernel/validation/fields.ts";
import { created } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { futureMoment } from "../../access/public.ts";
import { requireGraph } from "../../dialogues/public.ts";
import { requireMoment } from "../played-moment.ts";
import { ShareWithToken, shareApi, shareFields } from "../schemas.ts";
import { shareResource } from "../share.ts";
import { giveToken } from "../token.ts";

export const createShare = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/shares",
  scope: "write",
  summary: "Create a share link",
  description:
    "Creates a link that plays the dialogue, and the dialogues it leads to, without an account. The full link is returned once; only a hash of its token is stored, outside the record. The link opens [one story](/docs/reference/shared#shared_story) and nothing else of the project.",
  params: projectScope,
  body: z.strictObject({
    id: chosenId("shr"),
    graph_id: idOf("dlg").meta({ description: "The dialogue to play." }),
    name: shareFields.name,
    plays: shareFields.plays.default("latest"),
    checkpoint_id: shareFields.checkpoint_id.optional(),
    seq: shareFields.seq.optional(),
    takes_paths: shareFields.takes_paths.default(true),
    expires_at: shareFields.expires_at.default(null),
  }),
  output: ShareWithToken,
  status: 201,
  secretOutput: true,
  alone: true,
  errors: ["not_found", "id_taken"],
  example: { graph_id: "dlg_01k9hq3xg1r7m4k2vn5te8y6cb", name: "For the table read" },
  handle: async (context, { body }) => {
    const { db, project, services } = context;
    await requireGraph(db, project.id, body.graph_id, null);
    const moment = await requireMoment(db, project, body.graph_id, body);
    const { id, graph_id, name, takes_paths, expires_at } = body;
    futureMoment(expires_at, services.clock.now());
    const state = { graph_id, name, ...moment, takes_paths, expires_at, ...UNTOUCHED };
    const version = await created(context, shareResource, id, state);
    return { ...shareApi.toWire(version), ...(await giveToken(db, project.id, version.id, services)) };
  },
});

/** Fields of a link that was neither renewed nor revoked. */
const UNTOUCHED = { renewed_at: null, revoked_at: null, revoked_by: null };
