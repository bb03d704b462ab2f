import { collectEffectUses, collectUses, type ExpressionUses, noUses } from "#domain/expression.ts";
import type { ImportedNode, ImportedStory } from "#domain/import/story.ts";

/** Variables, entities and nodes that the logic of a story names; speakers count as entities. */
export function usesOfStory(story: ImportedStory): ExpressionUses {
  const uses = noUses();
  for (const graph of story.graphs) {
    for (const node of graph.nodes) {
      if (node.speaker_key !== null) uses.entities.add(node.speaker_key);
      collectNodeUses(node, uses);
    }
  }
  return uses;
}

function collectNodeUses(node: ImportedNode, uses: ExpressionUses): void {
  for (const condition of node.conditions) collectUses(condition, uses);
  for (const effect of node.on_enter_effects) collectEffectUses(effect, uses);
  for (const branch of node.branches) {
    for (const condition of branch.conditions) collectUses(condition, uses);
    for (const effect of branch.effects) collectEffectUses(effect, uses);
  }
}
