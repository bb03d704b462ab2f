import { AsyncLocalStorage } from "node:async_hooks";

const workspaces = new AsyncLocalStorage<string>();

/** Runs work on behalf of a workspace, which then takes turns at the database; what it starts belongs to it too. */
export function onBehalfOf<T>(workspaceId: string, work: () => T): T {
  return workspaces.run(workspaceId, work);
}

/** Returns the workspace on whose behalf the caller works; the empty text for work of the process itself. */
export function workspaceServed(): string {
  return workspaces.getStore() ?? "";
}

/** Binds what makes values to the workspace on whose behalf the caller works: they are made on its behalf, whoever takes them. */
export function keptOnBehalf<T>(
  make: () => AsyncGenerator<T, void, undefined>,
): () => AsyncGenerator<T, void, undefined> {
  const workspaceId = workspaces.getStore();
  if (workspaceId === undefined) return make;
  return () => {
    const values = make();
    const within = <R>(work: () => R) => workspaces.run(workspaceId, work);
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
