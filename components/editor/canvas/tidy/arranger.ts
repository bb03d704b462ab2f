import { type Remote, wrap } from "comlink";
import type { Point } from "../../model/rects.ts";
import { type Arrangement, arrangeSelection } from "./arrange-selection.ts";

let worker: Remote<{ arrangeSelection: typeof arrangeSelection }> | null = null;

/** Arranges cards away from the page: a thousand take longer than a frame. */
export async function arrange(arrangement: Arrangement): Promise<ReadonlyMap<string, Point>> {
  try {
    worker ??= wrap(new Worker(new URL("./tidy.worker.ts", import.meta.url), { type: "module" }));
    return await worker.arrangeSelection(arrangement);
  } catch {
    // A browser or a network without workers waits a moment instead.
    worker = null;
    return arrangeSelection(arrangement);
  }
}
