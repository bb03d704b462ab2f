import { AsyncLocalStorage } from "node:async_hooks";

/** Purpose of the work under way. */
interface Served {
  readonly workspace: string;
  readonly operation: string;
}

/** Name of an operation that nobody gave one. */
const UNNAMED = "other";
const NOBODY: Served = { workspace: "", operation: UNNAMED };

const served = new AsyncLocalStorage<Served>();

/**
 * Runs work on behalf of a workspace, which then takes turns at the database; what it starts belongs to it too. `operation` names it
 * in logs and figures, by one of few names without ids; work without a name has that of the work that started it.
 */
export function onBehalfOf<T>(workspace: string, work: () => T, operation: string = operationServed()): T {
  return served.run({ workspace, operation }, work);
}

/** Names the work of the process itself in logs and figures. */
export function asOperation<T>(operation: string, work: () => T): T {
  return onBehalfOf(workspaceServed(), work, operation);
}

/** Returns the workspace on whose behalf the caller works; the empty text for work of the process itself. */
export function workspaceServed(): string {
  return (served.getStore() ?? NOBODY).workspace;
}

/** Returns the name of the operation that the caller works for. */
export function operationServed(): string {
  return (served.getStore() ?? NOBODY).operation;
}

/** Binds what makes values to the workspace on whose behalf the caller works: they are made on its behalf, whoever takes them. */
export function keptOnBehalf<T>(
  make: () => AsyncGenerator<T, void, undefined>,
): () => AsyncGenerator<T, void, undefined> {
  const purpose = served.getStore();
  if (purpose === undefined) return make;
  return () => {
    const values = make();
    const within = <R>(work: () => R) => served.run(purpose, work);
    return {
      next: () => within(() => values.next()),
      return: (value) => within(() => values.return(value)),
      throw: (error) => within(() => values.throw(error)),
      [Symbol.asyncIterator]() {
        return this;
      },
      [Symbol.asyncDispose]: () => within(() => values[Symbol.asyncDispose]()),
    };
  };
}
