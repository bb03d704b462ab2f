import { Problem, ValidationProblem } from "#server/kernel/problem.ts";
import type { ValidationItem } from "#server/kernel/validation/item.ts";

/** Refusal of an operation as a caller receives it: a code with its detail, or the items of a 422. */
export interface Refusal {
  code: string;
  detail: Record<string, unknown> | null;
  items: ValidationItem[];
}

/** Waits for a refusal and returns its contents; any other result, success included, is an error. */
export async function refusal(work: Promise<unknown>): Promise<Refusal> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ValidationProblem) return { code: "validation", detail: null, items: error.items };
    if (error instanceof Problem) return { code: error.code, detail: error.detail, items: [] };
    throw error;
  }
  throw new Error("it was not refused");
}
