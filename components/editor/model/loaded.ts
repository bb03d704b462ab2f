import type { Outputs } from "../../frame/api/client.ts";
import type { Content } from "./content.ts";
import type { Annotation, Group, Node } from "./model.ts";

type LoadedDialogue = Outputs["dialogues"]["get"];
type LoadedNode = LoadedDialogue["nodes"][number];

/** A dialogue as the server has it: its content, and the sequence of each subject's last change. */
export interface Loaded {
  readonly content: Content;
  readonly versions: ReadonlyMap<string, number>;
}

/** A card as the store holds it. */
export function nodeFrom(node: LoadedNode): Node {
  return {
    id: node.id,
    kind: node.kind,
    title: node.title,
    text: node.text,
    speaker_id: node.speaker_id,
    speaker_label: node.speaker_label,
    tags: node.tags,
    group_id: node.group_id,
    canvas_x: node.canvas_x,
    canvas_y: node.canvas_y,
    // Expressions are a closed union; the wire says only that each entry is an object with an id.
    conditions: node.conditions as unknown as Node["conditions"],
    on_enter_effects: node.on_enter_effects as unknown as Node["on_enter_effects"],
    branches: node.branches as unknown as Node["branches"],
    exit_to: node.exit_to,
    extensions: node.extensions as Node["extensions"],
    source: node.source,
  };
}

const groupFrom = ({ id, title, color }: LoadedDialogue["groups"][number]): Group => ({ id, title, color });

const annotationFrom = (each: LoadedDialogue["annotations"][number]): Annotation => ({
  id: each.id,
  text: each.text,
  canvas_x: each.canvas_x,
  canvas_y: each.canvas_y,
  width: each.width,
  height: each.height,
  color: each.color,
});

/** Takes a dialogue as the server answered it into the form the store holds. */
export function contentFrom(dialogue: LoadedDialogue): Loaded {
  const { id, name, description, start_node_id } = dialogue;
  const versions = new Map<string, number>();
  for (const each of [dialogue, ...dialogue.nodes, ...dialogue.groups, ...dialogue.annotations]) {
    if (each.valid_from_seq !== null) versions.set(each.id, each.valid_from_seq);
  }
  const content: Content = {
    graph: { id, name, description, start_node_id },
    nodes: new Map(dialogue.nodes.map((node) => [node.id, nodeFrom(node)])),
    groups: new Map(dialogue.groups.map((group) => [group.id, groupFrom(group)])),
    annotations: new Map(dialogue.annotations.map((each) => [each.id, annotationFrom(each)])),
    removed: new Map(),
  };
  return { content, versions };
}
