import type { JsonObject } from "#domain/json.ts";
import { PROBLEM_CODES } from "#domain/problems/problem.ts";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import type { Action, Step } from "./random-steps.ts";
import type { AnyOperation, Input } from "./workbench.ts";

const { entities, locations, relationships, variables, projects, record, dialogues, waivers } = registry;

/** External ids that are awkward in paths, in ranges over them and on screens. */
export const EXTERNAL_IDS = [
  "a",
  "b",
  "a0",
  "a-b",
  "a/b",
  "100%",
  "%2F",
  "under_score",
  "under score",
  " ",
  "🌉",
  "שער",
  "é",
  "/",
  "A",
  "ÿ",
];

/** Ids and sequences that requests choose from. */
export interface Choices {
  readonly seq: number;
  /** An id of something that exists, mostly; else of something that is gone or never was. */
  pick(prefix: string, choice: number): string;
  /** An id of something of these kinds that is gone, if anything is. */
  pickGone(prefixes: readonly string[], choice: number): string;
}

export type Request = [operation: AnyOperation, input: Input];

/** Requests of each action, given the choices of its step. */
export const REQUESTS: Record<Action, (step: Step, world: Choices) => Request[]> = {
  "entity.create": (step, world) => {
    const { c, flag, name, properties } = step;
    const type = flag ? "location" : "npc";
    return [
      [entities.create, { body: { external_id: externalId(c), type, name, properties, ...parent(step, world) } }],
    ];
  },
  "entity.batch": (step, world) => [[entities.batch, { body: batch(step, world) }]],
  "entity.upsert": (step, world) => {
    const { c, name, properties, flag } = step;
    const rest = flag ? { type: "location", properties } : {};
    return [[entities.upsert, { body: { external_id: externalId(c), name, ...rest, ...parent(step, world) } }]];
  },
  "entity.update": (step, world) => {
    const body = { name: step.name, properties: step.properties, ...base(step, world) };
    return [[entities.update, { params: { entity_id: world.pick("ent", step.a) }, body }]];
  },
  "entity.rename": (step, world) => {
    const body = { external_id: externalId(step.b), ...base(step, world) };
    return [[entities.update, { params: { entity_id: world.pick("ent", step.a) }, body }]];
  },
  "entity.move": ({ a, b, c, flag }, world) => {
    const body = { parent_id: c % 5 === 0 ? null : world.pick("ent", b) };
    return [[flag ? locations.move : entities.update, { params: { entity_id: world.pick("ent", a) }, body }]];
  },
  "entity.delete": ({ a, c, flag }, world) => {
    const query = c % 4 === 0 ? {} : { children: flag ? "cascade" : "detach" };
    return [[entities.delete, { params: { entity_id: world.pick("ent", a) }, query }]];
  },
  "relationship.create": ({ a, b, name, properties }, world) => {
    const body = { type: name, source_id: world.pick("ent", a), target_id: world.pick("ent", b), properties };
    return [[relationships.create, { body }]];
  },
  "relationship.update": (step, world) => {
    const body = { properties: step.properties, ...base(step, world) };
    return [[relationships.update, { params: { relationship_id: world.pick("rel", step.a) }, body }]];
  },
  "relationship.delete": ({ a, b, flag }, world) => [
    [
      relationships.delete,
      { params: { relationship_id: world.pick("rel", a) }, ...(flag && { ifMatch: b % (world.seq + 1) }) },
    ],
  ],
  "variable.create": ({ a, c, name }) => {
    const kinds = [
      { type: "integer", default: c },
      { type: "string", default: name },
      { type: "enum", enum_values: [name, `${name}2`] },
      { type: "boolean" },
    ];
    return [[variables.create, { body: { name: externalId(a), ...kinds[c % kinds.length] } }]];
  },
  "variable.update": (step, world) => {
    const body = { name: externalId(step.b), description: step.name, ...base(step, world) };
    return [[variables.update, { params: { variable_id: world.pick("var", step.a) }, body }]];
  },
  "variable.delete": ({ a, flag }, world) => [
    [variables.delete, { params: { variable_id: world.pick("var", a) }, query: { force: flag } }],
  ],
  "project.update": (step, world) => [
    [projects.update, { body: { name: step.name, metadata: step.properties, ...base(step, world) } }],
  ],
  "project.bounce": () => [
    [projects.delete, {}],
    [projects.restore, {}],
  ],
  "project.archive": ({ name }) => [
    [projects.archive, {}],
    [projects.update, { body: { name } }],
    [projects.unarchive, {}],
  ],
  "subject.restore": ({ a, b, c, flag }, world) => {
    const prefix = ["ent", "ent", "rel", "var", "node", "dlg", "grp", "ann", "prj"][c % 9] ?? "ent";
    const id = flag ? world.pickGone(["ent", "rel", "var", "node", "dlg", "grp", "ann"], a) : world.pick(prefix, a);
    const body = flag ? {} : { seq: 1 + (b % world.seq) };
    return [[record.restore, { params: { subject_id: id }, body }]];
  },
  "place.restore": ({ a, b, c, flag }, world) => {
    const place = flag ? world.pickGone(["ent"], a) : world.pick("ent", a);
    const newer = c % 2 === 0 ? "keep" : "remove";
    return [[locations.restore, { params: { entity_id: place }, body: { seq: 1 + (b % world.seq), newer } }]];
  },
  "dialogue.create": ({ name, properties }) => [[dialogues.create, { body: { name, extensions: properties } }]],
  "dialogue.update": (step, world) => {
    const body = { description: step.name, extensions: step.properties, ...base(step, world) };
    return [[dialogues.update, { params: { graph_id: world.pick("dlg", step.a) }, body }]];
  },
  "dialogue.delete": ({ a }, world) => [[dialogues.delete, { params: { graph_id: world.pick("dlg", a) } }]],
  "dialogue.duplicate": ({ a }, world) => [[dialogues.duplicate, { params: { graph_id: world.pick("dlg", a) } }]],
  "dialogue.restore": ({ a, b, flag }, world) => {
    const graph = flag ? world.pickGone(["dlg"], a) : world.pick("dlg", a);
    return [[dialogues.restore, { params: { graph_id: graph }, body: { seq: 1 + (b % world.seq) } }]];
  },
  "node.create": (step, world) => {
    const { a, b, name, flag, properties } = step;
    const body = {
      text: name,
      kind: flag ? "line" : "end",
      extensions: properties,
      tags: flag ? [name] : [],
      ...(b % 4 === 1 && { canvas_x: b / 7, canvas_y: -b }),
      ...(b % 4 === 2 && { group_id: world.pick("grp", b) }),
      ...(b % 4 === 3 && { speaker_id: world.pick("ent", b) }),
      ...logic(step, world),
    };
    return [[dialogues.createNode, { params: { graph_id: world.pick("dlg", a) }, body }]];
  },
  "node.update": (step, world) => {
    const { a, b, name, flag, properties } = step;
    const body = {
      ...(flag ? { text: name, extensions: properties } : logic(step, world)),
      ...(b % 5 === 0 && { canvas_x: b, canvas_y: 1.5 }),
      ...(b % 7 === 0 && { group_id: world.pick("grp", b) }),
      ...(b % 6 === 1 && { speaker_id: name === "" ? null : `cast ${a % 3}` }),
      ...base(step, world),
    };
    return [[dialogues.updateNode, { params: { node_id: world.pick("node", a) }, body }]];
  },
  "node.delete": ({ a }, world) => [[dialogues.deleteNode, { params: { node_id: world.pick("node", a) } }]],
  "group.create": ({ a, name }, world) => [
    [dialogues.createGroup, { params: { graph_id: world.pick("dlg", a) }, body: { title: name } }],
  ],
  "group.delete": ({ a }, world) => [[dialogues.deleteGroup, { params: { group_id: world.pick("grp", a) } }]],
  "annotation.create": ({ a, b, name }, world) => {
    const body = { text: name, canvas_x: b, canvas_y: 0.1 };
    return [[dialogues.createAnnotation, { params: { graph_id: world.pick("dlg", a) }, body }]];
  },
  "waiver.create": ({ a, b, c, name, flag }, world) => {
    const body = {
      code: PROBLEM_CODES[c % PROBLEM_CODES.length],
      reason: name,
      ...(flag && { node_id: world.pick("node", b) }),
    };
    return [[waivers.create, { params: { graph_id: world.pick("dlg", a) }, body }]];
  },
  "waiver.createBatch": ({ a, b, c, name }, world) => {
    const problems = PROBLEM_CODES.slice(c % PROBLEM_CODES.length).map((code, index) => ({
      code,
      ...(index % 2 === 0 && { node_id: world.pick("node", b) }),
    }));
    return [[waivers.createBatch, { params: { graph_id: world.pick("dlg", a) }, body: { reason: name, problems } }]];
  },
  "waiver.delete": ({ a }, world) => [[waivers.delete, { params: { waiver_id: world.pick("wvr", a) } }]],
  gestures: (step, world) => [
    [dialogues.batch, { params: { graph_id: world.pick("dlg", step.a) }, body: gestures(step, world) }],
  ],
};

function externalId(choice: number): string {
  return EXTERNAL_IDS[choice % EXTERNAL_IDS.length] ?? "a";
}

function parent({ a, b, flag }: Step, world: Choices): object {
  if (a % 5 === 0) return {};
  if (a % 5 === 1) return { parent_id: null };
  return flag && a % 5 === 2 ? { parent_external_id: externalId(b) } : { parent_id: world.pick("ent", b) };
}

function base({ b, c }: Step, world: Choices): object {
  if (c % 3 !== 0) return {};
  // Near the head, where conflicts are possible and not certain; now and then beyond it, which is refused.
  return { base_seq: b % 20 === 0 ? world.seq + 1 : Math.max(0, world.seq - (b % 8)) };
}

/** Entities that may name each other, themselves or nobody as parents, in any order. */
function batch(step: Step, world: Choices): object {
  const { a, b, c, flag, name, properties } = step;
  const count = 1 + (c % 5);
  const stride = 1 + (b % 4);
  const made = Array.from(
    { length: count },
    (_, i): JsonObject => ({
      ...((a + i) % 3 === 0 && { id: newId("ent") }),
      external_id: externalId(a + i * stride),
      type: "location",
      name,
      properties: i === 0 ? properties : {},
      ...(i === 0
        ? parent(step, world)
        : { parent_external_id: externalId(a + (flag ? (i + b) % count : i - 1) * stride) }),
    }),
  );
  return { entities: flag ? made : made.reverse(), mode: c % 2 === 0 ? "independent" : "all_or_nothing" };
}

function logic({ b, c, name }: Step, world: Choices): object {
  const variable = world.pick("var", b);
  const condition = { op: "gte", args: [{ var: variable }, { lit: c }] };
  const effect = { op: "set", target: variable, value: { lit: name }, when: [] };
  return {
    ...(b % 2 === 0 && { conditions: [condition] }),
    ...(b % 3 === 0 && { on_enter_effects: [effect] }),
    branches: Array.from({ length: c % 4 }, (_, i) => ({
      choice_text: `${name} ${i}`,
      target_node_id: (b + i) % 4 === 0 ? null : world.pick("node", b + i * 17),
      ...(i === 1 && { conditions: [condition], effects: [effect] }),
    })),
  };
}

function gestures(step: Step, world: Choices): object {
  const { a, b, c, name, flag } = step;
  const id = newId("node");
  const first = [
    { op: "node.create", node: { id, text: name } },
    { op: "node.update", id: flag ? id : world.pick("node", b), patch: { text: `${name}!`, ...logic(step, world) } },
  ];
  const second = [
    ...(c % 3 === 0 ? [{ op: "node.delete", id: c % 2 === 0 ? id : world.pick("node", c) }] : []),
    { op: "node.move", id: world.pick("node", b), canvas_x: a, canvas_y: b },
    { op: "dialogue.update", patch: { start_node_id: flag ? id : world.pick("node", c) } },
  ];
  return {
    batch_id: newId("bat"),
    gestures: [
      { label: "one", operations: first },
      { label: "two", operations: second },
    ],
  };
}
