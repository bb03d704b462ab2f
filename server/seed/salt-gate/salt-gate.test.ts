import { describe, expect, it } from "vitest";
import { importFabula } from "#domain/import/fabula/fabula.ts";
import type { ImportedGraph, ImportedNode } from "#domain/import/story.ts";
import story from "./story.json" with { type: "json" };
import world from "./world.json" with { type: "json" };

const { entities: ENTITIES, relationships: RELATIONSHIPS } = world;
const { graphs: GRAPHS, variables } = importFabula(story);
const [MAIN, LOW_BELL] = GRAPHS as [ImportedGraph, ImportedGraph];
const PLACES = ENTITIES.filter(({ type }) => type === "location");
const CHARACTERS = ENTITIES.filter(({ type }) => type === "character");
const ENTITY_KEYS = new Set(ENTITIES.map((entity) => entity.external_id));
const CHARACTER_KEYS = new Set(CHARACTERS.map((character) => character.external_id));
const VARIABLES = new Map(variables.map((variable) => [variable.name, variable]));

function repeated(keys: string[]): string[] {
  return keys.filter((key, index) => keys.indexOf(key) !== index);
}

/** Every object anywhere inside a value, so that a reference cannot hide in a nested expression. */
function objectsWithin(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(objectsWithin);
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner];
}

function findings(graph: ImportedGraph) {
  const nodes = new Map(graph.nodes.map((node) => [node.key, node]));
  const seen = new Set<string>();
  const waiting = [graph.start_key];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const node = key === null ? undefined : nodes.get(key);
    if (node === undefined || seen.has(node.key)) continue;
    seen.add(node.key);
    for (const branch of node.branches) waiting.push(branch.target_key);
  }
  return {
    deadEnds: graph.nodes.filter((n) => n.kind !== "end" && n.branches.length === 0).map((n) => n.key),
    unreachable: graph.nodes.filter((n) => !seen.has(n.key)).map((n) => n.key),
    invalidTargets: graph.nodes.flatMap((n) =>
      n.branches
        .filter((b) => b.target_key === null || !nodes.has(b.target_key))
        .map((b) => ({ from: n.key, target: b.target_key })),
    ),
  };
}

/** The room a card takes on the canvas: header, three lines of text, one row a choice. */
function footprint(node: ImportedNode) {
  return { x: node.canvas_x, y: node.canvas_y, width: 264, height: 116 + 26 * node.branches.length };
}

type Box = ReturnType<typeof footprint>;

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

describe("the places and cast of The Salt Gate", () => {
  it("have the promised size", () => {
    expect(PLACES.length).toBeGreaterThanOrEqual(30);
    expect(CHARACTERS).toHaveLength(14);
    expect(RELATIONSHIPS.length).toBeGreaterThanOrEqual(50);
    expect(variables).toHaveLength(10);
    expect(new Set(variables.map((variable) => variable.type)).size).toBe(5);
  });

  it("use every external id once", () => {
    expect(repeated(ENTITIES.map((entity) => entity.external_id))).toEqual([]);
  });

  it("are four levels deep, each parent before its children", () => {
    const depths = new Map<string, number>();
    for (const place of PLACES) {
      const parent = place.parent_external_id ?? null;
      const depth = parent === null ? 1 : (depths.get(parent) ?? Number.NaN) + 1;
      expect(depth, place.external_id).not.toBeNaN();
      depths.set(place.external_id, depth);
    }
    expect(Math.max(...depths.values())).toBe(4);
  });

  it("name only factions that exist", () => {
    for (const entity of ENTITIES) {
      const faction = entity.properties.faction ?? null;
      if (faction !== null) expect(ENTITY_KEYS).toContain(faction);
    }
  });

  it("are related only to each other, and once in each way", () => {
    for (const relation of RELATIONSHIPS) {
      expect(ENTITY_KEYS).toContain(relation.source_external_id);
      expect(ENTITY_KEYS).toContain(relation.target_external_id);
    }
    expect(repeated(RELATIONSHIPS.map((r) => `${r.source_external_id} ${r.type} ${r.target_external_id}`))).toEqual([]);
  });
});

describe.each(GRAPHS.map((graph) => [graph.name, graph] as const))("the dialogue %s", (_name, graph) => {
  const nodeKeys = new Set(graph.nodes.map((node) => node.key));
  const groupKeys = new Set(graph.groups.map((group) => group.key));

  it("has unique keys and titles", () => {
    expect(repeated(graph.nodes.map((node) => node.key))).toEqual([]);
    expect(repeated(graph.nodes.map((node) => node.title ?? ""))).toEqual([]);
    expect(nodeKeys).toContain(graph.start_key);
  });

  it("gives every line to a character who exists and every card to a group that exists", () => {
    for (const node of graph.nodes) {
      if (node.speaker_key !== null) expect(CHARACTER_KEYS, node.key).toContain(node.speaker_key);
      if (node.group_key !== null) expect(groupKeys, node.key).toContain(node.group_key);
      if (node.exit_to !== null) expect(GRAPHS.map((each) => each.key)).toContain(node.exit_to.graph_key);
    }
  });

  it("refers only to variables and cards that exist", () => {
    for (const part of objectsWithin(graph.nodes)) {
      if (typeof part.var === "string") expect([...VARIABLES.keys()]).toContain(part.var);
      if (typeof part.ref === "string") expect(nodeKeys).toContain(part.ref);
    }
  });

  it("sets each variable to a value of its type", () => {
    const effects = graph.nodes.flatMap((n) => [...n.on_enter_effects, ...n.branches.flatMap((b) => b.effects)]);
    for (const effect of effects) {
      const variable = VARIABLES.get(effect.target ?? "");
      const value = effect.value !== null && "lit" in effect.value ? effect.value.lit : undefined;
      if (variable === undefined) throw new Error(`No variable ${effect.target}`);
      expect(typeof value, variable.name).toBe(typeof variable.default);
      if (variable.type === "enum") expect(variable.enum_values).toContain(value);
    }
  });

  it("says something on every card, and offers words for every choice", () => {
    for (const node of graph.nodes) {
      expect(node.text === "", node.key).toBe(node.kind === "condition");
      expect(node.branches.filter((b) => b.kind === "else").length, node.key).toBe(node.kind === "condition" ? 1 : 0);
      if (node.kind === "end") expect(node.branches).toEqual([]);
      for (const branch of node.branches) expect(branch.choice_text === "").toBe(branch.kind !== "choice");
    }
  });

  it("is laid out on the 8-px grid without overlaps", () => {
    const boxes = [
      ...graph.nodes.map(footprint),
      ...graph.annotations.map((a) => ({ x: a.canvas_x, y: a.canvas_y, width: a.width ?? 0, height: a.height ?? 0 })),
    ];
    for (const [index, box] of boxes.entries()) {
      expect([box.x % 8, box.y % 8]).toEqual([0, 0]);
      for (const other of boxes.slice(index + 1)) expect(overlap(box, other), JSON.stringify([box, other])).toBe(false);
    }
  });
});

describe("the faults left in on purpose", () => {
  it("are one of each kind in the main dialogue", () => {
    expect(MAIN.nodes.length).toBeGreaterThanOrEqual(40);
    expect(MAIN.nodes.filter((node) => node.kind === "end")).toHaveLength(7);
    expect(findings(MAIN)).toEqual({
      deadEnds: ["heron-officers"],
      unreachable: ["lamp-venn"],
      invalidTargets: [{ from: "town-sib", target: "court-petition" }],
    });
  });

  it("are absent from the second one", () => {
    expect(LOW_BELL.nodes).toHaveLength(8);
    expect(findings(LOW_BELL)).toEqual({ deadEnds: [], unreachable: [], invalidTargets: [] });
  });
});
