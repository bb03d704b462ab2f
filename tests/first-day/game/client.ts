// Client of the API: types of its OpenAPI description, retries, pages and streams as the guides say.
import { setTimeout as wait } from "node:timers/promises";
import type { components, paths } from "./fabula/api.d.ts";

/** Schemas of the API by name. */
export type Schemas = components["schemas"];

type Method = "get" | "post" | "patch" | "delete";
type PathOf<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];
type OperationOf<M extends Method, P extends PathOf<M>> = paths[P] extends Record<M, infer O> ? O : never;

type Parameters<O> = O extends { parameters: infer Q } ? Pick<Q, keyof Q & ("path" | "query" | "header")> : unknown;
type Body<O> = O extends { requestBody: { content: { "application/json": infer B } } }
  ? { body: B }
  : O extends { requestBody?: { content: { "application/json": infer B } } }
    ? { body?: B }
    : unknown;
type Inputs<O> = Parameters<O> & Body<O>;

/** The inputs of an operation, optional where it needs nothing. */
type Rest<O> = Record<never, never> extends Inputs<O> ? [inputs?: Inputs<O>] : [inputs: Inputs<O>];

type Success = 200 | 201 | 202;
type DataOf<O> = O extends { responses: infer R }
  ? { [S in keyof R & Success]: R[S] extends { content: { "application/json": infer A } } ? A : never }[keyof R &
      Success]
  : never;
type MessageOf<O> = O extends { responses: { 200: { content: { "text/event-stream": infer A } } } } ? A : never;

/** Body of a refused request: `code` decides what `detail` is. */
export type ErrorBody = Schemas["APIError"] | Schemas["HTTPValidationError"];

/** A refused request. */
export class FabulaError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(`${status} ${body.code}: ${explain(body)}`);
    this.status = status;
    this.body = body;
  }
}

/** Sentence about a refused request for whoever runs the game. */
export function explain(body: ErrorBody): string {
  switch (body.code) {
    case "validation_error":
      return body.detail.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ");
    case "insufficient_scope":
      return `the key needs ${body.detail?.required} and has ${body.detail?.granted.join(", ")}`;
    case "id_taken":
      return `${body.detail?.id} exists`;
    case "edit_conflict":
      return `changed by others: ${body.detail?.conflicts.map(({ field }) => field).join(", ")}`;
    default:
      return body.message ?? body.error;
  }
}

/** Inputs of a request, of any operation. */
interface AnyInputs {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** An answer: its data, and its headers. */
export interface Answer<Data> {
  readonly data: Data;
  readonly headers: Headers;
}

const ATTEMPTS = 5;

/** The API, called with one key. */
export class Fabula {
  readonly url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.url = url;
    this.#key = key;
  }

  get<P extends PathOf<"get">>(path: P, ...[inputs]: Rest<OperationOf<"get", P>>) {
    return this.#call<DataOf<OperationOf<"get", P>>>("get", path, inputs);
  }

  post<P extends PathOf<"post">>(path: P, ...[inputs]: Rest<OperationOf<"post", P>>) {
    return this.#call<DataOf<OperationOf<"post", P>>>("post", path, inputs);
  }

  patch<P extends PathOf<"patch">>(path: P, ...[inputs]: Rest<OperationOf<"patch", P>>) {
    return this.#call<DataOf<OperationOf<"patch", P>>>("patch", path, inputs);
  }

  /** Reads a list page by page, all at the sequence of the first. */
  async *pages<P extends PathOf<"get">>(path: P, ...[inputs]: Rest<OperationOf<"get", P>>) {
    const { query, ...others } = (inputs ?? {}) as AnyInputs;
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: AnyInputs = { ...others, query: { ...query, ...(cursor !== "" && { cursor }) } };
      const answer: Answer<DataOf<OperationOf<"get", P>>> = await this.#call("get", path, page);
      yield answer.data;
      cursor = answer.headers.get("X-Next-Cursor");
    }
  }

  /** Reads the messages of a stream until the server ends it or the signal aborts it. */
  async *stream<P extends PathOf<"get">>(path: P, inputs: Inputs<OperationOf<"get", P>>, signal?: AbortSignal) {
    const response = await this.#send("get", path, inputs, signal);
    let text = "";
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const messages = text.split("\n\n");
      text = messages.pop() ?? "";
      for (const message of messages) {
        const fields = message.split("\n").map((line) => line.split(/: ?(.*)/s, 2));
        const { event, id, data } = Object.fromEntries(fields) as Record<string, string>;
        // A comment, or the pause before a reconnection.
        if (event !== undefined) yield { event, id, data } as MessageOf<OperationOf<"get", P>>;
      }
    }
  }

  async #call<Data>(method: Method, path: string, inputs: unknown): Promise<Answer<Data>> {
    const response = await this.#send(method, path, inputs);
    return { data: (await response.json()) as Data, headers: response.headers };
  }

  async #send(method: Method, path: string, of: unknown, signal?: AbortSignal): Promise<Response> {
    const inputs = (of ?? {}) as AnyInputs;
    const url = new URL(
      path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inputs.path?.[name] ?? "")),
      this.url,
    );
    for (const [name, value] of Object.entries(inputs.query ?? {})) url.searchParams.set(name, String(value));
    const headers = new Headers({ ...inputs.header, Authorization: `Bearer ${this.#key}` });
    if (inputs.body !== undefined) headers.set("Content-Type", "application/json");
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(url, {
        method: method.toUpperCase(),
        headers,
        ...(inputs.body !== undefined && { body: JSON.stringify(inputs.body) }),
        ...(signal !== undefined && { signal }),
      });
      if (response.ok) return response;
      if (![429, 503].includes(response.status) || attempt === ATTEMPTS) {
        throw new FabulaError(response.status, (await response.json()) as ErrorBody);
      }
      await wait(Number(response.headers.get("Retry-After") ?? attempt) * 1_000);
    }
  }
}
