import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { futureMoment } from "../../access/public.ts";
import { requireGraph } from "../../dialogues/public.ts";
import { requireMoment } from "../played-moment.ts";
import { ShareWithToken, share } from "../share.ts";
import { giveToken } from "../token.ts";

export const createShare = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/shares",
  scope: "write",
  summary: "Create a share link",
  description:
    "Creates a link that plays the dialogue, and the dialogues it leads to, without an account. The full link is returned once; only a hash of its token is stored, outside the record. The link opens [one story](/docs/reference/shared#shared_story) and nothing else of the project.",
  params: projectScope,
  body: share.body,
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
    futureMoment(body.expires_at, services.clock.now());
    const made = await share.make(context, body, moment);
    return { ...made, ...(await giveToken(db, project.id, made.id, services)) };
  },
});
