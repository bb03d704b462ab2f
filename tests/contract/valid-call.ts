import type { StateDiagram } from "#server/operation/ordinary/states.ts";
import type { NamedOperation } from "#server/operations.ts";
import { listOperations } from "#server/operations.ts";
import type { TestApi } from "#tests/support/api.ts";
import type { TestMember } from "#tests/support/workspace.ts";
import type { Fixture, FixtureContext, ValidCall } from "./fixture.ts";
import { FIXTURES } from "./fixtures.ts";

/** Operations that make the subject of a path parameter, where it is not the `create` of the same area. */
const MAKERS: Readonly<Record<string, string>> = {
  project_id: "projects.create",
  subject_id: "entities.create",
  invitation_id: "members.invite",
  "projectMembers.invitation_id": "projectMembers.invite",
  graph_id: "dialogues.create",
  node_id: "dialogues.createNode",
  group_id: "dialogues.createGroup",
  annotation_id: "dialogues.createAnnotation",
  delivery_id: "webhooks.test",
  "demo.session_id": "demo.createSession",
  session_id: "generation.text",
  run_id: "runs.start",
  save_id: "runs.save",
  quest_id: "quests.create",
  player_id: "players.create",
  participant_id: "conversations.addParticipant",
  bible_extraction_id: "storyBible.extract",
  bible_entry_id: "storyBible.createEntry",
  act_id: "acts.create",
  chapter_id: "chapters.create",
  "relationships.entity_id": "entities.create",
  "facts.entity_id": "entities.create",
  "profiles.entity_id": "entities.create",
};

const OPERATIONS = new Map(listOperations().map((named) => [nameOf(named), named]));

/** `area.name`. */
export function nameOf({ area, name }: NamedOperation): string {
  return `${area}.${name}`;
}

/** The operation of this name. */
export function operationNamed(name: string): NamedOperation {
  const found = OPERATIONS.get(name);
  if (found === undefined) throw new Error(`there is no operation ${name}`);
  return found;
}

export function fixtureOf(named: NamedOperation): Fixture {
  return FIXTURES[nameOf(named)] ?? {};
}

/** The key an operation's valid call is made with. */
export function keyFor(api: TestApi, named: NamedOperation): string {
  return fixtureOf(named).as === "live key" ? api.home.liveKey : api.home.key;
}

/** The path of a call, with its parameters in place. */
export function pathOf({ operation }: NamedOperation, params: Record<string, string>): string {
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}

/**
 * A project of its own in which things are made as they are needed: what a path parameter names comes from the operation that
 * creates such things, called with its example.
 */
export class Scene implements FixtureContext {
  readonly api: TestApi;
  readonly #made = new Map<string, Promise<string>>();
  #person: Promise<TestMember> | null = null;

  /** `projectId` is a project that is there already. */
  constructor(api: TestApi, projectId?: string) {
    this.api = api;
    if (projectId !== undefined) this.#made.set("projects.create", Promise.resolve(projectId));
  }

  get projectId(): Promise<string> {
    return this.param("project_id", "");
  }

  /** An owner of the home workspace who is signed in. */
  get person(): Promise<TestMember> {
    this.#person ??= this.api.home.makeMember("owner");
    return this.#person;
  }

  /** The id of such a thing, made at the first call. */
  param(param: string, area: string): Promise<string> {
    return this.#one(MAKERS[`${area}.${param}`] ?? MAKERS[param] ?? `${area}.create`);
  }

  /** Calls an operation of the product as the home workspace; throws unless it succeeds. */
  async ask<Body = Record<string, unknown>>(name: string, call: Partial<ValidCall> = {}): Promise<Body> {
    const named = operationNamed(name);
    const { params } = await this.#complete(named, call);
    const { status, body } = await this.api.call<Body>(named.operation.method, pathOf(named, params), {
      key: keyFor(this.api, named),
      query: call.query ?? {},
      ...(call.body !== undefined && { body: call.body }),
    });
    if (status >= 300) throw new Error(`${name} was refused with ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** A call that succeeds; a read of a project has something to read. */
  async validCall(named: NamedOperation): Promise<ValidCall> {
    if (named.operation.kind === "project-read") await this.#populate(named.area);
    const own = await fixtureOf(named).call?.(this);
    if (own === undefined) {
      await this.#delete(named.operation.path);
      await this.#move(named);
    }
    return this.#complete(named, own ?? {});
  }

  /** Deletes what the path of a restore names, so that there is something to bring back. */
  async #delete(path: string): Promise<void> {
    for (const [name, { operation }] of OPERATIONS) {
      if (operation.method === "DELETE" && `${operation.path}/restore` === path) await this.ask(name);
    }
  }

  /** Brings the subject of a transition into a state that it begins in, by the transitions that lead there from the first state. */
  async #move({ area, name, operation }: NamedOperation): Promise<void> {
    const diagram = operation.output.meta()?.["x-states"] as StateDiagram | undefined;
    const asked = diagram?.transitions.find((each) => each.name === name);
    const [first] = diagram?.states ?? [];
    if (diagram === undefined || asked === undefined || first === undefined) return;
    const ways = new Map<string, readonly string[]>([[first, []]]);
    for (const [state, way] of ways) {
      for (const { name: next, from, to } of diagram.transitions)
        if (from.includes(state) && !ways.has(to)) ways.set(to, [...way, next]);
    }
    const way = asked.from.flatMap((state) => (ways.has(state) ? [ways.get(state) ?? []] : []))[0];
    if (way === undefined) throw new Error(`no way leads to where ${area}.${name} begins`);
    for (const each of way) await this.ask(`${area}.${each}`);
  }

  /** Reads the last sequence of the project's record. */
  async head(): Promise<number> {
    return (await this.ask<{ last_seq: number }>("projects.get")).last_seq;
  }

  #one(maker: string): Promise<string> {
    let made = this.#made.get(maker);
    if (made === undefined) {
      made = this.#make(operationNamed(maker));
      this.#made.set(maker, made);
    }
    return made;
  }

  /** Makes one of everything that is made inside a project. */
  async #populate(area: string): Promise<void> {
    for (const maker of new Set([
      "relationships.create",
      "locations.create",
      "variables.create",
      `${area}.create`,
      ...Object.values(MAKERS),
    ])) {
      const inProject = OPERATIONS.get(maker)?.operation.path.startsWith("/v1/projects/{project_id}/");
      if (inProject === true) await this.#one(maker);
    }
  }

  async #make(named: NamedOperation): Promise<string> {
    const made = await this.ask<Record<string, string | undefined>>(nameOf(named), await this.validCall(named));
    const id = made.id ?? made.user_id ?? made.delivery_id ?? made.webhook_id ?? made.session_id;
    if (id === undefined) throw new Error(`${nameOf(named)} answers no id`);
    return id;
  }

  async #complete(named: NamedOperation, given: Partial<ValidCall>): Promise<ValidCall> {
    const { operation, area } = named;
    const params: Record<string, string> = {};
    for (const name of Object.keys(operation.params.shape)) {
      params[name] = given.params?.[name] ?? (await this.param(name, area));
    }
    const body = "body" in given ? given.body : operation.body === undefined ? undefined : (operation.example ?? {});
    const bearer = given.bearer === undefined ? {} : { bearer: given.bearer };
    return { params, query: given.query ?? {}, body, ...bearer };
  }
}
