import { z } from "zod";
import { factFields } from "#drizzle/schema/facts.ts";
import { Problem } from "../../../kernel/problem.ts";
import { openProject } from "../../../operation/gate.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { entityResource } from "../../entities/public.ts";
import { createFact, factResource } from "../../facts/public.ts";
import { findMemory, type MemoryReview, noteReview, readReview, showMemory } from "../memories/learnt.ts";
import { memoryParams, RunMemoryItem } from "../memories/schemas.ts";

export const acceptRunMemory = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/game-narrative/run-memories/{memory_id}/accept",
  scope: "write",
  summary: "Accept what was learnt in a playthrough",
  description:
    "Makes a fact of the record of what a character learnt in a playthrough, in its words or in yours, known by those of them who are still there. It becomes one fact however often it is asked for, from whichever fork; one that was deleted since is made again.",
  params: memoryParams,
  body: z.strictObject({
    text: factFields.text.schema
      .optional()
      .meta({ description: "Words of the fact; those of the memory when absent." }),
  }),
  bodyOptional: true,
  output: RunMemoryItem,
  errors: ["not_found", "plan_limit_reached", "canon_violation"],
  alone: true,
  example: { text: "A stranger asked for the gate." },
  prepare: async ({ params: { project_id, memory_id } }, { database }, caller) => {
    const { project } = await openProject(database.reads, caller, project_id);
    const memory = await findMemory(database.reads, project.id, memory_id);
    if (memory === null) throw new Problem("not_found");
    return memory;
  },
  handle: async ({ record, project, services }, { params: { memory_id: id }, body }, memory) => {
    const now = services.clock.now();
    const before = await readReview(record.db, project.id, id);
    if (before.fact_id !== null && (await record.get(factResource, before.fact_id)) !== null) {
      return showMemory(memory, before);
    }
    const { content } = memory;
    const { subject_id = null, known_by = [], source } = content;
    const witness = source?.witness_id ?? null;
    const named = [subject_id, witness, ...(known_by === "everyone" ? [] : known_by)].filter((each) => each !== null);
    const there = await record.load(entityResource, [...new Set(named)]);
    const fact_id = await createFact(
      record,
      {
        text: body.text ?? content.text,
        subject_id: subject_id !== null && there.has(subject_id) ? subject_id : null,
        known_by: known_by === "everyone" ? known_by : known_by.filter((each) => there.has(each)),
        source: { kind: "client", label: "talk", witness_id: witness !== null && there.has(witness) ? witness : null },
      },
      now,
    );
    const review: MemoryReview = { state: "accepted", fact_id };
    await noteReview(record.db, { projectId: project.id, id, now }, review);
    await record.commit();
    return showMemory(memory, review);
  },
});
