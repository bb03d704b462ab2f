import { z } from "zod";
import { aboveMaximum, invalidValue } from "../../../kernel/problem.ts";
import { integer } from "../../../kernel/validation/fields.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { readCommit } from "../../../record/feed.ts";
import { stateOf } from "../../../record/resource.ts";
import { nodeResource } from "../resources.ts";
import { matchedIn, saidOfUnmatch } from "../speaker-match.ts";

export const unmatchSpeaker = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/speakers/unmatch",
  scope: "write",
  summary: "Take back a match",
  description:
    "Restores the label of the nodes that one match changed. Nodes whose speaker was changed since, and deleted nodes, are kept.",
  params: projectScope,
  body: z.strictObject({
    seq: integer({ min: 1 }).meta({ description: "The `seq` that the match answered." }),
  }),
  output: z.object({
    restored: z.int().meta({ description: "Number of reverted nodes." }),
    left: z.int().meta({ description: "Number of nodes changed by the match and not reverted." }),
    seq: z.int(),
  }),
  alone: true,
  errors: ["not_found"],
  example: { seq: 12 },
  handle: async ({ record, db, project }, { body }) => {
    if (body.seq > project.lastSeq) throw aboveMaximum(["body", "seq"], body.seq, project.lastSeq);
    const matched = matchedIn(await readCommit(db, project.id, body.seq));
    if (matched.length === 0) throw invalidValue(["body", "seq"], "no label was matched at this sequence", body.seq);
    const nodes = await record.load(
      nodeResource,
      matched.map(({ id }) => id),
    );
    let restored = 0;
    for (const { id, label, entityId } of matched) {
      const node = nodes.get(id);
      if (node === undefined || node.speaker_id !== entityId || node.speaker_label !== null) continue;
      const next = { ...stateOf(nodeResource, node), speaker_id: null, speaker_label: label };
      record.update(nodeResource, node, next, { data: saidOfUnmatch(label) });
      restored += 1;
    }
    await record.commit();
    return { restored, left: matched.length - restored, seq: record.seq };
  },
});
