import { z } from "zod";
import { Problem } from "../../../kernel/problem.ts";
import { flag } from "../../../kernel/validation/fields.ts";
import { projectCall } from "../../../operation/operation.ts";
import { findMemory, type MemoryReview, noteReview, readReview, showMemory } from "../memories/learnt.ts";
import { memoryParams, RunMemoryItem } from "../memories/schemas.ts";

export const dismissRunMemory = projectCall({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/run-memories/{memory_id}/dismiss",
  scope: "write",
  summary: "Dismiss what was learnt in a playthrough",
  description:
    "Takes what a character learnt in a playthrough off the list of what waits for a review; the playthrough keeps it. What became a fact stays accepted: delete the fact instead.",
  params: memoryParams,
  body: z.strictObject({
    dismissed: flag().default(true).meta({ description: "Whether it is dismissed; `false` opens it again." }),
  }),
  bodyOptional: true,
  output: RunMemoryItem,
  errors: ["not_found"],
  example: { dismissed: true },
  handle: async ({ services, project }, { params: { memory_id: id }, body: { dismissed } }) => {
    const { reads, writes } = services.database;
    const memory = await findMemory(reads, project.id, id);
    if (memory === null) throw new Problem("not_found");
    const review: MemoryReview = { state: dismissed ? "dismissed" : "open", fact_id: null };
    const at = { projectId: project.id, id, now: services.clock.now() };
    const isNoted = await noteReview(writes, at, review);
    return showMemory(memory, isNoted ? review : await readReview(writes, project.id, id));
  },
});
