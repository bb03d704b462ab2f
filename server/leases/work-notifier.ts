/** A loop of this process that wants to know of new work. */
export interface WorkListener {
  /** Called when a project has work that is committed and due. */
  notify(projectId: string): void;
  /** A change under way brings the first work to a project: the commit that is heard of next is worth a look. */
  expect(projectId: string): void;
}

/**
 * Notifies the loops of this process of work that an operation has just made, so that it begins before their next poll. A notification
 * that is lost costs a second: whichever process polls next finds the work.
 */
export class WorkNotifier implements WorkListener {
  readonly #listeners = new Set<WorkListener>();

  notify(projectId: string): void {
    for (const listener of this.#listeners) listener.notify(projectId);
  }

  expect(projectId: string): void {
    for (const listener of this.#listeners) listener.expect(projectId);
  }

  /** Subscribes a listener; returns what ends the subscription. */
  subscribe(listener: WorkListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
