import { branchName, nodeName } from "#domain/dialogue/names.ts";
import type { Annotation, Group, Model, Node } from "../model/model.ts";
import { nodeBox, type PlacedModel } from "./place.ts";
import { partsOf } from "./selected-parts.ts";

/** Marks the form, and its version. */
export const CLIPPING_FORM = "fabula/1";

/** Copied nodes as they travel over the clipboard: between tabs, dialogues and projects. */
export interface ClipboardContent {
  readonly form: typeof CLIPPING_FORM;
  readonly project: string;
  readonly dialogue: string;
  readonly nodes: readonly Node[];
  readonly groups: readonly Group[];
  readonly annotations: readonly Annotation[];
  /** Names of the speakers and variables it speaks of, by id: another project knows them by name only. */
  readonly names: Readonly<Record<string, string>>;
}

/** Names of the subjects that copied nodes mention, by id. */
export interface NamesOf {
  speaker(id: string): string | undefined;
  variable(id: string): string | undefined;
}

/** Returns the selection in the form that is pasted as nodes, with positions as drawn; null for an empty selection. */
export function clipboardContentOf(
  model: PlacedModel,
  selection: readonly string[],
  projectId: string,
  names: NamesOf,
): ClipboardContent | null {
  const { nodes: nodeIds, groups, notes } = partsOf(model, selection);
  if (nodeIds.length + notes.length === 0) return null;
  const kept = new Set(groups);
  const nodes = nodeIds.flatMap((id): Node[] => {
    const node = model.nodes.get(id);
    if (node === undefined) return [];
    const { x, y } = nodeBox(model, id);
    const group_id = node.group_id !== null && kept.has(node.group_id) ? node.group_id : null;
    return [{ ...node, canvas_x: x, canvas_y: y, group_id, extensions: {}, source: null }];
  });
  return {
    form: CLIPPING_FORM,
    project: projectId,
    dialogue: model.graph.id,
    nodes,
    groups: groups.flatMap((id) => model.groups.get(id) ?? []),
    annotations: notes.flatMap((id) => model.annotations.get(id) ?? []),
    names: namesIn(nodes, names),
  };
}

function namesIn(nodes: readonly Node[], names: NamesOf): Record<string, string> {
  const found: Record<string, string> = {};
  const look = (value: unknown): void => {
    if (typeof value === "string") {
      if (!value.startsWith("var_")) return;
      const name = names.variable(value);
      if (name !== undefined) found[value] = name;
    } else if (typeof value === "object" && value !== null) {
      for (const each of Object.values(value)) look(each);
    }
  };
  for (const node of nodes) {
    const speaker = node.speaker_id === null ? undefined : names.speaker(node.speaker_id);
    if (node.speaker_id !== null && speaker !== undefined) found[node.speaker_id] = speaker;
    look(node.conditions);
    look(node.on_enter_effects);
    for (const { conditions, effects } of node.branches) look([conditions, effects]);
  }
  return found;
}

/** The same as words, for a mail or a document: who speaks, what they say, and where the branches lead. */
export function clipboardText(content: ClipboardContent, nameOf: (nodeId: string) => string | undefined): string {
  const own = new Map(content.nodes.map((node) => [node.id, nodeName(node)]));
  const nodes = content.nodes.map((node) => {
    const speaker = node.speaker_label ?? (node.speaker_id === null ? undefined : content.names[node.speaker_id]);
    const lines = [
      ...(node.title === null ? [] : [`# ${node.title}`]),
      ...(node.text === "" ? [] : [speaker === undefined ? node.text : `${speaker}: ${node.text}`]),
      ...node.branches.map((branch) => {
        const to =
          branch.target_node_id === null
            ? undefined
            : (own.get(branch.target_node_id) ?? nameOf(branch.target_node_id));
        return `* ${branchName(branch)}${to === undefined ? "" : ` -> ${to}`}`;
      }),
    ];
    return lines.length === 0 ? nodeName(node) : lines.join("\n");
  });
  return [...nodes, ...content.annotations.map(({ text }) => `(${text})`)].join("\n\n");
}

/** Names of a dialogue's nodes, for {@link clipboardText}. */
export function namesOfNodes(model: Model): (nodeId: string) => string | undefined {
  return (id) => {
    const node = model.nodes.get(id);
    return node === undefined ? undefined : nodeName(node);
  };
}
