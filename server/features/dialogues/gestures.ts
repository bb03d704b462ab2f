import { z } from "zod";
import { idOf, text } from "../../kernel/validation/fields.ts";
import { BatchError } from "../../operation/batch.ts";
import { baseSeq } from "../../operation/edit.ts";
import { annotation, group } from "./resources.ts";
import {
  BranchInput,
  BranchPatchFields,
  GraphPatchFields,
  NodeCreate,
  NodePatchFields,
  nodeFields,
} from "./schemas.ts";

const ids = { node: idOf("node"), branch: idOf("br"), group: idOf("grp"), annotation: idOf("ann") };
/** Nodes of one group that an undo names: as many as a dialogue has that the studio opens. */
const MAX_RETURNING = 20_000;
const before = ids.branch
  .nullable()
  .meta({ description: "The branch before which it is placed; null, or a missing branch, places it last." });

/** One step of a gesture. Creates carry ids chosen by the client, so that later steps and resends can name them. */
export const GestureOperation = z
  .discriminatedUnion("op", [
    z.strictObject({ op: z.literal("node.create"), node: NodeCreate.extend({ id: ids.node }) }),
    z.strictObject({ op: z.literal("node.update"), id: ids.node, patch: NodePatchFields, base_seq: baseSeq }),
    z.strictObject({
      op: z.literal("node.move"),
      id: ids.node,
      canvas_x: nodeFields.canvas_x,
      canvas_y: nodeFields.canvas_y,
    }),
    z.strictObject({ op: z.literal("node.delete"), id: ids.node }),
    z.strictObject({
      op: z.literal("node.restore"),
      id: ids.node,
      group_id: ids.group.nullable().optional().meta({
        description: "The group to restore it to, ignored if missing; by default its last group.",
      }),
    }),
    z.strictObject({
      op: z.literal("branch.create"),
      node_id: ids.node,
      branch: BranchInput.extend({ id: ids.branch }),
      before: before.default(null),
    }),
    z.strictObject({
      op: z.literal("branch.update"),
      node_id: ids.node,
      id: ids.branch,
      patch: BranchPatchFields,
      base_seq: baseSeq,
    }),
    z.strictObject({ op: z.literal("branch.delete"), node_id: ids.node, id: ids.branch }),
    z.strictObject({ op: z.literal("branch.move"), node_id: ids.node, id: ids.branch, before }),
    z.strictObject({ op: z.literal("dialogue.update"), patch: GraphPatchFields, base_seq: baseSeq }),
    z.strictObject({
      op: z.literal("group.create"),
      group: group.body.extend({ id: ids.group }),
    }),
    z.strictObject({
      op: z.literal("group.update"),
      id: ids.group,
      patch: z.strictObject(group.changes).partial(),
      base_seq: baseSeq,
    }),
    z.strictObject({ op: z.literal("group.delete"), id: ids.group }),
    z.strictObject({
      op: z.literal("group.restore"),
      id: ids.group,
      node_ids: z.array(ids.node).max(MAX_RETURNING).optional().meta({
        description:
          "Nodes to put back into the group, if they are in no other; those removed by its last deletion when absent.",
      }),
    }),
    z.strictObject({
      op: z.literal("annotation.create"),
      annotation: annotation.body.extend({ id: ids.annotation }),
    }),
    z.strictObject({
      op: z.literal("annotation.update"),
      id: ids.annotation,
      patch: z.strictObject(annotation.changes).partial(),
      base_seq: baseSeq,
    }),
    z.strictObject({ op: z.literal("annotation.delete"), id: ids.annotation }),
    z.strictObject({ op: z.literal("annotation.restore"), id: ids.annotation }),
  ])
  .meta({ id: "GestureOperation" });
export type GestureOperation = z.output<typeof GestureOperation>;

/** Operations a batch may hold, over all its gestures. */
export const MAX_OPERATIONS = 1_000;

const chosen = text({ min: 8, max: 64, pattern: /^[A-Za-z0-9_-]+$/ });

export const GestureBatch = z
  .strictObject({
    batch_id: chosen.meta({
      description:
        "A fresh random id such as a UUID. The same gestures under the same id are a resend, answered as the first time for at least 90 days; other gestures, or another dialogue, are refused with `idempotency_key_reused`.",
    }),
    client_id: chosen.optional().meta({
      description:
        "Id of the sender, such as one browser tab. Its own earlier edits never conflict with this batch, and events carry the id in `data`, so that the sender recognizes its changes in the feed.",
    }),
    gestures: z
      .array(
        z.strictObject({
          label: text({ min: 1, max: 200, singleLine: true }).meta({
            description: "Description of the step, for undo and history.",
          }),
          operations: z.array(GestureOperation).min(1).max(MAX_OPERATIONS),
        }),
      )
      .min(1)
      .max(MAX_OPERATIONS),
  })
  .refine(({ gestures }) => gestures.reduce((sum, each) => sum + each.operations.length, 0) <= MAX_OPERATIONS, {
    message: `a batch holds at most ${MAX_OPERATIONS} operations`,
    path: ["gestures"],
  });

export type GestureBatch = z.output<typeof GestureBatch>;

/** Result of one gesture. */
export const GestureResult = z
  .object({
    gesture: z.int(),
    status: z.enum(["applied", "refused"]),
    versions: z
      .array(z.object({ id: z.string(), seq: z.int().nullable().meta({ description: "Null for deleted subjects." }) }))
      .meta({ description: "The seq of the last change of everything the gesture wrote." }),
    problem: BatchError.nullable().meta({ description: "Reason of the refusal; conflicts are in its detail." }),
  })
  .meta({ id: "GestureResult" });
export type GestureResult = z.output<typeof GestureResult>;
