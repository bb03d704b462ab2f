import { registry } from "#server/operations.ts";
import { sql } from "drizzle-orm";
import { newId } from "#server/kernel/ids.ts";
import { Problem, ValidationProblem } from "#server/kernel/problem.ts";
import { holds } from "#server/record/versions.ts";
import { resources } from "#server/resources.ts";
import type { Action, Step } from "./random-steps.ts";
import type { Answered, Input, Workbench } from "./workbench.ts";

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

const { entities, locations, relationships, variables, projects, record, dialogues } = registry;

/** A project under random operations, and the ids it ever had. */
export class RandomWorld {
  readonly bench: Workbench;
  readonly projectId: string;
  /** Ids by prefix: those of the present, and all there ever were. */
  private live = new Map<string, string[]>();
  private readonly ever = new Map<string, Set<string>>();
  private lastSeq = 1;
  /** How many steps were carried out and how many refused. */
  readonly tally = { done: 0, refused: 0 };
  /** Refusals by code. */
  readonly refusals = new Map<string, number>();

  private constructor(bench: Workbench, projectId: string) {
    this.bench = bench;
    this.projectId = projectId;
  }

  static async begin(bench: Workbench): Promise<RandomWorld> {
    return new RandomWorld(bench, await bench.newProject());
  }

  get seq(): number {
    return this.lastSeq;
  }

  /** Carries out one step. A refusal is part of the game; anything else that fails is a defect and is thrown. */
  async perform(step: Step): Promise<void> {
    if (this.bench.time !== null) this.bench.time += step.clock;
    try {
      const answer = await this.steps[this.possible(step.action)](step);
      const seq = answer?.headers["x-project-seq"];
      if (seq !== undefined) this.lastSeq = Number(seq);
      this.tally.done += 1;
      await this.look();
    } catch (error) {
      if (!(error instanceof Problem || error instanceof ValidationProblem)) throw error;
      if (error instanceof Problem && error.status >= 500) throw error;
      this.tally.refused += 1;
      const why = error instanceof Problem ? error.code : "validation";
      this.refusals.set(why, (this.refusals.get(why) ?? 0) + 1);
    }
  }

  /** The action, or the creation of what it would need. */
  private possible(action: Action): Action {
    const needs: [RegExp, prefix: string, Action][] = [
      [/^(entity\.(?!create|batch|upsert)|relationship|subject)/, "ent", "entity.create"],
      [/^relationship\.(?!create)/, "rel", "relationship.create"],
      [/^variable\.(?!create)/, "var", "variable.create"],
      [/^(dialogue\.(?!create)|node|group|annotation|gestures)/, "dlg", "dialogue.create"],
      [/^node\.(?!create)/, "node", "node.create"],
      [/^group\.(?!create)/, "grp", "group.create"],
    ];
    const lacking = needs.find(([pattern, prefix]) => pattern.test(action) && !this.live.has(prefix));
    return lacking === undefined ? action : lacking[2];
  }

  /** One of the ids of a kind this world ever had; one that never existed now and then. */
  private pick(prefix: string, choice: number): string {
    const rare = choice % 16;
    if (rare === 0) return newId(prefix);
    const known = rare < 3 ? [...(this.ever.get(prefix) ?? [])] : (this.live.get(prefix) ?? []);
    return known[choice % known.length] ?? newId(prefix);
  }

  /** One that is gone, if any is. */
  private pickGone(prefix: string, choice: number): string {
    const live = new Set(this.live.get(prefix));
    const gone = [...(this.ever.get(prefix) ?? [])].filter((id) => !live.has(id));
    return gone[choice % gone.length] ?? this.pick(prefix, choice);
  }

  /** Takes note of what exists now. */
  private async look(): Promise<void> {
    const parts = resources.all().map(
      ({ table, prefix }) => sql`SELECT ${prefix}::text AS prefix, id FROM ${sql.identifier(table)}
        WHERE project_id = ${this.projectId} AND ${holds(null)}`,
    );
    const rows = await this.bench.database.reads.execute<{ prefix: string; id: string }>(
      sql`SELECT * FROM (${sql.join(parts, sql` UNION ALL `)}) t ORDER BY prefix, id`,
    );
    this.live = new Map([...Map.groupBy(rows, ({ prefix }) => prefix)].map(([prefix, all]) => [prefix, all.map(({ id }) => id)]));
    for (const [prefix, ids] of this.live) {
      const ever = this.ever.get(prefix) ?? new Set();
      for (const id of ids) ever.add(id);
      this.ever.set(prefix, ever);
    }
  }

  private input(params: Record<string, string>, rest: Omit<Input, "params"> = {}): Input {
    return { params: { project_id: this.projectId, ...params }, ...rest };
  }

  private externalId(choice: number): string {
    return EXTERNAL_IDS[choice % EXTERNAL_IDS.length] ?? "a";
  }

  private parent({ a, b, flag }: Step): object {
    if (a % 5 === 0) return {};
    if (a % 5 === 1) return { parent_id: null };
    return flag ? { parent_external_id: this.externalId(b) } : { parent_id: this.pick("ent", b) };
  }

  private base(step: Step): object {
    return step.c % 3 === 0 ? { base_seq: step.b % (this.lastSeq + 1) } : {};
  }

  private async createEntity(step: Step) {
    const { c, flag, name, properties } = step;
    const type = flag ? "location" : "npc";
    const body = { external_id: this.externalId(c), type, name, properties, ...this.parent(step) };
    return this.bench.call(entities.create, this.input({}, { body }));
  }

  private async createBatch(step: Step) {
    const { a, b, c, flag, name, properties } = step;
    const count = 1 + (c % 5);
    const made = Array.from({ length: count }, (_, i) => ({
      ...((a + i) % 3 === 0 && { id: newId("ent") }),
      external_id: this.externalId(a + i * (1 + (b % 4))),
      type: "location",
      name,
      properties: i === 0 ? properties : {},
      ...(i === 0 ? this.parent(step) : { parent_external_id: this.externalId(a + (b % count) * (1 + (b % 4))) }),
    }));
    const body = { entities: made, mode: flag ? "independent" : "all_or_nothing" };
    const answer = await this.bench.call(entities.createBatch, this.input({}, { body }));
  }

  private logic({ b, c, name }: Step): object {
    const variable = this.pick("var", b);
    const condition = { op: "gte", args: [{ var: variable }, { lit: c }] };
    const effect = { op: "set", target: variable, value: { lit: name }, when: [] };
    return {
      ...(b % 2 === 0 && { conditions: [condition] }),
      ...(b % 3 === 0 && { on_enter_effects: [effect] }),
      branches: Array.from({ length: c % 4 }, (_, i) => ({
        choice_text: `${name} ${i}`,
        target_node_id: (b + i) % 4 === 0 ? null : this.pick("node", b + i),
        ...(i === 1 && { conditions: [condition], effects: [effect] }),
      })),
    };
  }

  private async createNode(step: Step) {
    const { a, b, name, flag, properties } = step;
    const graph = this.pick("dlg", a);
    const body = {
      text: name,
      kind: flag ? "line" : "end",
      extensions: properties,
      tags: flag ? [name] : [],
      ...(b % 4 === 1 && { canvas_x: b / 7, canvas_y: -b }),
      ...(b % 4 === 2 && { group_id: this.pick("grp", b) }),
      ...(b % 4 === 3 && { speaker_id: this.pick("ent", b) }),
      ...this.logic(step),
    };
    return this.bench.call(dialogues.createNode, this.input({ graph_id: graph }, { body }));
  }

  private async gestures(step: Step) {
    const { a, b, c, name, flag } = step;
    const id = newId("node");
    const operations = [
      { op: "node.create", node: { id, text: name } },
      { op: "node.update", id: flag ? id : this.pick("node", b), patch: { text: `${name}!`, ...this.logic(step) } },
      ...(c % 3 === 0 ? [{ op: "node.delete", id: c % 2 === 0 ? id : this.pick("node", c) }] : []),
      { op: "node.move", id: this.pick("node", b), canvas_x: a, canvas_y: b },
      { op: "dialogue.update", patch: { start_node_id: flag ? id : this.pick("node", c) } },
    ];
    const body = {
      batch_id: newId("bat").slice(0, 30),
      gestures: [
        { label: "one", operations: operations.slice(0, 2) },
        { label: "two", operations: operations.slice(2) },
      ],
    };
    return this.bench.call(dialogues.batch, this.input({ graph_id: this.pick("dlg", a) }, { body }));
  }

  private readonly steps: Record<Action, (step: Step) => Promise<Answered<unknown> | undefined>> = {
    "entity.create": (step) => this.createEntity(step),
    "entity.batch": (step) => this.createBatch(step),
    "entity.upsert": async (step) => {
      const { c, name, properties, flag } = step;
      const body = {
        external_id: this.externalId(c),
        ...(flag && { type: "location", properties }),
        name,
        ...this.parent(step),
      };
      return this.bench.call(entities.upsert, this.input({}, { body }));
    },
    "entity.update": (step) => {
      const body = { name: step.name, properties: step.properties, ...this.base(step) };
      return this.bench.call(entities.update, this.input({ entity_id: this.pick("ent", step.a) }, { body }));
    },
    "entity.rename": (step) => {
      const body = { external_id: this.externalId(step.b), ...this.base(step) };
      return this.bench.call(entities.update, this.input({ entity_id: this.pick("ent", step.a) }, { body }));
    },
    "entity.move": (step) => {
      const body = { parent_id: step.c % 4 === 0 ? null : this.pick("ent", step.b) };
      const input = this.input({ entity_id: this.pick("ent", step.a) }, { body });
      return step.flag ? this.bench.call(locations.move, input) : this.bench.call(entities.update, input);
    },
    "entity.delete": ({ a, c, flag }) => {
      const query = c % 4 === 0 ? {} : { children: flag ? "cascade" : "detach" };
      return this.bench.call(entities.delete, this.input({ entity_id: this.pick("ent", a) }, { query }));
    },
    "relationship.create": async ({ a, b, name, properties }) => {
      const body = { type: name, source_id: this.pick("ent", a), target_id: this.pick("ent", b), properties };
      return this.bench.call(relationships.create, this.input({}, { body }));
    },
    "relationship.update": (step) => {
      const body = { properties: step.properties, ...this.base(step) };
      const params = { relationship_id: this.pick("rel", step.a) };
      return this.bench.call(relationships.update, this.input(params, { body }));
    },
    "relationship.delete": ({ a, b, flag }) => {
      const input = this.input({ relationship_id: this.pick("rel", a) }, flag ? { ifMatch: b % (this.lastSeq + 1) } : {});
      return this.bench.call(relationships.delete, input);
    },
    "variable.create": async ({ a, c, name }) => {
      const kinds = [
        { type: "integer", default: c },
        { type: "string", default: name },
        { type: "enum", enum_values: [name, `${name}2`] },
        { type: "boolean" },
      ];
      const body = { name: this.externalId(a), ...kinds[c % kinds.length] };
      return this.bench.call(variables.create, this.input({}, { body }));
    },
    "variable.update": (step) => {
      const body = { name: this.externalId(step.b), description: step.name, ...this.base(step) };
      return this.bench.call(variables.update, this.input({ variable_id: this.pick("var", step.a) }, { body }));
    },
    "variable.delete": ({ a, flag }) => {
      const input = this.input({ variable_id: this.pick("var", a) }, { query: { force: flag } });
      return this.bench.call(variables.delete, input);
    },
    "project.update": (step) => {
      const body = { name: step.name, metadata: step.properties, ...this.base(step) };
      return this.bench.call(projects.update, this.input({}, { body }));
    },
    "project.bounce": async () => {
      await this.bench.call(projects.delete, this.input({}));
      return this.bench.call(projects.restore, this.input({}));
    },
    "subject.restore": ({ a, b, c, flag }) => {
      const prefix = ["ent", "ent", "ent", "rel", "var", "node", "dlg", "grp", "ann"][c % 9] ?? "ent";
      const body = flag ? {} : { seq: 1 + (b % this.lastSeq) };
      return this.bench.call(record.restore, this.input({ subject_id: this.pick(prefix, a) }, { body }));
    },
    "dialogue.create": async ({ name, properties }) => {
      return this.bench.call(dialogues.create, this.input({}, { body: { name, extensions: properties } }));
    },
    "dialogue.update": (step) => {
      const body = { description: step.name, extensions: step.properties, ...this.base(step) };
      return this.bench.call(dialogues.update, this.input({ graph_id: this.pick("dlg", step.a) }, { body }));
    },
    "dialogue.delete": ({ a }) => this.bench.call(dialogues.delete, this.input({ graph_id: this.pick("dlg", a) })),
    "dialogue.duplicate": async ({ a }) => {
      const answer = await this.bench.call(dialogues.duplicate, this.input({ graph_id: this.pick("dlg", a) }));
      this.learn("node", answer, answer.body.nodes.map(({ id }) => id));
      return this.learn("dlg", answer, [answer.body.id]);
    },
    "dialogue.restore": ({ a, b }) => {
      const body = { seq: 1 + (b % this.lastSeq) };
      return this.bench.call(dialogues.restore, this.input({ graph_id: this.pick("dlg", a) }, { body }));
    },
    "node.create": (step) => this.createNode(step),
    "node.update": (step) => {
      const { b, name, flag, properties } = step;
      const body = {
        ...(flag ? { text: name, extensions: properties } : this.logic(step)),
        ...(b % 5 === 0 && { canvas_x: b, canvas_y: 1.5 }),
        ...(b % 7 === 0 && { group_id: this.pick("grp", b) }),
        ...this.base(step),
      };
      return this.bench.call(dialogues.updateNode, this.input({ node_id: this.pick("node", step.a) }, { body }));
    },
    "node.delete": ({ a }) => this.bench.call(dialogues.deleteNode, this.input({ node_id: this.pick("node", a) })),
    "group.create": async ({ a, name }) => {
      const input = this.input({ graph_id: this.pick("dlg", a) }, { body: { title: name } });
      return this.bench.call(dialogues.createGroup, input);
    },
    "group.delete": ({ a }) => this.bench.call(dialogues.deleteGroup, this.input({ group_id: this.pick("grp", a) })),
    "annotation.create": async ({ a, b, name }) => {
      const input = this.input({ graph_id: this.pick("dlg", a) }, { body: { text: name, canvas_x: b, canvas_y: 0.1 } });
      return this.bench.call(dialogues.createAnnotation, input);
    },
    gestures: (step) => this.gestures(step),
  };
}
