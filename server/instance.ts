import type { Fabula } from "./context.ts";
import { StartProblem } from "./kernel/start-problem.ts";

const PLACE = Symbol.for("fabula");

interface Shared {
  [PLACE]?: Fabula | Promise<Fabula>;
}

/** Makes this the one instance of the process. */
export function shareInstance(fabula: Fabula): void {
  (globalThis as Shared)[PLACE] = fabula;
}

/** Takes the instance back, when it closes. */
export function withdrawInstance(fabula: Fabula): void {
  const shared = globalThis as Shared;
  if (shared[PLACE] === fabula) delete shared[PLACE];
}

async function made(): Promise<Fabula> {
  const { composeFromEnvironment } = await import("./context.ts");
  return composeFromEnvironment();
}

/**
 * The one instance of the process. Next's bundle has its own copy of every module, so modules cannot hold it: one pool, one
 * cache and one queue live on `globalThis`. When Next runs without our listener, the first use makes it.
 */
export async function instance(): Promise<Fabula> {
  const shared = globalThis as Shared;
  shared[PLACE] ??= made().catch((error: unknown) => {
    // What a person must put right stays refused; a database that is away for a moment is asked again.
    if (!(error instanceof StartProblem)) delete shared[PLACE];
    throw error;
  });
  return shared[PLACE];
}
