import { z } from "zod";
import { type LeftReason, takeBack } from "#domain/change/take-back.ts";
import { nodeName } from "#domain/dialogue/names.ts";
import { fieldName } from "#domain/field-names.ts";
import type { JsonObject } from "#domain/json.ts";
import { aboveMaximum, invalidValue } from "../../../kernel/problem.ts";
import { integer } from "../../../kernel/validation/fields.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { readCommit } from "../../../record/feed.ts";
import { stateOf } from "../../../record/resource.ts";
import { findVersions } from "../../../record/versions.ts";
import { nodeResource } from "../resources.ts";
import type { NodeState, NodeVersion } from "../states.ts";

/** Fields that stay as they are which an answer names. */
const NAMED = 200;

/** A field of a node that stays as it is. */
interface LeftWords {
  readonly node_id: string;
  /** JSON Pointer. */
  readonly pointer: string;
  readonly node_name: string;
  readonly field_name: string;
  readonly reason: LeftReason;
}

export const undoReplace = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/replace/undo",
  scope: "write",
  summary: "Take back a find and replace",
  description:
    "Reverts the fields changed by one replacement, as one commit. Fields that were changed since, or whose node was deleted, are kept and listed.",
  params: projectScope,
  body: z.strictObject({
    seq: integer({ min: 1 }).meta({ description: "The `seq` that the replacement answered." }),
  }),
  output: z.object({
    restored: z.int().meta({ description: "Number of reverted fields." }),
    left: z
      .array(
        z.object({
          node_id: z.string(),
          pointer: z.string().meta({ description: "JSON Pointer of the text in the node." }),
          node_name: z.string().meta({
            description:
              "The title of the node or its first words, as they are; as they were replaced where it is gone.",
          }),
          field_name: z.string().meta({ description: "Display name of the field." }),
          reason: z.enum(["changed_since", "gone"]).meta({
            description: "`changed_since`: it was written again. `gone`: its node is deleted.",
          }),
        }),
      )
      .meta({ description: `The first ${NAMED} fields that stay as they are, each with why.` }),
    left_total: z.int().meta({ description: "Number of fields that were kept." }),
    seq: z.int(),
  }),
  alone: true,
  long: true,
  errors: ["not_found"],
  example: { seq: 12 },
  handle: async ({ record, db, project }, { body }) => {
    if (body.seq > project.lastSeq) throw aboveMaximum(["body", "seq"], body.seq, project.lastSeq);
    const commit = await readCommit(db, project.id, body.seq);
    const own = commit.filter(
      ({ data, subject_type }) => data?.replaced === true && subject_type === nodeResource.type,
    );
    if (own.length === 0) throw invalidValue(["body", "seq"], "nothing was replaced at this sequence", body.seq);
    const ids = own.map(({ subject_id }) => subject_id);
    const before = await findVersions(db, nodeResource, project.id, { id: ids }, body.seq - commit.length);
    const written = await findVersions(db, nodeResource, project.id, { id: ids }, body.seq);
    const [earlier, after] = [statesOf(before), statesOf(written)];
    const replaced = new Map(written.map((each) => [each.id, each]));
    const nodes = await record.load(nodeResource, ids);
    const left: LeftWords[] = [];
    let restored = 0;
    for (const { subject_id: id, change } of own) {
      const node = nodes.get(id);
      const now = node === undefined ? null : stateOf(nodeResource, node);
      const states = { before: earlier.get(id) ?? null, written: after.get(id) ?? null, now };
      const taken = takeBack(change, states, { pairOf: nodeResource.pairOf });
      const named = node ?? replaced.get(id);
      const node_name = named === undefined ? "" : nodeName(named);
      for (const { pointer, reason } of taken.left)
        left.push({ node_id: id, pointer, node_name, field_name: fieldName(pointer), reason });
      if (node === undefined || taken.back.length === 0) continue;
      restored += taken.back.length;
      const data = { label: "Take back a find and replace" };
      record.update(nodeResource, node, taken.next as NodeState, { data });
    }
    await record.commit();
    return { restored, left: left.slice(0, NAMED), left_total: left.length, seq: record.seq };
  },
});

function statesOf(versions: readonly NodeVersion[]): ReadonlyMap<string, JsonObject> {
  return new Map(versions.map((each) => [each.id, stateOf(nodeResource, each)]));
}
