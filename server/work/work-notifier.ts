/** What a process does when it hears that there is work. */
export interface WorkListener {
  /** There is work in a project, committed and due. */
  notify(projectId: string): void;
  /** A change under way brings the first work to a project: the commit that is heard of next is worth a look. */
  expect(projectId: string): void;
}

/**
 * Tells the loops of this process of work that an operation has just made, so that it begins without waiting for a look. A call
 * that nobody hears costs a second: whichever process looks next finds the work.
 */
export class WorkNotifier implements WorkListener {
  readonly #listeners = new Set<WorkListener>();

  notify(projectId: string): void {
    for (const listener of this.#listeners) listener.notify(projectId);
  }

  expect(projectId: string): void {
    for (const listener of this.#listeners) listener.expect(projectId);
  }

  /** Calls a listener from now on. The answer ends it. */
  subscribe(listener: WorkListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
