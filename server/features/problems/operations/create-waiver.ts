import { z } from "zod";
import { chosenId } from "../../../kernel/validation/fields.ts";
import { created } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { graphResource } from "../../dialogues/public.ts";
import { graphParams, Waiver, waiverApi, waiverFields } from "../schemas.ts";
import { waiverResource } from "../waiver.ts";
import { requirePlaces } from "../waiver-place.ts";

const WaiverCreate = z
  .strictObject({
    id: chosenId("wvr"),
    node_id: waiverFields.node_id.default(null),
    branch_id: waiverFields.branch_id.default(null),
    code: waiverFields.code,
    reason: waiverFields.reason,
  })
  .meta({ id: "WaiverCreate" });

export const createWaiver = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/waivers",
  scope: "write",
  summary: "Ignore a problem",
  description:
    "With the reason why. The problem stays known and is listed as `waived`; the validation report is not changed by it. A problem that is ignored already is a 422. A waiver loses its effect when its node is deleted, and has it again when the node is restored.",
  params: graphParams,
  body: WaiverCreate,
  output: Waiver,
  status: 201,
  errors: ["not_found", "id_taken"],
  example: { code: "no_ending", reason: "The story goes on in another dialogue." },
  handle: async (context, { params: { graph_id }, body }) => {
    const { id, ...fields } = body;
    await context.record.require(graphResource, graph_id);
    await requirePlaces(context.record, graph_id, [body], () => ["body"]);
    const state = { ...fields, graph_id, by: context.caller.actor };
    return waiverApi.toWire(await created(context, waiverResource, id, state));
  },
});
