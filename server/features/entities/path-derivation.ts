import type { Derivation } from "../../record/resource.ts";
import { FoldingPaths } from "./path-folding.ts";
import { LivePaths } from "./path-live.ts";

/**
 * Keeps `entity_paths` in step with entities. Moving a place writes one event and one version; the paths of everything
 * under it change here, without events. Replay computes the same table by another algorithm and compares.
 */
export const pathDerivation: Derivation<LivePaths> = {
  live: (view) => new LivePaths(view),
  folding: (projectId) => new FoldingPaths(projectId),
};
