/** Values by id that this browser keeps in one list: the one that was kept last comes first, and only so many are kept. */
export class KeptById<Value> {
  readonly #key: string;
  readonly #most: number;
  readonly #isValue: (value: unknown) => value is Value;

  constructor(key: string, most: number, isValue: (value: unknown) => value is Value) {
    this.#key = key;
    this.#most = most;
    this.#isValue = isValue;
  }

  /** Returns what is kept; what cannot be read is left out. */
  entries(): readonly (readonly [id: string, value: Value])[] {
    try {
      const found: unknown = JSON.parse(localStorage.getItem(this.#key) ?? "[]");
      return Array.isArray(found) ? found.filter((entry) => this.#isEntry(entry)) : [];
    } catch {
      return [];
    }
  }

  get(id: string): Value | null {
    return this.entries().find(([each]) => each === id)?.[1] ?? null;
  }

  /** Keeps a value, or forgets it where that is null; returns what is kept now. Another tab may have kept others since. */
  keep(id: string, value: Value | null): readonly (readonly [id: string, value: Value])[] {
    const others = this.entries().filter(([each]) => each !== id);
    const next = (value === null ? others : [[id, value] as const, ...others]).slice(0, this.#most);
    try {
      localStorage.setItem(this.#key, JSON.stringify(next));
    } catch {
      // Storage is full or shut: it lasts as long as the page.
    }
    return next;
  }

  #isEntry(value: unknown): value is readonly [string, Value] {
    return Array.isArray(value) && value.length === 2 && typeof value[0] === "string" && this.#isValue(value[1]);
  }
}
