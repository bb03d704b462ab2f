import { z } from "zod";
import { invalidValue } from "../../../kernel/problem.ts";
import { idOf, text } from "../../../kernel/validation/fields.ts";
import { entityRef } from "../../../kernel/validation/subject-reference.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { stateOf } from "../../../record/resource.ts";
import { entityResource } from "../../entities/public.ts";
import { graphResource, nodeResource } from "../resources.ts";
import { saidOfMatch } from "../speaker-match.ts";

export const matchSpeaker = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/speakers/match",
  scope: "write",
  summary: "Match a label to an entity",
  description:
    "Makes the entity the speaker of every node that has only this label, and removes the label. Nodes with a speaking entity keep theirs. `unmatch` with the `seq` of the answer reverts it.",
  params: projectScope,
  body: z.strictObject({
    speaker_label: text({ min: 1, max: 200, singleLine: true }),
    entity_id: entityRef(),
    graph_id: idOf("dlg").optional().meta({ description: "Only in this dialogue." }),
  }),
  output: z.object({ matched: z.int().meta({ description: "Number of changed nodes." }), seq: z.int() }),
  alone: true,
  errors: ["not_found"],
  example: { speaker_label: "???", entity_id: "ent_01jd0000000000000000000000" },
  handle: async ({ record }, { body }) => {
    if ((await record.get(entityResource, body.entity_id)) === null) {
      throw invalidValue(["body", "entity_id"], "no such entity in this project", body.entity_id);
    }
    if (body.graph_id !== undefined) await record.require(graphResource, body.graph_id);
    const nodes = await record.find(nodeResource, {
      speaker_label: body.speaker_label,
      speaker_id: null,
      ...(body.graph_id !== undefined && { graph_id: body.graph_id }),
    });
    for (const node of nodes) {
      const next = { ...stateOf(nodeResource, node), speaker_id: body.entity_id, speaker_label: null };
      record.update(nodeResource, node, next, { data: saidOfMatch(body.speaker_label) });
    }
    await record.commit();
    return { matched: nodes.length, seq: record.seq };
  },
});
