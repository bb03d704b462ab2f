import { z } from "zod";
import { committed, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { byId } from "../../../record/look-up.ts";
import { stateOf } from "../../../record/resource.ts";
import { act } from "../act.ts";
import { placeAfter } from "../places.ts";
import { afterId, besideId } from "../schemas.ts";

export const moveAct = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/book-author/acts/{act_id}/move",
  scope: "write",
  summary: "Move an act",
  description: "Its chapters move with it.",
  params: act.params,
  body: z.strictObject({ after_id: afterId(besideId, "act, or chapter outside of acts,") }).meta({ id: "ActMove" }),
  output: act.wire,
  errors: ["not_found", "precondition_failed"],
  example: { after_id: null },
  lookUps: ({ params }) => [byId(act.resource, [params.act_id])],
  handle: async (context, { params, body }) => {
    const version = await target(context, act.resource, params.act_id);
    const order_key = await placeAfter(context, { kind: "book" }, body.after_id, version.id);
    context.record.update(act.resource, version, { ...stateOf(act.resource, version), order_key }, { verb: "moved" });
    return act.toWire(await committed(context, act.resource, version.id));
  },
});
