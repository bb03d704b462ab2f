import type { ProjectReadContext, ResponseShape } from "./context.ts";

/** Where several subjects of one project are asked about together. */
export type EachContext = Omit<ProjectReadContext, "requestId" | "response" | "asked">;

/** The list of one of them: what it is told by besides its body, and the digest of what was asked. */
export interface OneOfEach {
  readonly id: string;
  readonly response: ResponseShape;
  readonly asked: () => string;
}

/**
 * How a list of what belongs to a subject is read for many subjects in a number of statements that does not grow with them. It
 * answers what the operation answers for each; a subject without an answer is one that is not there.
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
