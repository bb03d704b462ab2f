import { z } from "zod";
import { type KnownBy, MAX_ALSO_ABOUT } from "#drizzle/schema/facts.ts";
import { entityRef } from "../../kernel/validation/subject-reference.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import { fact } from "./fact.ts";
import { requireEntities } from "./require-entities.ts";
import { createIn } from "./write-fact.ts";

/** Fields of a memory: a text that is kept word for word as one fact. */
export const memoryFields = {
  text: fact.body.shape.text,
  subject_ids: z
    .array(entityRef())
    .max(MAX_ALSO_ABOUT + 1)
    .default([])
    .meta({ description: "The entities it is about, the one it is most about first." }),
  known_by: fact.body.shape.known_by,
};

interface Memory {
  readonly text: string;
  readonly subject_ids: readonly string[];
  readonly known_by: KnownBy;
  /** Id of the fact; made for it where it is left out. */
  readonly id?: string | undefined;
}

/**
 * Creates the fact of a memory in the unit of work and returns its id.
 *
 * @throws ValidationProblem when an entity it names is not in the project.
 * @throws Problem `id_taken` when the chosen id was used before.
 */
export async function keepMemory(record: UnitOfWork, memory: Memory, now: number): Promise<string> {
  const { id, text, subject_ids, known_by } = memory;
  await requireEntities(
    record,
    subject_ids.map((each, index) => ({ id: each, loc: ["body", "subject_ids", index] })),
  );
  const [subject_id = null, ...also_about] = new Set(subject_ids);
  return createIn(record, { id, text, subject_id, also_about, known_by }, now);
}
