import type { CanvasIntents } from "./canvas-surface.ts";

/** Who is asked for what; the last that named an intent is asked. */
export class IntentRegistry {
  #registered: readonly Partial<CanvasIntents>[] = [];

  readonly find = <K extends keyof CanvasIntents>(name: K): CanvasIntents[K] | undefined =>
    this.#registered.findLast((intents) => intents[name] !== undefined)?.[name];

  readonly register = (intents: Partial<CanvasIntents>): (() => void) => {
    this.#registered = [...this.#registered, intents];
    return () => {
      this.#registered = this.#registered.filter((each) => each !== intents);
    };
  };
}
