import DataLoader from "dataloader";
import type { Json, JsonObject } from "#domain/json.ts";
import { invalidValue, Problem } from "../kernel/problem.ts";
import { checkJsonValue } from "../kernel/validation/json-values.ts";
import type { ProjectRef } from "../operation/context.ts";
import { notForEveryone } from "../operation/gate.ts";
import type { Answer } from "../operation/idempotency.ts";
import type { KeyedOperation } from "../operation/operation.ts";
import type { Reading } from "../operation/reading.ts";
import type { RawRequest } from "../operation/run.ts";
import type { Resource } from "../record/resource.ts";

/** Objects of lists that one answer may hold. */
export const MAX_NODES = 10_000;

/** Input of an operation. */
export interface Input {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Undefined for an operation without a body. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
}

/** State that resolvers share while one document is answered. */
export class Session {
  readonly reading: Reading;
  readonly #places = new Map<string, ReadScope>();
  #nodes = 0;

  constructor(reading: Reading) {
    this.reading = reading;
  }

  /**
   * A project at a sequence, or what lies outside projects; null for `atSeq` is the present of the snapshot. `as` is the entity
   * through whose eyes it is read, `run` the playthrough in which it is.
   */
  place(
    projectId: string | null,
    atSeq: number | null,
    as: string | null = this.reading.caller.readsAs,
    run: string | null = null,
  ): ReadScope {
    const name = `${projectId} ${atSeq} ${as} ${run}`;
    let place = this.#places.get(name);
    if (place === undefined) {
      place = new ReadScope(this, { projectId, atSeq, as, run });
      this.#places.set(name, place);
    }
    return place;
  }

  /** Forgets what was read: something is about to be written. */
  renew(): void {
    this.#places.clear();
    this.reading.renew();
  }

  /** Counts objects against the bound that holds whatever was foreseen of them. */
  spend(nodes: number): void {
    this.#nodes += nodes;
    if (this.#nodes > MAX_NODES) {
      throw new Problem("query_too_complex", { detail: { limit: "nodes", maximum: MAX_NODES } });
    }
  }

  /** A request of an operation as the runner takes it. */
  request({ params, query, body }: Input): RawRequest {
    const { caller, requestId, gone } = this.reading;
    return {
      caller,
      requestId,
      ...(gone !== undefined && { gone }),
      params,
      query,
      laxQuery: false,
      body: async () => body,
      mistakes: [...checkJsonValue(query, ["query"]), ...checkJsonValue(body ?? {}, ["body"])],
      ifMatch: null,
      idempotency: null,
    };
  }
}

/** An object of an answer, and where it was read: what is reached from it is read there too. */
export class Node {
  readonly place: ReadScope;
  readonly #wire: JsonObject | (() => Promise<JsonObject>);

  /** `wire` may be read when it is first asked for. */
  constructor(wire: JsonObject | (() => Promise<JsonObject>), place: ReadScope) {
    this.#wire = wire;
    this.place = place;
  }

  /** Fields of the subject, under REST's names. */
  get wire(): JsonObject | Promise<JsonObject> {
    return typeof this.#wire === "function" ? this.#wire() : this.#wire;
  }
}

/** A project at a sequence. What is asked of it in one moment of the execution is read together. */
export class ReadScope {
  readonly session: Session;
  readonly projectId: string | null;
  readonly atSeq: number | null;
  /** Perspective of every read here; null sees all. */
  readonly as: string | null;
  /** The playthrough of every read here; null for the record alone. */
  readonly run: string | null;
  readonly #subjects = new Map<string, DataLoader<string, JsonObject | null>>();
  readonly #lists = new Map<string, DataLoader<string, Answer | null>>();

  constructor(session: Session, { projectId, atSeq, as, run }: Pick<ReadScope, "projectId" | "atSeq" | "as" | "run">) {
    this.session = session;
    this.projectId = projectId;
    this.atSeq = atSeq;
    this.as = as;
    this.run = run;
  }

  /** The same project at the same sequence, through the eyes of an entity and in a playthrough, where a read names them. */
  through({ as, run }: Readonly<Record<string, unknown>>): ReadScope {
    if (typeof as !== "string" && typeof run !== "string") return this;
    const { projectId, atSeq } = this;
    const eyes = typeof as === "string" ? as : this.as;
    return this.session.place(projectId, atSeq, eyes, typeof run === "string" ? run : this.run);
  }

  /** The project, once the gate let the caller through. */
  project(): Promise<ProjectRef> {
    return this.session.reading.project(this.#projectId, this.atSeq);
  }

  /** A subject as a read by its id shows it; null when there is none. */
  find(resource: Resource, id: string): Promise<JsonObject | null> {
    if (this.session.reading.caller.readsAs !== null) return Promise.reject(notForEveryone());
    if (this.as !== null) return Promise.reject(byItsOwnList("as", this.as));
    if (this.run !== null) return Promise.reject(byItsOwnList("run", this.run));
    let loader = this.#subjects.get(resource.type);
    if (loader === undefined) {
      loader = new DataLoader(async (ids) => {
        this.session.spend(ids.length);
        const found = await this.session.reading.find(resource, this.#projectId, ids, this.atSeq);
        return ids.map((each) => found.get(each) ?? null);
      });
      this.#subjects.set(resource.type, loader);
    }
    return loader.load(id);
  }

  /** Runs a read, or what answers about a sequence that its body names: about the one that is read here. */
  async ask(operation: KeyedOperation, input: Input): Promise<Answer> {
    const { reading } = this.session;
    if (operation.kind !== "project-call")
      return reading.run(operation, this.session.request(this.#here(operation, input)));
    // In a playthrough it is about the sequence that is played, unless one was asked for.
    const isPlayed = this.atSeq === null && input.body?.run != null;
    const at_seq = isPlayed ? undefined : (this.atSeq ?? (await this.project()).lastSeq);
    const params = { ...input.params, project_id: this.#projectId };
    const body = { ...input.body, ...(at_seq !== undefined && { at_seq }) };
    return reading.call(operation, this.session.request({ ...input, params, body }));
  }

  /** The list of one subject, read together with those of all others that are asked for in the same words. */
  list(operation: KeyedOperation, subject: string, input: Input): Promise<Answer | null> {
    const name = `${operation.path} ${JSON.stringify(input)}`;
    let loader = this.#lists.get(name);
    if (loader === undefined) {
      loader = new DataLoader((subjects) => this.#lists_(operation, subjects, input));
      this.#lists.set(name, loader);
    }
    return loader.load(subject);
  }

  async #lists_(operation: KeyedOperation, subjects: readonly string[], input: Input): Promise<(Answer | null)[]> {
    const [first = ""] = subjects;
    const own = this.#here(operation, withSubject(operation, first, input));
    // One list alone may be cut short where it is too large, and goes on at a cursor.
    if (subjects.length === 1) return [await this.session.reading.run(operation, this.session.request(own))];
    const answers = await this.session.reading.runForEach(operation, this.session.request(own), subjects);
    return subjects.map((subject) => answers.get(subject) ?? null);
  }

  #here(operation: KeyedOperation, { params, query, body }: Input): Input {
    if (!operation.kind.startsWith("project")) return { params, query, body };
    return {
      params: { ...params, project_id: this.#projectId },
      // Where an operation does not go back in time, or cannot be asked through somebody's eyes, it refuses to.
      query: {
        ...(this.atSeq !== null && { at_seq: this.atSeq }),
        ...(this.as !== null && this.as !== this.session.reading.caller.readsAs && { as: this.as }),
        ...(this.run !== null && { run: this.run }),
        ...query,
      },
      body,
    };
  }

  get #projectId(): string {
    if (this.projectId === null) throw new Error("this lies outside projects");
    return this.projectId;
  }
}

/**
 * Returns the refusal of a look-up through somebody's eyes or in a playthrough: only lists and reads that take `as` or `run` know what is
 * withheld and told there.
 */
function byItsOwnList(field: "as" | "run", value: string): Error {
  return invalidValue(["query", field], `what this leads to is read by its own list, with \`${field}\``, value);
}

/** The input with its subject, where the operation is told it. */
export function withSubject({ forEach, params }: KeyedOperation, subject: string, input: Input): Input {
  const parameter = forEach?.parameter ?? "";
  return Object.hasOwn(params.shape, parameter)
    ? { ...input, params: { ...input.params, [parameter]: subject } }
    : { ...input, query: { ...input.query, [parameter]: subject } };
}

/** A value of an answer with the place it was read at; values that are no objects stand for themselves. */
export function placed(value: Json | undefined, place: ReadScope): unknown {
  if (Array.isArray(value)) return value.map((each) => placed(each, place));
  return typeof value === "object" && value !== null ? new Node(value, place) : value;
}
