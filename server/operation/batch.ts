import { z } from "zod";
import type { Json } from "../kernel/json.ts";
import { jsonValue } from "../kernel/page.ts";
import { Problem, ValidationProblem } from "../kernel/problem.ts";
import type { UnitOfWork } from "../record/unit-of-work.ts";

/** How a batch treats a part that is refused. */
export const batchMode = z
  .enum(["all_or_nothing", "independent"])
  .default("all_or_nothing")
  .meta({ description: "`all_or_nothing` writes everything or nothing; `independent` writes what it can." });

/** One refused part of an independent batch. */
export const BatchError = z
  .object({
    index: z.int().meta({ description: "Position in the request." }),
    status: z.int(),
    code: z.string().nullable().meta({ description: "Error code; null for a validation error." }),
    message: z.string(),
    detail: jsonValue.meta({ description: "The error's `detail`: an object, or the validation items." }),
  })
  .meta({ id: "BatchError" });
export type BatchError = z.input<typeof BatchError>;

/**
 * Runs the parts of a batch in the order given. In `independent` mode a refused part leaves no trace and is reported by
 * its index; in `all_or_nothing` mode its error ends the whole write.
 */
export async function runBatch(
  record: UnitOfWork,
  mode: "all_or_nothing" | "independent",
  order: readonly number[],
  part: (index: number) => Promise<void>,
): Promise<BatchError[]> {
  const errors: BatchError[] = [];
  for (const index of order) {
    if (mode === "all_or_nothing") {
      await part(index);
      continue;
    }
    try {
      await record.attempt(() => part(index));
    } catch (error) {
      errors.push(batchError(index, error));
    }
  }
  return errors.sort((a, b) => a.index - b.index);
}

function batchError(index: number, error: unknown): BatchError {
  if (error instanceof ValidationProblem) {
    return { index, status: 422, code: null, message: error.message, detail: error.items as unknown as Json };
  }
  if (error instanceof Problem && error.status < 500) {
    return { index, status: error.status, code: error.code, message: error.message, detail: error.detail };
  }
  throw error;
}
