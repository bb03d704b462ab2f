import { counted } from "#domain/counted.ts";
import { isChangedSinceFinal, type LineProgress, type LineStatus, STATUS_NAMES } from "#domain/dialogue/line-status.ts";
import type { Operation } from "#domain/dialogue/operations/operation.ts";
import type { Model } from "../model/model.ts";
import { type Gesture, quoted } from "./gesture.ts";
import { selectedNodes } from "./selected-parts.ts";

/** Gives the words of the selected nodes and of their choices a status. What has none of its own words is left alone. */
export function setStatus(model: Model, selection: readonly string[], status: LineStatus): Gesture | null {
  const nodes = selectedNodes(model, selection);
  const isNew = (progress: LineProgress, words: string): boolean =>
    words.trim() !== "" && (progress.status !== status || isChangedSinceFinal(progress, words));
  const operations = nodes.flatMap((id): Operation[] => {
    const node = model.nodes.get(id);
    if (node === undefined) return [];
    return [
      ...(isNew(node, node.text) ? [{ op: "node.update" as const, id, patch: { status } }] : []),
      ...node.branches.flatMap((branch): Operation[] =>
        isNew(branch, branch.choice_text)
          ? [{ op: "branch.update", node_id: id, id: branch.id, patch: { status } }]
          : [],
      ),
    ];
  });
  if (operations.length === 0) return null;
  const [first = ""] = nodes;
  const name = nodes.length === 1 ? quoted(model.nodes.get(first)) : counted(nodes.length, "card");
  const said = STATUS_NAMES[status].toLowerCase();
  return {
    label: `Mark ${name} as ${said}`,
    operations,
    said: `${name} ${nodes.length === 1 ? "is" : "are"} ${said} now.`,
  };
}
