import { z } from "zod";
import { MAX_KNOWN_BY, tellingFields } from "#drizzle/schema/facts.ts";
import { idOf, integer, text } from "../../kernel/validation/fields.ts";
import { entityRef } from "../../kernel/validation/subject-reference.ts";
import { conflictsField } from "./conflicts/schemas.ts";
import { fact } from "./fact.ts";

/** A fact on the wire. */
export const Fact = fact.wire;

/** A fact as the answer to its write has it. */
export const WrittenFact = Fact.extend(conflictsField).meta({ id: "WrittenFact" });

/** Body that creates a fact. */
export const FactCreate = fact.body;
export type FactCreate = z.output<typeof FactCreate>;

/** Body that creates or changes a fact by its external id; `known_by` is replaced whole. */
export const FactUpsert = fact.upsertBody;
export type FactUpsert = z.output<typeof FactUpsert>;

/** Reason for which a fact is superseded. */
export const supersededReason = text({ min: 1, max: 2_000 });

const knowersOf = (description: string) => z.array(entityRef()).min(1).max(MAX_KNOWN_BY).meta({ description });

/** Entities that come to know a fact, and how. */
export const Telling = z.strictObject({ to: knowersOf("The entities that come to know it."), ...tellingFields });

/** Entities that shall not have been told a fact. */
export const Untelling = z.strictObject({ to: knowersOf("The entities that were not told it after all.") });

/** Fields of a body by which something is done in a playthrough alone. */
export const inRunFields = {
  run: idOf("run").optional().meta({
    description:
      "Do it in this playthrough alone, as a step of it: saves and forks take it along, a step back takes it back, and the record stays as it is.",
  }),
  step: integer({ min: 0 }).optional().meta({
    description:
      "With `run`, the step that this answers: sent again with the same content it is answered as before, another one is 409 `run_step`. The current one when absent.",
  }),
};

/** The step behind what was done, in an answer. */
export const runStep = {
  run_step: z.int().nullable().meta({
    description: "With `run`, the number of steps of the playthrough afterwards; null for what the record keeps.",
  }),
};

const STEP_OF_RUN = {
  message: "a step is one of a playthrough: name it by `run`",
  path: ["step"],
};

/** Whether a body names a step only with its playthrough. */
export const namesRun = [
  ({ run, step }: { run?: string | undefined; step?: number | undefined }) => step === undefined || run !== undefined,
  STEP_OF_RUN,
] as const;

/** Changeable fields of a fact; `known_by` is replaced whole. */
export const FactPatchFields = z.strictObject(fact.changes).partial().meta({ id: "FactPatchFields" });
export type FactPatchFields = z.output<typeof FactPatchFields>;
