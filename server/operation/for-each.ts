import type { ProjectReadContext, ResponseShape } from "./context.ts";

/** Context of a question about several subjects of one project. */
export type EachContext = Omit<ProjectReadContext, "requestId" | "response" | "asked" | "asker">;

/** The list of one of them: what it is told by besides its body, and the digest of what was asked. */
export interface OneOfEach {
  readonly id: string;
  readonly response: ResponseShape;
  readonly asked: () => string;
}

/**
 * Way to read the list of each of many subjects in a fixed number of statements. It gives what the operation answers
 * for each; a subject without an answer does not exist.
 */
export interface ForEach<Input = never, Body = unknown> {
  /** The parameter, of the path or the query, that names the subject. */
  readonly parameter: string;
  readonly handle: (
    context: EachContext,
    lists: readonly OneOfEach[],
    input: Input,
  ) => Promise<ReadonlyMap<string, Body>>;
}
