import { compareCodePoints } from "../code-points.ts";
import type { Branch } from "../dialogue/wire.ts";
import { type ExpressionUses, mapEffectReferences, mapReferences, type ReferenceMap } from "../expression.ts";
import { FABULA_FORMAT, FABULA_VERSION, type FabulaDocument } from "../import/fabula/format.ts";
import type { ImportedBranch, ImportedEntity, ImportedGraph, ImportedNode, ImportedVariable } from "../import/story.ts";
import { forEachInSteps, runToEnd, type Steps } from "../steps.ts";
import type { ExportedDialogue, ExportedNode } from "./exported.ts";
import { type DialogueOutline, outlineOfDialogue, type PlaceOf, placing } from "./outline.ts";

/**
 * A dialogue in our own format. Ids do not survive an import into another project, so everything is named by keys that
 * do: a node by the key it was imported under, else by its id; a branch, a group, an annotation by its place; a variable
 * by its name; an entity by its external id. What is referred to but does not exist (any more) keeps its id. So
 * exporting, importing and exporting again gives the same document.
 *
 * Nodes without a place get one here, as the import would give it to them.
 */
export function exportFabulaJson(dialogue: ExportedDialogue): FabulaDocument {
  const writer = runToEnd(FabulaWriter.opening(outlineOfDialogue(dialogue)));
  return {
    ...writer.head,
    graphs: [{ ...writer.graph, nodes: dialogue.nodes.map((node) => writer.node(node)) }],
    ...writer.tail,
  };
}

/** Keys of parts that are to be called otherwise than by their place, and of variables, by which other dialogues know them. */
export interface PartKeys {
  readonly groups: readonly string[];
  readonly annotations: readonly string[];
  /** Keys of variables, by id. */
  readonly variables: ReadonlyMap<string, string>;
}

const NO_KEYS: PartKeys = { groups: [], annotations: [], variables: new Map() };

/** Writes a document in our own format from an outline, its nodes one after another. */
export class FabulaWriter {
  readonly #outline: DialogueOutline;
  readonly #names: Names;
  readonly #partKeys: PartKeys;
  readonly #placeOf: PlaceOf;

  private constructor(outline: DialogueOutline, partKeys: PartKeys, names: Names, placeOf: PlaceOf) {
    this.#outline = outline;
    this.#partKeys = partKeys;
    this.#names = names;
    this.#placeOf = placeOf;
  }

  /** Names and places all nodes, which takes a while where they are many, and answers who writes them. */
  static *opening(outline: DialogueOutline, partKeys: PartKeys = NO_KEYS): Steps<FabulaWriter> {
    const names = new Names(outline, partKeys);
    yield* names.naming();
    return new FabulaWriter(outline, partKeys, names, yield* placing(outline));
  }

  /** Fields at the head of the document. */
  get head(): Pick<FabulaDocument, "format" | "version" | "name"> {
    return { format: FABULA_FORMAT, version: FABULA_VERSION, name: this.#outline.graph.name };
  }

  /** The dialogue itself, in place of its nodes an empty list. */
  get graph(): ImportedGraph {
    const { graph, groups, annotations } = this.#outline;
    return {
      key: this.#names.graph(graph.id),
      name: graph.name,
      description: graph.description,
      ...(graph.folder !== undefined && graph.folder !== "" && { folder: graph.folder }),
      start_key: graph.start_node_id === null ? null : this.#names.nodeKey(graph.start_node_id),
      nodes: [],
      groups: groups.map(({ id, title, color }) => ({ key: this.#names.group(id), title, color })),
      annotations: annotations.map(({ text, canvas_x, canvas_y, width, height, color }, i) => ({
        key: this.#partKeys.annotations[i] ?? `annotation-${i + 1}`,
        text,
        canvas_x,
        canvas_y,
        width,
        height,
        color,
      })),
      extensions: graph.extensions,
    };
  }

  /** One node; they are written in the order of the outline. */
  node(node: ExportedNode): ImportedNode {
    const { x, y } = this.#placeOf(node);
    return { ...this.#names.node(node), canvas_x: x, canvas_y: y };
  }

  /** Fields at the end of the document. */
  get tail(): Pick<FabulaDocument, "variables" | "entities"> {
    return { variables: this.#names.usedVariables(), entities: this.#names.usedEntities() };
  }
}

/** Keys for everything a dialogue holds or refers to. */
class Names {
  readonly #dialogue: DialogueOutline;
  readonly #uses: ExpressionUses;
  /** Keys of the nodes that are called otherwise than by their ids. */
  readonly #nodes = new Map<string, string>();
  readonly #branches = new Map<string, string>();
  readonly #groups: Map<string, string>;
  readonly #variableKeys: ReadonlyMap<string, string>;
  readonly #variables: Map<string, string>;
  readonly #entities: Map<string, string>;
  readonly #references: ReferenceMap;

  constructor(dialogue: DialogueOutline, { groups: groupKeys, variables: variableKeys }: PartKeys) {
    this.#variableKeys = variableKeys;
    this.#dialogue = dialogue;
    this.#uses = dialogue.uses;
    this.#groups = new Map(dialogue.groups.map((group, i) => [group.id, groupKeys[i] ?? `group-${i + 1}`]));
    this.#variables = new Map(dialogue.variables.map((variable) => [variable.id, variable.name]));
    this.#entities = new Map(dialogue.entities.map((entity) => [entity.id, entity.external_id]));
    this.#references = {
      variable: (id) => this.#variables.get(id) ?? id,
      entity: (id) => this.#entities.get(id) ?? id,
      ref: (id) => this.#branches.get(id) ?? this.nodeKey(id),
    };
  }

  /** Names the branches that expressions refer to; keys are counted, so that a second export gives the same ones. */
  *naming(): Steps<void> {
    const { nodes } = this.#dialogue;
    const taken = new Set<string>();
    yield* forEachInSteps(nodes, ({ id, sourceKey }) => {
      let key = sourceKey !== null && !taken.has(sourceKey) ? sourceKey : id;
      while (taken.has(key)) key = `${key}~`;
      taken.add(key);
      if (key !== id) this.#nodes.set(id, key);
    });
    let count = 0;
    yield* forEachInSteps(nodes, ({ branchIds }) => {
      for (const id of branchIds) {
        if (!this.#uses.refs.has(id) || this.#branches.has(id)) continue;
        let key: string;
        do key = `branch-${++count}`;
        while (taken.has(key));
        this.#branches.set(id, key);
      }
    });
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
    const {
      kind,
      title,
      text,
      text_marks,
      tags,
      status,
      final_text,
      speaker_label,
      speaker_id,
      group_id,
      exit_to,
      properties,
      extensions,
    } = node;
    return {
      key: this.nodeKey(node.id),
      kind,
      title,
      text,
      text_marks,
      tags,
      status,
      final_text,
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
      properties,
      extensions,
    };
  }

  #branch(branch: Branch): ImportedBranch {
    const { kind, target_node_id, target_graph_id, choice_text, text_marks, extensions } = branch;
    const { when_unavailable, repeat, repeat_scope, repeat_limit, unwind, weight, opened_by, status, final_text } =
      branch;
    const elsewhere = target_graph_id !== null && target_graph_id !== this.#dialogue.graph.id;
    return {
      key: this.#branches.get(branch.id) ?? null,
      kind,
      target_key: target_node_id === null ? null : this.nodeKey(target_node_id),
      target_graph_key: elsewhere ? target_graph_id : null,
      choice_text,
      text_marks,
      conditions: branch.conditions.map((condition) => mapReferences(condition, this.#references)),
      effects: branch.effects.map((effect) => mapEffectReferences(effect, this.#references)),
      when_unavailable,
      repeat,
      repeat_scope,
      repeat_limit,
      unwind,
      weight,
      opened_by,
      status,
      final_text,
      extensions,
    };
  }

  usedVariables(): ImportedVariable[] {
    return this.#dialogue.variables
      .filter((variable) => this.#uses.variables.has(variable.id))
      .map(({ id, name, type, default: initial, enum_values, scope, min, max, description }) => ({
        ...(this.#variableKeys.has(id) && { key: this.#variableKeys.get(id) ?? id }),
        name,
        type,
        default: initial,
        enum_values,
        scope,
        min,
        max,
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
