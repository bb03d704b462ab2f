import type { Branch } from "../dialogue.ts";
import {
  collectEffectUses,
  collectUses,
  type ExpressionUses,
  mapEffectReferences,
  mapReferences,
  noUses,
  type ReferenceMap,
} from "../expression.ts";
import { FABULA_FORMAT, FABULA_VERSION, type FabulaDocument } from "../import/fabula/format.ts";
import type { ImportedBranch, ImportedEntity, ImportedNode, ImportedVariable } from "../import/story.ts";
import { layOut } from "../layout.ts";
import { compareCodePoints } from "../search-form.ts";
import type { ExportedDialogue, ExportedNode } from "./exported.ts";

/**
 * A dialogue in our own format. Ids do not survive an import into another project, so everything is named by keys that
 * do: a node by the key it was imported under, else by its id; a branch, a group, an annotation by its place; a variable
 * by its name; an entity by its external id. What is referred to but does not exist (any more) keeps its id. So
 * exporting, importing and exporting again gives the same document.
 *
 * Nodes without a place get one here, as the import would give it to them.
 */
export function exportFabulaJson(dialogue: ExportedDialogue): FabulaDocument {
  const names = new Names(dialogue);
  const { graph, groups, annotations } = dialogue;
  const spots = placesOf(dialogue);
  const nodes = dialogue.nodes.map((node): ImportedNode => {
    const spot = spots.get(node.id) ?? { x: 0, y: 0 };
    return { ...names.node(node), canvas_x: spot.x, canvas_y: spot.y };
  });
  return {
    format: FABULA_FORMAT,
    version: FABULA_VERSION,
    name: graph.name,
    graphs: [
      {
        key: names.graph(graph.id),
        name: graph.name,
        description: graph.description,
        start_key: graph.start_node_id === null ? null : names.nodeKey(graph.start_node_id),
        nodes,
        groups: groups.map(({ id, title, color }) => ({ key: names.group(id), title, color })),
        annotations: annotations.map(({ id: _, text, canvas_x, canvas_y, width, height, color }, i) => ({
          key: `annotation-${i + 1}`,
          text,
          canvas_x,
          canvas_y,
          width,
          height,
          color,
        })),
        extensions: graph.extensions,
      },
    ],
    variables: names.usedVariables(),
    entities: names.usedEntities(),
  };
}

/** Places for all nodes: their own, or those a layout gives them. */
export function placesOf({ graph, nodes }: ExportedDialogue): Map<string, { x: number; y: number }> {
  return layOut(
    nodes.map((node) => ({
      key: node.id,
      x: node.canvas_x,
      y: node.canvas_y,
      targets: node.branches.flatMap((branch) => (branch.target_node_id === null ? [] : [branch.target_node_id])),
    })),
    graph.start_node_id,
  );
}

/** What a dialogue refers to. */
function usesOf(nodes: readonly ExportedNode[]): ExpressionUses {
  const uses = noUses();
  for (const node of nodes) {
    if (node.speaker_id !== null) uses.entities.add(node.speaker_id);
    for (const condition of node.conditions) collectUses(condition, uses);
    for (const effect of node.on_enter_effects) collectEffectUses(effect, uses);
    for (const branch of node.branches) {
      for (const condition of branch.conditions) collectUses(condition, uses);
      for (const effect of branch.effects) collectEffectUses(effect, uses);
    }
  }
  return uses;
}

/** Keys for everything a dialogue holds or refers to. */
class Names {
  readonly #dialogue: ExportedDialogue;
  readonly #uses: ExpressionUses;
  readonly #nodes = new Map<string, string>();
  readonly #branches = new Map<string, string>();
  readonly #groups: Map<string, string>;
  readonly #variables: Map<string, string>;
  readonly #entities: Map<string, string>;
  readonly #references: ReferenceMap;

  constructor(dialogue: ExportedDialogue) {
    this.#dialogue = dialogue;
    this.#uses = usesOf(dialogue.nodes);
    this.#nameNodes();
    this.#nameBranches();
    this.#groups = new Map(dialogue.groups.map((group, i) => [group.id, `group-${i + 1}`]));
    this.#variables = new Map(dialogue.variables.map((variable) => [variable.id, variable.name]));
    this.#entities = new Map(dialogue.entities.map((entity) => [entity.id, entity.external_id]));
    this.#references = {
      variable: (id) => this.#variables.get(id) ?? id,
      entity: (id) => this.#entities.get(id) ?? id,
      ref: (id) => this.#branches.get(id) ?? this.nodeKey(id),
    };
  }

  #nameNodes(): void {
    const taken = new Set<string>();
    for (const { id, source } of this.#dialogue.nodes) {
      let key = source?.format === FABULA_FORMAT && !taken.has(source.key) ? source.key : id;
      while (taken.has(key)) key = `${key}~`;
      taken.add(key);
      this.#nodes.set(id, key);
    }
  }

  /** Only branches that expressions refer to have keys; they are counted, so that they come out the same again. */
  #nameBranches(): void {
    const taken = new Set(this.#nodes.values());
    let count = 0;
    for (const { branches } of this.#dialogue.nodes) {
      for (const { id } of branches) {
        if (!this.#uses.refs.has(id) || this.#branches.has(id)) continue;
        let key: string;
        do key = `branch-${++count}`;
        while (taken.has(key));
        this.#branches.set(id, key);
      }
    }
  }

  graph(id: string): string {
    const { graph } = this.#dialogue;
    return id === graph.id && graph.source?.format === FABULA_FORMAT ? graph.source.key : id;
  }

  nodeKey(id: string): string {
    return this.#nodes.get(id) ?? id;
  }

  group(id: string): string {
    return this.#groups.get(id) ?? id;
  }

  node(node: ExportedNode): Omit<ImportedNode, "canvas_x" | "canvas_y"> {
    const { kind, title, text, tags, speaker_label, speaker_id, group_id, exit_to, extensions } = node;
    return {
      key: this.nodeKey(node.id),
      kind,
      title,
      text,
      tags,
      speaker_key: speaker_id === null ? null : (this.#entities.get(speaker_id) ?? speaker_id),
      speaker_label,
      group_key: group_id === null ? null : (this.#groups.get(group_id) ?? null),
      conditions: node.conditions.map((condition) => mapReferences(condition, this.#references)),
      on_enter_effects: node.on_enter_effects.map((effect) => mapEffectReferences(effect, this.#references)),
      branches: node.branches.map((branch) => this.#branch(branch)),
      exit_to:
        exit_to === null
          ? null
          : {
              graph_key: this.graph(exit_to.graph_id),
              node_key: exit_to.node_id === null ? null : this.nodeKey(exit_to.node_id),
            },
      extensions,
    };
  }

  #branch(branch: Branch): ImportedBranch {
    const { kind, target_node_id, target_graph_id, choice_text, extensions } = branch;
    const { when_unavailable, repeat, repeat_scope, weight } = branch;
    const elsewhere = target_graph_id !== null && target_graph_id !== this.#dialogue.graph.id;
    return {
      key: this.#branches.get(branch.id) ?? null,
      kind,
      target_key: target_node_id === null ? null : this.nodeKey(target_node_id),
      target_graph_key: elsewhere ? target_graph_id : null,
      choice_text,
      conditions: branch.conditions.map((condition) => mapReferences(condition, this.#references)),
      effects: branch.effects.map((effect) => mapEffectReferences(effect, this.#references)),
      when_unavailable,
      repeat,
      repeat_scope,
      weight,
      extensions,
    };
  }

  usedVariables(): ImportedVariable[] {
    return this.#dialogue.variables
      .filter((variable) => this.#uses.variables.has(variable.id))
      .map(({ id: _, name, type, default: initial, enum_values, description }) => ({
        name,
        type,
        default: initial,
        enum_values,
        description,
      }))
      .sort((a, b) => compareCodePoints(a.name, b.name));
  }

  /** Entities the dialogue uses, and what they lie in. */
  usedEntities(): ImportedEntity[] {
    const byId = new Map(this.#dialogue.entities.map((entity) => [entity.id, entity]));
    const used = new Set<string>();
    for (const id of this.#uses.entities) {
      for (let at = byId.get(id); at !== undefined && !used.has(at.id); at = byId.get(at.parent_id ?? ""))
        used.add(at.id);
    }
    return this.#dialogue.entities
      .filter((entity) => used.has(entity.id))
      .map(({ external_id, type, name, properties, parent_id }) => ({
        key: external_id,
        type,
        name,
        properties,
        parent_key: parent_id === null ? null : (this.#entities.get(parent_id) ?? null),
      }))
      .sort((a, b) => compareCodePoints(a.key, b.key));
  }
}
