import { searchForm } from "#domain/search-form.ts";
import { flowOrder } from "../../gestures/select-along.ts";
import type { Model, Node } from "../../model/model.ts";

// A node's words in the form they are compared in; a node that changes is another object.
const forms = new WeakMap<Node, string>();

/** Separator of searched parts, so that no match spans two of them. */
const APART = "\n\n";

function formOf(node: Node): string {
  const known = forms.get(node);
  if (known !== undefined) return known;
  const parts = [
    node.title ?? "",
    node.text,
    node.speaker_label ?? "",
    ...node.branches.map((each) => each.choice_text),
  ];
  const form = searchForm(parts.join(APART));
  forms.set(node, form);
  return form;
}

/** Nodes that hold the words in their title, text, branches or speaker, however written, in the order they are read. */
export function findNodes(
  model: Model,
  query: string,
  speakerName: (id: string) => string | undefined,
): readonly string[] {
  const wanted = searchForm(query.trim());
  if (wanted === "") return [];
  const speakers = new Map<string, boolean>();
  const isSpeaker = (id: string): boolean => {
    const known = speakers.get(id);
    if (known !== undefined) return known;
    const found = searchForm(speakerName(id) ?? "").includes(wanted);
    speakers.set(id, found);
    return found;
  };
  return flowOrder(model).filter((id) => {
    const node = model.nodes.get(id);
    if (node === undefined) return false;
    return formOf(node).includes(wanted) || (node.speaker_id !== null && isSpeaker(node.speaker_id));
  });
}
