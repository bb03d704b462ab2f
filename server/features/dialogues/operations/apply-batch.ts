import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Json } from "../../../kernel/json.ts";
import { runBatch } from "../../../operation/batch.ts";
import type { ProjectWriteContext } from "../../../operation/context.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { insertRows } from "../../../record/append.ts";
import { applyOperation } from "../apply-gesture.ts";
import { GestureBatch, GestureResult } from "../gestures.ts";
import { graphResource } from "../resources.ts";
import { graphParams } from "../schemas.ts";

export const applyBatch = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/batch",
  scope: "write",
  summary: "Apply a batch of gestures",
  description:
    "One transaction. Each gesture is all-or-nothing, gestures are independent: a refused one blocks nothing behind it. Sending a batch again returns the first answers.",
  params: graphParams,
  body: GestureBatch,
  output: z.object({ seq: z.int(), results: z.array(GestureResult) }),
  errors: ["not_found"],
  example: {
    batch_id: "tab-7_0001",
    gestures: [
      {
        label: "Add a card",
        operations: [
          { op: "node.create", node: { id: "node_01jd0000000000000000000000", text: "Who goes there?" } },
          { op: "node.move", id: "node_01jd0000000000000000000000", canvas_x: 320, canvas_y: 180 },
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
    const refused = await runBatch(record, "independent", pending, async (index) => {
      const ids: string[] = [];
      for (const [position, operation] of (body.gestures[index]?.operations ?? []).entries()) {
        const loc = ["body", "gestures", index, "operations", position];
        ids.push(...(await applyOperation(record, params.graph_id, operation, services.clock.now(), loc)));
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
