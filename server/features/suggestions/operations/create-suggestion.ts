import { z } from "zod";
import { aboveMaximum, invalidValue } from "../../../kernel/problem.ts";
import { created } from "../../../operation/edit.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { graphResource, MAX_OPERATIONS } from "../../dialogues/public.ts";
import { proposed } from "../propose.ts";
import { MAX_SUGGESTED_PARTS, operations, suggestion } from "../suggestion.ts";

const Gestures = z
  .array(z.strictObject({ label: suggestion.changes.label, operations }))
  .min(1)
  .max(MAX_SUGGESTED_PARTS)
  .refine((gestures) => gestures.reduce((sum, each) => sum + each.operations.length, 0) <= MAX_OPERATIONS, {
    message: `a suggestion holds at most ${MAX_OPERATIONS} operations`,
  })
  .meta({ description: "Each becomes a part, which can be accepted without the others." });

export const createSuggestion = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/suggestions",
  scope: "write",
  summary: "Suggest a change of a dialogue",
  description:
    "Records gestures as a proposal: nothing in the dialogue changes until parts of it are accepted. They are the gestures that a batch of the dialogue takes, and whether they fit is seen in the preview, not here.",
  params: projectScope,
  body: suggestion.body.extend({ gestures: Gestures }),
  output: suggestion.wire,
  status: 201,
  errors: ["not_found", "id_taken"],
  example: {
    graph_id: "dlg_01k9hq3xg1r7m4k2vn5te8y6cb",
    label: "Another way past the keeper",
    base_seq: 118,
    gestures: [
      {
        label: "Add a card",
        operations: [
          {
            op: "node.create",
            node: { id: "node_01jd0000000000000000000000", kind: "end", text: "The gate goes up." },
          },
        ],
      },
      {
        label: "Let the keeper be paid in salt",
        operations: [
          {
            op: "branch.create",
            node_id: "node_01k9hq3ynp5s0w9d3zx7ja4hfq",
            branch: {
              id: "br_01jd0000000000000000000000",
              choice_text: "Pay in salt",
              target_node_id: "node_01jd0000000000000000000000",
            },
          },
        ],
      },
    ],
  },
  handle: async (context, { body }) => {
    const { record, project } = context;
    if (body.base_seq !== undefined && body.base_seq > project.lastSeq) {
      throw aboveMaximum(["body", "base_seq"], body.base_seq, project.lastSeq);
    }
    if ((await record.get(graphResource, body.graph_id)) === null) {
      throw invalidValue(["body", "graph_id"], "no such dialogue in this project", body.graph_id);
    }
    const state = proposed({
      graphId: body.graph_id,
      label: body.label,
      source: { kind: "client", session_id: null, provider: null },
      baseSeq: body.base_seq ?? project.lastSeq,
      gestures: body.gestures,
    });
    return suggestion.toWire(await created(context, suggestion.resource, body.id, state));
  },
});
