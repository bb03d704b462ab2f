import { z } from "zod";
import { newId } from "../../../kernel/ids.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import { committed } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { graphResource } from "../../dialogues/public.ts";
import { graphParams, toWaiver, Waiver, waiverFields } from "../schemas.ts";
import { waiverResource } from "../waiver.ts";
import { requirePlaces } from "../waiver-place.ts";

const WaiverCreate = z
  .strictObject({
    id: idOf("wvr").optional(),
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
  handle: async (context, { params, body }) => {
    const { record, services, caller } = context;
    await record.require(graphResource, params.graph_id);
    await requirePlaces(record, params.graph_id, [body], () => ["body"]);
    if (body.id !== undefined) await record.requireUnused(waiverResource, [body.id]);
    const id = body.id ?? newId("wvr", services.clock.now());
    const { id: _, ...fields } = body;
    record.create(waiverResource, id, { ...fields, graph_id: params.graph_id, by: caller.actor });
    return toWaiver(await committed(context, waiverResource, id));
  },
});
