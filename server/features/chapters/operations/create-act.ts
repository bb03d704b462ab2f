import { invalidValue } from "../../../kernel/problem.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { act, MAX_ACTS } from "../act.ts";
import { placeAfter, readSiblings } from "../places.ts";
import { afterId, besideId } from "../schemas.ts";

const body = act.body
  .extend({ after_id: afterId(besideId, "act, or chapter outside of acts,") })
  .meta({ id: "ActCreate" });

export const createAct = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/book-author/acts",
  scope: "write",
  summary: "Create an act",
  description: "Acts and chapters outside of acts stand in the book beside one another.",
  params: projectScope,
  body,
  output: act.wire,
  status: 201,
  errors: ["not_found", "id_taken"],
  example: { title: "The ebb", summary: "The gate opens, and nobody goes through." },
  handle: async (context, { body: { after_id, ...sent } }) => {
    const { length } = (await readSiblings(context, { kind: "book" })).filter(({ id }) => id.startsWith("act_"));
    if (length >= MAX_ACTS) throw invalidValue(["body", "title"], `the book has ${MAX_ACTS} acts already`, sent.title);
    return act.make(context, sent, { order_key: await placeAfter(context, { kind: "book" }, after_id) });
  },
});
