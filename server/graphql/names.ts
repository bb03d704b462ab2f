/** Returns the singular of a plural name: `entities` becomes `entity`. */
export function singular(name: string): string {
  return name.replace(/ies$/, "y").replace(/(?<=[^s])s$/, "");
}

/** A name that begins in lower case. */
export function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Names under which things are put, each of which may be given once. */
export class Names<T> {
  readonly #where: string;
  readonly #taken = new Map<string, T>();

  constructor(where: string) {
    this.#where = where;
  }

  /** @throws Error for a name that is taken: two names of the interface would be one here. */
  add(name: string, value: T): void {
    if (this.#taken.has(name)) throw new Error(`${this.#where} would have "${name}" twice in GraphQL`);
    this.#taken.set(name, value);
  }

  has(name: string): boolean {
    return this.#taken.has(name);
  }

  entries(): [name: string, value: T][] {
    return [...this.#taken];
  }
}
