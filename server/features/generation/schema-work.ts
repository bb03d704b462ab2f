import type { Json, JsonObject } from "#domain/json.ts";
import { schemaIssues, schemaMistake } from "../../operation/json-schema/json-schema.ts";
import { fillSchema } from "../../operation/json-schema/sketch-schema.ts";
import { type Asker, BoundExceeded, bounded, type Threads } from "../../operation/threads.ts";
import type { AnswerIssue } from "./answer-issue.ts";
import { type ReadAnswer, readAnswer } from "./read-answer.ts";

/** Milliseconds that one check may take, whatever the schema and the value are. */
const DEADLINE_MS = 5_000;

/** Work over a schema of a caller's, or an answer of a model of a caller's. */
const WORKS = {
  read: ({ text, schema }: { text: string; schema: JsonObject | null }): ReadAnswer => readAnswer(text, schema),
  issues: ({ schema, value }: { schema: JsonObject; value: Json }): AnswerIssue[] => schemaIssues(schema, value),
  mistake: ({ schema }: { schema: JsonObject }): string | null => schemaMistake(schema),
  fill: ({ schema, texts }: { schema: JsonObject; texts: readonly string[] }): { value: Json } | null => {
    const value = fillSchema(schema, texts);
    return schemaIssues(schema, value).length > 0 ? null : { value };
  },
};
type Works = typeof WORKS;

interface Piece<Name extends keyof Works> {
  readonly name: Name;
  readonly given: Parameters<Works[Name]>[0];
}

const module = import.meta.url;

/** Does one piece of work; what a thread runs. @public */
export function* work<Name extends keyof Works>({ name, given }: Piece<Name>): Generator<ReturnType<Works[Name]>> {
  yield WORKS[name](given as never) as ReturnType<Works[Name]>;
}

/** Checks and fills schemas, and reads answers, in threads that are ended after five seconds. */
export class SchemaWork {
  readonly #threads: Threads;
  readonly #asker: Asker;

  constructor(threads: Threads, asker: Asker) {
    this.#threads = threads;
    this.#asker = asker;
  }

  /** Reads the answer of a model, as {@link readAnswer} does. */
  async read(text: string, schema: JsonObject | null): Promise<ReadAnswer> {
    if (schema === null) return readAnswer(text, schema);
    return this.#do("read", { text, schema }, (mistake) => ({
      value: null,
      repairs: [],
      mistake: { pointer: "", message: `Reading the answer ${mistake}.` },
    }));
  }

  /** Returns the parts of a value that violate a schema, as {@link schemaIssues} does. */
  issues(schema: JsonObject, value: Json): Promise<AnswerIssue[]> {
    return this.#do("issues", { schema, value }, (mistake) => [
      { pointer: "", message: `Checking it against the schema ${mistake}.` },
    ]);
  }

  /** Returns the reason why a schema cannot be used, as {@link schemaMistake} does. */
  mistake(schema: JsonObject): Promise<string | null> {
    return this.#do("mistake", { schema }, (mistake) => `checking the schema ${mistake}`);
  }

  /** Returns a value of a schema's form with the texts in it; null where none can be made. */
  fill(schema: JsonObject, texts: readonly string[]): Promise<{ value: Json } | null> {
    return this.#do("fill", { schema, texts }, () => null);
  }

  async #do<Name extends keyof Works>(
    name: Name,
    given: Piece<Name>["given"],
    ended: (mistake: string) => ReturnType<Works[Name]>,
  ): Promise<ReturnType<Works[Name]>> {
    const task = { module, input: { name, given }, work: work<Name> };
    try {
      return await bounded(this.#threads, task, { ...this.#asker, deadlineMs: DEADLINE_MS });
    } catch (error) {
      if (error instanceof BoundExceeded) return ended(error.message);
      throw error;
    }
  }
}
