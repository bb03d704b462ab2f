import { z } from "zod";
import { aboveMaximum, Problem } from "../../../kernel/problem.ts";
import { integer } from "../../../kernel/validation/fields.ts";
import { edit, target } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { stateOf } from "../../../record/resource.ts";
import { beginWork } from "../begin-work.ts";
import { keepFollower } from "../followers.ts";
import { link } from "../link.ts";
import { requireSource } from "../open-source.ts";

export const repinLink = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/links/{link_id}/repin",
  scope: "write",
  alone: true,
  summary: "Repin a link",
  description:
    "Brings what the link names as it is in the source at another sequence, by a job. What is gone there stays here, as its drift says; what was deleted here stays deleted. A failed link is tried again; a lost one is found again.",
  params: link.params,
  body: z.strictObject({
    seq: integer({ min: 0 }).optional().meta({ description: "A sequence of the source; the present when absent." }),
  }),
  bodyOptional: true,
  output: link.wire,
  errors: ["not_found", "wrong_state", "precondition_failed"],
  example: {},
  handle: async (context, { params, body }) => {
    const { db, caller } = context;
    const version = await target(context, link.resource, params.link_id);
    if (version.status === "releasing") {
      throw new Problem("wrong_state", {
        detail: { state: version.status, allowed: ["waiting", "ready", "failed", "lost"] },
      });
    }
    const source = await requireSource(context, version);
    const seq = body.seq ?? source.lastSeq;
    if (seq > source.lastSeq) throw aboveMaximum(["body", "seq"], seq, source.lastSeq);
    const next = { ...stateOf(link.resource, version), seq, status: "waiting" as const, error: null };
    const after = await edit(context, link.resource, version, next, { note: { verb: "repinned" } });
    await keepFollower(db, after, caller, context.requestId);
    await beginWork(context, version.id);
    return link.toWire(after);
  },
});
