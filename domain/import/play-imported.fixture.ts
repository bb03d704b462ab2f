import type { PlayedDialogue, PlayGraph, PlayNode } from "../runtime/story.ts";
import type { ImportedGraph, ImportedStory } from "./story.ts";

/** An imported story as it is played, its keys for ids, beginning with one of its graphs. */
export function playedStory({ graphs, variables }: ImportedStory, key: string): PlayedDialogue {
  const all = new Map(graphs.map((graph) => [graph.key, playedGraph(graph)]));
  const first = all.get(key);
  if (first === undefined) throw new Error(`no graph ${key}`);
  all.delete(key);
  return {
    ...first,
    others: all,
    variables: new Map(variables.map((variable) => [variable.name, { ...variable, id: variable.name }])),
  };
}

function playedGraph({ key, start_key, nodes }: ImportedGraph): PlayGraph {
  return {
    id: key,
    start: start_key,
    nodes: new Map(
      nodes.map((node): [string, PlayNode] => [
        node.key,
        {
          id: node.key,
          kind: node.kind,
          text: node.text,
          text_marks: node.text_marks ?? [],
          conditions: node.conditions.map((condition, at) => ({ ...condition, id: `${node.key} cnd ${at}` })),
          on_enter_effects: node.on_enter_effects.map((effect, at) => ({ ...effect, id: `${node.key} ef ${at}` })),
          exit_to: node.exit_to === null ? null : { graph_id: node.exit_to.graph_key, node_id: node.exit_to.node_key },
          branches: node.branches.map(({ key: own, target_key, target_graph_key, ...branch }, at) => ({
            ...branch,
            text_marks: branch.text_marks ?? [],
            id: own ?? `${node.key} br ${at}`,
            target_node_id: target_key,
            target_graph_id: target_graph_key,
            conditions: branch.conditions.map((condition, nth) => ({
              ...condition,
              id: `${node.key} ${at} cnd ${nth}`,
            })),
            effects: branch.effects.map((effect, nth) => ({ ...effect, id: `${node.key} ${at} ef ${nth}` })),
          })),
        },
      ]),
    ),
  };
}
