import { projectWrite } from "../../../operation/operation.ts";
import { graphResource } from "../../dialogues/public.ts";
import { graphParams } from "../schemas.ts";
import { waiver } from "../waiver.ts";
import { requirePlaces } from "../waiver-place.ts";

export const createWaiver = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/waivers",
  scope: "write",
  summary: "Ignore a problem",
  description:
    "With the reason why. The problem stays known and is listed as `waived`; the validation report is not changed by it. A problem that is ignored already is a 422. A waiver loses its effect when its node is deleted, and has it again when the node is restored.",
  params: graphParams,
  body: waiver.body,
  output: waiver.wire,
  status: 201,
  errors: ["not_found", "id_taken"],
  example: { code: "no_ending", reason: "The story goes on in another dialogue." },
  handle: async (context, { params: { graph_id }, body }) => {
    await context.record.require(graphResource, graph_id);
    await requirePlaces(context.record, graph_id, [body], () => ["body"]);
    return waiver.make(context, body, { graph_id, by: context.caller.actor });
  },
});
