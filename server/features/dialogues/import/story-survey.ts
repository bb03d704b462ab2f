import { collectEffectUses, collectUses, type Expression, type ExpressionUses, noUses } from "#domain/expression.ts";
import type { ImportedEffect, ImportedNode, ImportedStory, ImportedVariable } from "#domain/import/story.ts";
import { inferVariables } from "#domain/import/twee/variables.ts";

/** Facts about all nodes of a story that an import needs before it writes the first. */
export interface StorySurvey {
  /** Names of the variables that its logic uses. */
  readonly usedVariables: readonly string[];
  /** Keys of the entities that its logic names; speakers count. */
  readonly usedEntities: readonly string[];
  /** Variables that its logic uses and nothing in it declares, with the type their use suggests. */
  readonly inferred: readonly ImportedVariable[];
  /** Targets outside its dialogues, each once. */
  readonly outside: readonly { graph_key: string; node_key: string | null }[];
}

export function surveyOf(story: ImportedStory): StorySurvey {
  const uses = noUses();
  for (const graph of story.graphs) {
    for (const node of graph.nodes) {
      if (node.speaker_key !== null) uses.entities.add(node.speaker_key);
      collectNodeUses(node, uses);
    }
  }
  const declared = new Set(story.variables.map(({ name }) => name));
  const isAllDeclared = [...uses.variables].every((name) => declared.has(name));
  return {
    usedVariables: [...uses.variables],
    usedEntities: [...uses.entities],
    inferred: isAllDeclared ? [] : inferredIn(story).filter(({ name }) => !declared.has(name)),
    outside: outsideOf(story),
  };
}

function collectNodeUses(node: ImportedNode, uses: ExpressionUses): void {
  for (const condition of node.conditions) collectUses(condition, uses);
  for (const effect of node.on_enter_effects) collectEffectUses(effect, uses);
  for (const branch of node.branches) {
    for (const condition of branch.conditions) collectUses(condition, uses);
    for (const effect of branch.effects) collectEffectUses(effect, uses);
  }
}

function inferredIn(story: ImportedStory): ImportedVariable[] {
  const conditions: Expression[] = [];
  const effects: ImportedEffect[] = [];
  for (const { nodes } of story.graphs) {
    for (const node of nodes) {
      conditions.push(...node.conditions, ...node.branches.flatMap((branch) => branch.conditions));
      effects.push(...node.on_enter_effects, ...node.branches.flatMap((branch) => branch.effects));
    }
  }
  for (const { when } of effects) conditions.push(...when);
  const assignments = effects.flatMap(({ op, target, value }) => {
    const assigned = op === "toggle" ? ("set" as const) : ASSIGNING.find((each) => each === op);
    if (assigned === undefined) return [];
    return [{ op: assigned, target, value: op === "toggle" ? { lit: true } : value, local: false, source: "" }];
  });
  return inferVariables({ assignments, conditions, initial: [] });
}

const ASSIGNING = ["set", "add", "sub", "mul", "div", "mod"] as const;

function outsideOf({ graphs }: ImportedStory): StorySurvey["outside"] {
  const own = new Set(graphs.map(({ key }) => key));
  const places = new Map<string, { graph_key: string; node_key: string | null }>();
  const note = (graph_key: string | null, node_key: string | null): void => {
    if (graph_key === null || own.has(graph_key)) return;
    places.set(JSON.stringify([graph_key, node_key]), { graph_key, node_key });
  };
  for (const { nodes } of graphs) {
    for (const node of nodes) {
      if (node.exit_to !== null) note(node.exit_to.graph_key, node.exit_to.node_key);
      for (const branch of node.branches) note(branch.target_graph_key, branch.target_key);
    }
  }
  return [...places.values()];
}
