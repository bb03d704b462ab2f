import { ImportError } from "./import-error.ts";
import { IMPORT_LIMITS, type ImportedStory } from "./story.ts";

/** Refuses a story that holds more than one import may. */
export function checkStorySize(story: ImportedStory): ImportedStory {
  let nodes = 0;
  let branches = 0;
  let effects = 0;
  for (const graph of story.graphs) {
    nodes += graph.nodes.length;
    for (const node of graph.nodes) {
      branches += node.branches.length;
      effects += node.on_enter_effects.length;
      for (const branch of node.branches) effects += branch.effects.length;
    }
  }
  refuseAbove("nodes", nodes, IMPORT_LIMITS.nodes);
  refuseAbove("branches", branches, IMPORT_LIMITS.branches);
  refuseAbove("effects", effects, IMPORT_LIMITS.effects);
  refuseAbove("entities", story.entities.length, IMPORT_LIMITS.entities);
  refuseAbove("variables", story.variables.length, IMPORT_LIMITS.variables);
  return story;
}

export function refuseAbove(what: string, count: number, limit: number): void {
  if (count <= limit) return;
  throw new ImportError("too_large", `The file contains more than ${limit} ${what}, the limit of one import.`);
}
