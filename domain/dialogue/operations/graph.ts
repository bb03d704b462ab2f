import type { GraphState, States } from "../states.ts";
import { changed, earlier, fields, part, patched, type Rows } from "./row.ts";

/** The operation on the dialogue itself. */
export const graphRows: Rows<"dialogue.update"> = {
  "dialogue.update": {
    touches: ({ patch }, graphId) => fields(graphId, patch),
    needs: ({ patch: { start_node_id } }) =>
      start_node_id == null ? [] : [{ id: start_node_id, kind: "node", field: "start_node_id" }],
    makes: () => [],
    apply: (states, { patch }) => {
      const graph = graphOf(states);
      const { start_node_id, ...others } = patch;
      const isLost = start_node_id != null && part(states, "node", start_node_id) === null;
      return changed(states.graphId, graph, graph && patched(graph, isLost ? others : patch));
    },
    inverse: (states, { op, patch }) => {
      const graph = graphOf(states);
      return graph === null ? [] : [{ op, patch: earlier(graph, patch) }];
    },
  },
};

function graphOf(states: States): GraphState | null {
  const state = states.get(states.graphId);
  return state !== null && "name" in state ? state : null;
}
