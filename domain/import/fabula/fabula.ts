import { declaresValues, fitsType, VARIABLE_DEFAULTS, VARIABLE_SCOPES, VARIABLE_TYPES } from "../../dialogue/wire.ts";
import { collectEffectUses, collectUses, type ExpressionUses, noUses, type VariableValue } from "../../expression.ts";
import type { Json } from "../../json.ts";
import { layOut } from "../../layout.ts";
import { ImportError, type ImportIssue } from "../import-error.ts";
import { readJsonContent } from "../json-input.ts";
import { quoted, Report } from "../report.ts";
import type { ImportedEntity, ImportedGraph, ImportedStory, ImportedVariable } from "../story.ts";
import { checkStorySize } from "../story-limits.ts";
import { FABULA_FORMAT, FABULA_VERSION } from "./format.ts";
import { type PlacedNode, readGraph } from "./graph.ts";
import { Shape } from "./shape.ts";

/** Mistakes told at once. */
const ISSUES = 50;

/**
 * Imports our own format. Every mistake is told with its JSON pointer; fields that are not known are mistakes too.
 * Nodes may come without positions, and are then laid out.
 */
export function importFabula(content: unknown, options: { name?: string | undefined } = {}): ImportedStory {
  const value = readJsonContent(content);
  const issues: ImportIssue[] = [];
  const shape = new Shape((pointer, message) => {
    if (issues.length < ISSUES) issues.push({ pointer, message });
  });
  const root = shape.object(value, "", ["format", "version", "name", "graphs", "variables", "entities"]);
  if (root.format !== FABULA_FORMAT) shape.fail("/format", `must be ${JSON.stringify(FABULA_FORMAT)}`);
  if (root.version !== FABULA_VERSION) shape.fail("/version", `must be ${FABULA_VERSION}`);
  const name = shape.textOrNull(root.name, "/name");
  const graphs = shape.list(root.graphs, "/graphs", (item, pointer) => readGraph(item, pointer, shape));
  const variables = shape.list(root.variables, "/variables", (item, pointer) => readVariable(item, pointer, shape));
  const entities = shape.list(root.entities, "/entities", (item, pointer) => readEntity(item, pointer, shape));
  shape.unique(keyed(graphs, "/graphs"), "graph");
  shape.unique(
    variables.map(({ name: key }, i) => ({ key, pointer: `/variables/${i}/name` })),
    "variable",
  );
  shape.unique(
    variables.flatMap(({ key }, i) => (key === undefined ? [] : [{ key, pointer: `/variables/${i}/key` }])),
    "key of a variable",
  );
  shape.unique(keyed(entities, "/entities"), "entity");
  const [first] = issues;
  if (first !== undefined) {
    const where = first.pointer || "The content";
    throw new ImportError("invalid_shape", `${where} ${first.message}.`, { pointer: first.pointer ?? "", issues });
  }
  if (graphs.length === 0)
    throw new ImportError("empty_story", "The file contains no dialogue.", { pointer: "/graphs" });
  const report = new Report();
  for (const graph of graphs) reportLooseEnds(graph, variables, entities, report);
  return checkStorySize({
    format: FABULA_FORMAT,
    name: options.name ?? name,
    graphs: graphs.map((graph, i) => place(graph, i === 0 ? options.name : undefined)),
    variables,
    entities,
    report: report.items,
  });
}

type PlacedGraph = Omit<ImportedGraph, "nodes"> & { nodes: PlacedNode[] };

function keyed(items: readonly { key: string }[], pointer: string): { key: string; pointer: string }[] {
  return items.map(({ key }, i) => ({ key, pointer: `${pointer}/${i}/key` }));
}

function readVariable(value: Json, pointer: string, shape: Shape): ImportedVariable {
  const record = shape.object(value, pointer, [
    "name",
    "type",
    "default",
    "enum_values",
    "scope",
    "min",
    "max",
    "description",
    "key",
  ]);
  const type = shape.oneOf(record.type, `${pointer}/type`, VARIABLE_TYPES);
  const enum_values = shape.list(record.enum_values, `${pointer}/enum_values`, (item, at) => shape.text(item, at));
  if (!declaresValues(type) && enum_values.length > 0)
    shape.fail(`${pointer}/enum_values`, "must be empty unless the type is enum or set");
  const initial = record.default ?? null;
  const list = Array.isArray(initial) && initial.every((each) => typeof each === "string") ? initial : null;
  if (typeof initial === "object" && initial !== null && list === null) {
    shape.fail(`${pointer}/default`, "must be a constant, or a list of texts");
  }
  const first: VariableValue = list ?? (typeof initial === "object" ? null : initial);
  if (first !== null && !fitsType(first, type, enum_values))
    shape.fail(`${pointer}/default`, `must fit the type ${type}`);
  return {
    ...(record.key !== undefined && { key: shape.key(record.key, `${pointer}/key`) }),
    name: shape.key(record.name, `${pointer}/name`),
    type,
    default: first,
    enum_values,
    scope: shape.oneOf(record.scope, `${pointer}/scope`, VARIABLE_SCOPES, VARIABLE_DEFAULTS.scope),
    min: shape.numberOrNull(record.min, `${pointer}/min`),
    max: shape.numberOrNull(record.max, `${pointer}/max`),
    description: shape.text(record.description, `${pointer}/description`, ""),
  };
}

function readEntity(value: Json, pointer: string, shape: Shape): ImportedEntity {
  const record = shape.object(value, pointer, ["key", "type", "name", "properties", "parent_key"]);
  return {
    key: shape.key(record.key, `${pointer}/key`),
    type: shape.key(record.type, `${pointer}/type`),
    name: shape.text(record.name, `${pointer}/name`),
    properties: shape.record(record.properties, `${pointer}/properties`),
    parent_key: shape.textOrNull(record.parent_key, `${pointer}/parent_key`),
  };
}

/** Lays out the nodes that have no place. */
function place(graph: PlacedGraph, name: string | undefined): ImportedGraph {
  const positions = layOut(
    graph.nodes.map((node) => {
      const targets = node.branches.flatMap((branch) => (branch.target_key === null ? [] : [branch.target_key]));
      return { key: node.key, x: node.canvas_x, y: node.canvas_y, targets };
    }),
    graph.start_key,
  );
  const nodes = graph.nodes.map((node) => {
    const position = positions.get(node.key) ?? { x: 0, y: 0 };
    return { ...node, canvas_x: position.x, canvas_y: position.y };
  });
  return { ...graph, name: name ?? graph.name, nodes };
}

/** Tells what a graph refers to that is not in the file. It is kept, and may exist where the file is imported. */
function reportLooseEnds(
  graph: PlacedGraph,
  variables: readonly ImportedVariable[],
  entities: readonly ImportedEntity[],
  report: Report,
): void {
  const known = { variables: new Set(variables.map((v) => v.name)), entities: new Set(entities.map((e) => e.key)) };
  for (const node of graph.nodes) {
    const uses = usesOf(node);
    if (node.speaker_key !== null) uses.entities.add(node.speaker_key);
    for (const kind of ["variables", "entities"] as const) {
      for (const name of uses[kind]) {
        if (known[kind].has(name)) continue;
        const what = kind === "variables" ? "variable" : "entity";
        report.add(
          "warning",
          `unknown_${what}`,
          `${quoted(node.title ?? node.key)} uses the ${what} ${quoted(name)}, which is not in the file.`,
          {
            graph: graph.key,
            node: node.key,
            source: name,
          },
        );
      }
    }
  }
}

function usesOf(node: PlacedNode): ExpressionUses {
  const uses = noUses();
  for (const condition of node.conditions) collectUses(condition, uses);
  for (const effect of node.on_enter_effects) collectEffectUses(effect, uses);
  for (const branch of node.branches) {
    for (const condition of branch.conditions) collectUses(condition, uses);
    for (const effect of branch.effects) collectEffectUses(effect, uses);
  }
  return uses;
}
