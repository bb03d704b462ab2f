import { z } from "zod";
import { MAX_READ, runBatch } from "../../../operation/batch.ts";
import type { ProjectWriteContext } from "../../../operation/context.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { DialogueWriter } from "../dialogue-writer.ts";
import { earlierResults, gestureFingerprint, keepResults } from "../gesture-results.ts";
import { GestureBatch, GestureResult } from "../gestures.ts";
import { graphResource } from "../resources.ts";
import { graphParams } from "../schemas.ts";

export const applyBatch = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/batch",
  scope: "write",
  long: true,
  summary: "Apply a batch of gestures",
  description:
    "Applies gestures in one transaction. Each gesture is all-or-nothing and independent: a refused gesture does not affect later ones. Repeating a batch returns the first answers, gesture by gesture; reusing its `batch_id` for other gestures or another dialogue is 409 `idempotency_key_reused`, and nothing is written. `branch.…` operations change one branch of a node, so edits of different branches never conflict; `….restore` brings back the last version of a deleted part.",
  params: graphParams,
  body: GestureBatch,
  output: z.object({ seq: z.int(), results: z.array(GestureResult) }),
  alone: true,
  errors: ["not_found", "idempotency_key_reused", "batch_too_large"],
  example: {
    batch_id: "0b9f6f2e-9d7c-4a52-8f0e-6c1d2a7be4c3",
    client_id: "tab-9f3c61d0",
    gestures: [
      {
        label: "Add a card",
        operations: [
          { op: "node.create", node: { id: "node_01jd0000000000000000000000", text: "Who goes there?" } },
          { op: "node.move", id: "node_01jd0000000000000000000000", canvas_x: 320, canvas_y: 180 },
          {
            op: "branch.create",
            node_id: "node_01jd0000000000000000000000",
            branch: { id: "br_01jd0000000000000000000000", choice_text: "A friend." },
          },
        ],
      },
    ],
  },
  handle: async (context, { params, body, sent }) => {
    const { db, project, record, services } = context;
    const now = services.clock.now();
    const { gestures } = sent as { gestures: unknown[] };
    const batch = {
      projectId: project.id,
      graphId: params.graph_id,
      batchId: body.batch_id,
      fingerprints: gestures.map(gestureFingerprint),
    };
    // Before anything else: what was answered once is answered again, even when the dialogue has been deleted since.
    const known = await earlierResults(db, batch);
    const pending = body.gestures.flatMap((_, index) => (known.has(index) ? [] : [index]));
    if (pending.length > 0) {
      for (const result of await applyGestures(context, params.graph_id, body, pending, now)) {
        known.set(result.gesture, result);
      }
      const fresh = pending.flatMap((index) => known.get(index) ?? []);
      await keepResults(db, batch, fresh, { seq: record.seq, now });
    }
    return { seq: record.seq, results: body.gestures.flatMap((_, index) => known.get(index) ?? []) };
  },
});

/** Applies the gestures at the places given, commits, and answers what became of each. */
async function applyGestures(
  context: ProjectWriteContext,
  graphId: string,
  body: GestureBatch,
  pending: readonly number[],
  now: number,
): Promise<GestureResult[]> {
  const { record } = context;
  record.holdAtMost(MAX_READ);
  await record.require(graphResource, graphId);
  const clientId = body.client_id ?? null;
  const writer = new DialogueWriter(record, graphId, now, clientId);
  await writer.load(pending.flatMap((index) => body.gestures[index]?.operations ?? []));
  const written = new Map<number, string[]>();
  const refused = await runBatch(record, "independent", pending, async (index) => {
    const gesture = body.gestures[index];
    if (gesture === undefined) return;
    record.say({ client_id: clientId, batch_id: body.batch_id, label: gesture.label });
    const ids: string[] = [];
    for (const [position, operation] of gesture.operations.entries()) {
      ids.push(...(await writer.apply(operation, ["body", "gestures", index, "operations", position])));
    }
    written.set(index, [...new Set(ids)]);
  });
  await record.commit();
  const problems = new Map(refused.map((problem) => [problem.index, problem]));
  return pending.map((gesture): GestureResult => {
    const problem = problems.get(gesture);
    if (problem !== undefined) return { gesture, status: "refused", versions: [], problem };
    const versions = (written.get(gesture) ?? []).map((id) => ({ id, seq: seqOf(context, id) }));
    return { gesture, status: "applied", versions, problem: null };
  });
}

function seqOf({ record, services }: ProjectWriteContext, id: string): number | null {
  const resource = services.resources.ofId(id);
  return resource === null ? null : (record.version(resource, id)?.valid_from_seq ?? null);
}
