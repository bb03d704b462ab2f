import type { Branch } from "../dialogue/wire.ts";
import { mapEffectReferences, mapReferences } from "../expression.ts";
import type { ImportedBranch, ImportedGraph, ImportedStory } from "../import/story.ts";
import type { ExportedDialogue } from "./exported.ts";

/** Ids are never given twice, as in a project. */
let count = 0;

/**
 * Gives an imported story ids as writing it to a project does, for tests: keys that name parts of the story become ids,
 * all others stay.
 */
export function persist(story: ImportedStory): ExportedDialogue[] {
  const make = (prefix: string): string => `${prefix}_${String(++count).padStart(26, "0")}`;
  const ids = (keys: readonly string[], prefix: string) => new Map(keys.map((key) => [key, make(prefix)]));
  const variables = ids(
    story.variables.map((variable) => variable.name),
    "var",
  );
  const entities = ids(
    story.entities.map((entity) => entity.key),
    "ent",
  );
  const graphs = ids(
    story.graphs.map((graph) => graph.key),
    "dlg",
  );
  const nodes = story.graphs.map((graph) =>
    ids(
      graph.nodes.map((node) => node.key),
      "node",
    ),
  );

  const write = (graph: ImportedGraph, index: number): ExportedDialogue => {
    const own = nodes[index] ?? new Map<string, string>();
    const branches = ids(
      graph.nodes.flatMap((node) => node.branches.flatMap((branch) => (branch.key === null ? [] : [branch.key]))),
      "br",
    );
    const nodeId = (key: string): string => own.get(key) ?? key;
    const map = {
      variable: (name: string) => variables.get(name) ?? name,
      entity: (key: string) => entities.get(key) ?? key,
      // A condition may also ask after a node of another graph of the story.
      ref: (key: string) => own.get(key) ?? branches.get(key) ?? nodes.find((ids) => ids.has(key))?.get(key) ?? key,
    };
    const groups = ids(
      graph.groups.map((group) => group.key),
      "grp",
    );
    const toBranch = (branch: ImportedBranch): Branch => {
      const { key, target_key, target_graph_key, ...fields } = branch;
      return {
        ...fields,
        text_marks: branch.text_marks ?? [],
        id: (key === null ? undefined : branches.get(key)) ?? make("br"),
        target_node_id: target_key === null ? null : nodeId(target_key),
        target_graph_id: target_graph_key === null ? null : (graphs.get(target_graph_key) ?? target_graph_key),
        conditions: branch.conditions.map((condition) => ({ ...mapReferences(condition, map), id: make("cnd") })),
        effects: branch.effects.map((effect) => ({ ...mapEffectReferences(effect, map), id: make("ef") })),
      };
    };
    return {
      graph: {
        id: graphs.get(graph.key) ?? "",
        name: graph.name,
        description: graph.description,
        folder: graph.folder ?? "",
        start_node_id: graph.start_key === null ? null : nodeId(graph.start_key),
        extensions: graph.extensions,
        source: { format: story.format, key: graph.key },
      },
      nodes: graph.nodes.map((node) => ({
        id: nodeId(node.key),
        kind: node.kind,
        title: node.title,
        text: node.text,
        text_marks: node.text_marks ?? [],
        speaker_id: node.speaker_key === null ? null : (entities.get(node.speaker_key) ?? node.speaker_key),
        speaker_label: node.speaker_label,
        tags: node.tags,
        status: node.status,
        final_text: node.final_text,
        group_id: node.group_key === null ? null : (groups.get(node.group_key) ?? null),
        canvas_x: node.canvas_x,
        canvas_y: node.canvas_y,
        conditions: node.conditions.map((condition) => ({ ...mapReferences(condition, map), id: make("cnd") })),
        on_enter_effects: node.on_enter_effects.map((effect) => ({
          ...mapEffectReferences(effect, map),
          id: make("ef"),
        })),
        branches: node.branches.map(toBranch),
        exit_to:
          node.exit_to === null
            ? null
            : {
                graph_id: graphs.get(node.exit_to.graph_key) ?? node.exit_to.graph_key,
                node_id: node.exit_to.node_key === null ? null : nodeId(node.exit_to.node_key),
              },
        properties: node.properties ?? {},
        extensions: node.extensions,
        source: { format: story.format, key: node.key },
      })),
      groups: graph.groups.map(({ key, title, color }) => ({ id: groups.get(key) ?? "", title, color })),
      annotations: graph.annotations.map(({ key: _, ...fields }) => ({ id: make("ann"), ...fields })),
      variables: story.variables.map((variable) => ({ id: variables.get(variable.name) ?? "", ...variable })),
      entities: story.entities.map(({ key, parent_key, ...fields }) => ({
        id: entities.get(key) ?? "",
        external_id: key,
        ...fields,
        parent_id: parent_key === null ? null : (entities.get(parent_key) ?? null),
      })),
    };
  };
  return story.graphs.map(write);
}
