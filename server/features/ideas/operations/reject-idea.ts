import { z } from "zod";
import { text } from "../../../kernel/validation/fields.ts";
import { committed, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { entered } from "../../../operation/ordinary/states.ts";
import { byId } from "../../../record/look-up.ts";
import { stateOf } from "../../../record/resource.ts";
import { IDEA_STATES, idea } from "../idea.ts";

export const rejectIdea = projectWrite({
  ...idea.transition("reject"),
  body: z
    .strictObject({ reason: text({ max: 2_000 }).default("").meta({ description: "Reason for the rejection." }) })
    .meta({ id: "IdeaRejection" }),
  bodyOptional: true,
  output: idea.wire,
  errors: ["not_found", "precondition_failed", "wrong_state"],
  example: { reason: "Another ferryman has it already." },
  lookUps: ({ params }) => [byId(idea.resource, [params.idea_id])],
  handle: async (context, { params, body }) => {
    const { record, caller, services } = context;
    const version = await target(context, idea.resource, params.idea_id);
    if (version.state !== "rejected") {
      idea.requireState("reject", version);
      const at = new Date(services.clock.now()).toISOString();
      const stamps = entered({ states: IDEA_STATES }, "rejected", { actor: caller.actor, at });
      const next = { ...stateOf(idea.resource, version), ...stamps, reason: body.reason };
      record.update(idea.resource, version, next, { verb: "rejected" });
    }
    return idea.toWire(await committed(context, idea.resource, version.id));
  },
});
