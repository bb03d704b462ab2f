import { z } from "zod";
import { target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { waiverParams } from "../schemas.ts";
import { waiverResource } from "../waiver.ts";

export const deleteWaiver = projectWrite({
  method: "DELETE",
  path: "/v1/projects/{project_id}/game-narrative/waivers/{waiver_id}",
  scope: "write",
  summary: "Stop ignoring a problem",
  params: waiverParams,
  output: z.object({ id: z.string(), deleted: z.literal(true) }),
  errors: ["not_found", "precondition_failed"],
  handle: async (context, { params }) => {
    const version = await target(context, waiverResource, params.waiver_id);
    context.record.remove(waiverResource, version);
    await context.record.commit();
    return { id: version.id, deleted: true as const };
  },
});
