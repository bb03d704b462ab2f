import { setOwn } from "../json.ts";
import type { PlayState } from "./state.ts";

/** A state that a turn is making. */
export type DraftState = { -readonly [Key in keyof PlayState]: PlayState[Key] };

type Entries = "values" | "visits" | "taken";

/**
 * State that a turn changes in place. Its records are copied before their first change only: a copy for each change took a tenth of all
 * time, and most of it in stories of thousands of nodes.
 */
export class Draft {
  readonly state: DraftState;
  readonly #own = new Set<object>();

  /** Begins with a state that nobody else has; its records may be those of another state. */
  constructor(state: DraftState) {
    this.state = state;
  }

  put<Name extends Entries>(name: Name, id: string, value: PlayState[Name][string]): void {
    setOwn(this.#ownRecord(name), id, value);
  }

  remove(name: Entries, ids: Iterable<string>): void {
    const record = this.#ownRecord(name);
    for (const id of ids) delete record[id];
  }

  /** Returns the values as they are now: the next change is made in a copy of them. */
  keptValues(): PlayState["values"] {
    this.#own.delete(this.state.values);
    return this.state.values;
  }

  #ownRecord<Name extends Entries>(name: Name): Record<string, PlayState[Name][string]> {
    const record = this.state[name] as Record<string, PlayState[Name][string]>;
    if (this.#own.has(record)) return record;
    const copy = { ...record };
    this.#own.add(copy);
    this.state[name] = copy as DraftState[Name];
    return copy;
  }
}
