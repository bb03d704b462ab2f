import type { JsonObject } from "#domain/json.ts";
import { registry } from "#server/operations.ts";
import type { AnyOperation, BodyOf, Input, OperationAnswer, Workbench } from "./workbench.ts";

const { entities, relationships, variables, record } = registry;

/** A project to tell a test's story in: calls without the project's id, and the usual beginnings. */
export class Story {
  readonly bench: Workbench;
  readonly projectId: string;

  private constructor(bench: Workbench, projectId: string) {
    this.bench = bench;
    this.projectId = projectId;
  }

  static async begin(bench: Workbench): Promise<Story> {
    return new Story(bench, await bench.newProject());
  }

  /** Returns the story of a project that is there already. */
  static of(bench: Workbench, projectId: string): Story {
    return new Story(bench, projectId);
  }

  call<O extends AnyOperation>(operation: O, input: Input = {}): Promise<OperationAnswer<BodyOf<O>>> {
    return this.bench.call(operation, { ...input, params: { project_id: this.projectId, ...input.params } });
  }

  async ask<O extends AnyOperation>(operation: O, input: Input = {}): Promise<BodyOf<O>> {
    return (await this.call(operation, input)).body;
  }

  /** The id of a new place. */
  async place(externalId: string, rest: JsonObject = {}): Promise<string> {
    const body = { external_id: externalId, type: "location", name: externalId, ...rest };
    return (await this.ask(entities.create, { body })).id;
  }

  async relationship(source: string, target: string): Promise<string> {
    const body = { type: "knows", source_id: source, target_id: target };
    return (await this.ask(relationships.create, { body })).id;
  }

  async variable(name: string): Promise<string> {
    return (await this.ask(variables.create, { body: { name, type: "integer" } })).id;
  }

  entity(id: string, query: Record<string, unknown> = {}) {
    return this.ask(entities.get, { params: { entity_id: id }, query });
  }

  patch(id: string, body: JsonObject, rest: Omit<Input, "body" | "params"> = {}) {
    return this.call(entities.update, { params: { entity_id: id }, body, ...rest });
  }

  remove(id: string, children?: "cascade" | "detach") {
    return this.ask(entities.delete, { params: { entity_id: id }, query: children === undefined ? {} : { children } });
  }

  restore(id: string, seq?: number) {
    return this.ask(record.restore, { params: { subject_id: id }, body: seq === undefined ? {} : { seq } });
  }

  /** Shown paths by external id, at a sequence or now. */
  async paths(atSeq?: number): Promise<Record<string, string | null>> {
    const query = atSeq === undefined ? { limit: 500 } : { limit: 500, at_seq: atSeq };
    const page = await this.ask(entities.list, { query });
    return Object.fromEntries(page.entities.map(({ external_id, location_path }) => [external_id, location_path]));
  }

  async seq(): Promise<number> {
    return Number((await this.call(entities.list, { query: { limit: 1 } })).headers["x-project-seq"]);
  }

  /** The kinds of the events after a sequence. */
  async kindsAfter(seq: number): Promise<string[]> {
    const { events } = await this.ask(record.events, { query: { after_seq: seq, limit: 500 } });
    return events.map(({ kind }) => kind);
  }
}
