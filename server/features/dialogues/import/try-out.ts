import type { UnitOfWork } from "../../../record/unit-of-work.ts";

class Done<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super("tried out");
    this.result = result;
  }
}

/** Runs work in the unit of work with all its checks, answers its result, and forgets every change it made. */
export async function tryOut<T>(record: UnitOfWork, work: () => Promise<T>): Promise<T> {
  try {
    return await record.attempt(async () => {
      const result = await work();
      await record.check();
      throw new Done(result);
    });
  } catch (error) {
    if (error instanceof Done) return error.result as T;
    throw error;
  }
}
