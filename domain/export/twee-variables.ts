import { neutralValue, type Variable } from "../dialogue/wire.ts";
import type { Declarations } from "../expression-type.ts";

const PLAIN = /^[A-Za-z][A-Za-z0-9_]*$/;

type Kept = Pick<Variable, "id" | "name" | "type" | "default" | "enum_values">;

/** Variables as a Twee file names them: by identifiers, none twice, with those that count how often choices are taken. */
export class TweeVariables {
  readonly #identifiers = new Map<string, string>();
  readonly #byName = new Map<string, string>();
  readonly #byIdentifier = new Map<string, Kept>();
  readonly #used: Variable[];
  readonly #counters: Kept[] = [];

  /** @param used ids of those that the dialogue names */
  constructor(variables: readonly Variable[], used: ReadonlySet<string>) {
    this.#used = variables.filter(({ id }) => used.has(id));
    // A name that can stay is never given to another variable.
    const ordered = [...variables].sort((a, b) => Number(PLAIN.test(b.name)) - Number(PLAIN.test(a.name)));
    for (const variable of ordered) this.#take(variable, variable.name);
  }

  #take(variable: Kept, wanted: string): void {
    const plain = wanted
      .normalize("NFKD")
      .replace(/\p{M}+/gu, "")
      .replace(/[^A-Za-z0-9_]+/g, "_")
      .replace(/^_+|_+$/g, "");
    const base = PLAIN.test(wanted) ? wanted : /^[A-Za-z]/.test(plain) ? plain : `v_${plain}`.replace(/_$/, "");
    let identifier = base;
    for (let n = 2; this.#byIdentifier.has(identifier); n++) identifier = `${base}_${n}`;
    this.#identifiers.set(variable.id, identifier);
    this.#byName.set(variable.name, identifier);
    this.#byIdentifier.set(identifier, variable);
  }

  /** Returns the identifier of a variable; null where there is none. */
  identifier(id: string): string | null {
    return this.#identifiers.get(id) ?? null;
  }

  /** Returns the identifier of the variable with a name; null where there is none. */
  named(name: string): string | null {
    return this.#byName.get(name) ?? null;
  }

  isIdentifier(word: string): boolean {
    return this.#byIdentifier.has(word);
  }

  /** Types by what variables are called. */
  readonly declarations: Declarations = (identifier) => this.#byIdentifier.get(identifier);

  /** A new variable that counts from 0, by its id. */
  counter(): string {
    const n = this.#counters.length + 1;
    const id = `taken ${n}`;
    const made: Kept = { id, name: id, type: "integer", default: 0, enum_values: [] };
    this.#counters.push(made);
    this.#take(made, `taken_${n}`);
    return id;
  }

  /** Variables of the dialogue with what they are before it begins, by what they are called. */
  firstValues(): { identifier: string; name: string; value: Variable["default"] }[] {
    return [...this.#used, ...this.#counters]
      .map(({ id, name, default: value }) => ({ identifier: this.#identifiers.get(id) ?? id, name, value }))
      .sort((a, b) => (a.identifier < b.identifier ? -1 : 1));
  }

  /** Whether a format that is told nothing begins with a value. */
  isNeutral(value: Variable["default"]): boolean {
    return value === null || value === neutralValue("integer") || value === neutralValue("boolean") || value === "";
  }

  /** Names that cannot stand as they are, with what stands for them. */
  renamed(): [string, string][] {
    return this.#used.flatMap(({ id, name }): [string, string][] => {
      const identifier = this.#identifiers.get(id) ?? name;
      return identifier === name ? [] : [[name, identifier]];
    });
  }

  /** Names of variables that hold what Twee would not keep to. */
  limited(): string[] {
    return this.#used
      .filter(({ type, min, max, scope }) => type === "set" || min !== null || max !== null || scope === "temporary")
      .map(({ name }) => name);
  }
}
