import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Json } from "../../../kernel/json.ts";
import { runBatch } from "../../../operation/batch.ts";
import type { ProjectWriteContext } from "../../../operation/context.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { insertRows } from "../../../record/append.ts";
import { applyOperation } from "../apply-gesture.ts";
import { GestureBatch, GestureResult } from "../gestures.ts";
import { loadBatch } from "../load-batch.ts";
import { graphResource } from "../resources.ts";
import { graphParams } from "../schemas.ts";

export const applyBatch = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/batch",
  scope: "write",
  summary: "Apply a batch of gestures",
  description:
    "One transaction. Each gesture is all-or-nothing, gestures are independent: a refused one blocks nothing behind it. Sending a batch again returns the first answers, gesture by gesture. `branch.…` operations change one branch of a node, so that two people who edit two branches never touch each other; `….restore` brings back what was deleted as it last was.",
  params: graphParams,
  body: GestureBatch,
  output: z.object({ seq: z.int(), results: z.array(GestureResult) }),
  errors: ["not_found"],
  example: {
    batch_id: "tab-7_0001",
    client_id: "tab-7_9f3c",
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
  handle: async (context, { params, body }) => {
    const { record, services } = context;
    await record.require(graphResource, params.graph_id);
    const earlier = await earlierResults(context, body.batch_id);
    const pending = body.gestures.flatMap((_, index) => (earlier.has(index) ? [] : [index]));
    const written = new Map<number, string[]>();
    const operations = pending.flatMap((index) => body.gestures[index]?.operations ?? []);
    await loadBatch(record, params.graph_id, operations);
    const clientId = body.client_id ?? null;
    const scope = { record, graphId: params.graph_id, clientId, now: services.clock.now() };
    const refused = await runBatch(record, "independent", pending, async (index) => {
      const gesture = body.gestures[index];
      if (gesture === undefined) return;
      record.say({ client_id: clientId, batch_id: body.batch_id, label: gesture.label });
      const ids: string[] = [];
      for (const [position, operation] of gesture.operations.entries()) {
        ids.push(...(await applyOperation(scope, operation, ["body", "gestures", index, "operations", position])));
      }
      written.set(index, [...new Set(ids)]);
    });
    await record.commit();
    const problems = new Map(refused.map((problem) => [problem.index, problem]));
    const fresh = pending.map((gesture): GestureResult => {
      const problem = problems.get(gesture);
      if (problem !== undefined) return { gesture, status: "refused", versions: [], problem };
      const versions = (written.get(gesture) ?? []).map((id) => ({ id, seq: seqOf(context, id) }));
      return { gesture, status: "applied", versions, problem: null };
    });
    await keep(context, params.graph_id, body.batch_id, fresh);
    for (const result of fresh) earlier.set(result.gesture, result);
    const results = body.gestures.flatMap((_, index) => earlier.get(index) ?? []);
    return { seq: record.seq, results };
  },
});

function seqOf({ record, services }: ProjectWriteContext, id: string): number | null {
  const resource = services.resources.ofId(id);
  return resource === null ? null : (record.version(resource, id)?.valid_from_seq ?? null);
}

async function earlierResults(
  { db, project }: ProjectWriteContext,
  batchId: string,
): Promise<Map<number, GestureResult>> {
  const rows = await db.execute<{ gesture: number; result: GestureResult }>(
    sql`SELECT gesture, result FROM gesture_results WHERE project_id = ${project.id} AND batch_id = ${batchId}`,
  );
  return new Map(rows.map(({ gesture, result }) => [gesture, result]));
}

async function keep(
  { db, project, record, services }: ProjectWriteContext,
  graphId: string,
  batchId: string,
  results: readonly GestureResult[],
): Promise<void> {
  if (results.length === 0) return;
  const created_at = new Date(services.clock.now()).toISOString();
  const rows = results.map((result) => ({
    project_id: project.id,
    batch_id: batchId,
    gesture: result.gesture,
    graph_id: graphId,
    seq: record.seq,
    result: result as unknown as Json,
    created_at,
  }));
  await db.execute(insertRows("gesture_results", rows));
}
