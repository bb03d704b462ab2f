import type { VariableType } from "../../dialogue/wire.ts";
import type { ImportedVariable } from "../story.ts";
import { partsOf, type YarnExpression } from "./expression.ts";
import { single } from "./numbers.ts";
import { mistakeAt } from "./source.ts";
import { type Block, type Statement, statementsOf, type TextPart, type YarnLine } from "./statements.ts";

/** The type of a value: an enum by its name. */
export type YarnType = "number" | "string" | "bool" | { readonly enum: string };

/** An enum with the values its cases stand for. */
export interface YarnEnum {
  readonly cases: ReadonlyMap<string, number | string>;
}

/** Variables that a story declares, or their types as inferred from use. */
export interface Declarations {
  readonly types: ReadonlyMap<string, YarnType>;
  readonly initial: ReadonlyMap<string, number | boolean | string>;
  /** Variables that are worked out whenever they are asked for. */
  readonly smart: ReadonlyMap<string, YarnExpression>;
  readonly enums: ReadonlyMap<string, YarnEnum>;
  /** Type of an expression, as far as it is known. */
  readonly typeOf: (expression: YarnExpression | undefined) => YarnType | null;
}

/** Result types of built-in functions. */
const RESULTS: Readonly<Record<string, YarnType>> = {
  visited: "bool",
  has_any_content: "bool",
  visited_count: "number",
  random: "number",
  random_range: "number",
  random_range_float: "number",
  dice: "number",
  min: "number",
  max: "number",
  round: "number",
  round_places: "number",
  floor: "number",
  ceil: "number",
  inc: "number",
  dec: "number",
  decimal: "number",
  int: "number",
  number: "number",
  string: "string",
  format: "string",
  format_invariant: "string",
  bool: "bool",
};

/** Functions of Yarn Spinner itself. */
export const BUILT_IN: ReadonlySet<string> = new Set(Object.keys(RESULTS));

/** A part of an expression that is folded where it is constant already. */
export function constantOf(expression: YarnExpression): number | boolean | string | null {
  if (expression.kind === "constant") return expression.value;
  if (expression.kind !== "operator" || expression.name !== "_") return null;
  const [of] = expression.args;
  const value = of === undefined ? null : constantOf(of);
  return typeof value === "number" ? -value : null;
}

/**
 * Reads what a story declares, and infers what it does not.
 *
 * @throws {ImportError} for an enum or a variable that contradicts itself, with its line
 */
export function readDeclarations(blocks: readonly Block[], asked: readonly YarnExpression[]): Declarations {
  const statements = blocks.flatMap(statementsOf);
  const enums = readEnums(statements);
  const reader = new TypeReader(enums);
  reader.read(statements, asked);
  const { types, initial, smart } = reader;
  return { types, initial, smart, enums, typeOf: (expression) => reader.typeOf(expression) };
}

function readEnums(statements: readonly Statement[]): Map<string, YarnEnum> {
  const enums = new Map<string, YarnEnum>();
  for (const statement of statements) {
    if (statement.kind !== "enum") continue;
    const { name, cases, line } = statement;
    if (cases.length === 0) throw mistakeAt(line, 1, `the enum ${name} has no cases.`);
    const values = new Map<string, number | string>();
    const raw = new Set<number | string>();
    for (const [at, each] of cases.entries()) {
      if (values.has(each.name)) throw mistakeAt(each.line, 1, `the enum ${name} has the case ${each.name} twice.`);
      const value = each.value === null ? null : constantOf(each.value);
      if (each.value !== null && (value === null || typeof value === "boolean")) {
        throw mistakeAt(each.line, 1, `the value of ${each.name} must be a number or a text.`);
      }
      const first = cases[0]?.value ?? null;
      if ((first === null) !== (each.value === null))
        throw mistakeAt(each.line, 1, "either all cases of an enum have a value, or none.");
      const known = value ?? at;
      if (first !== null && typeof constantOf(first) !== typeof known) {
        throw mistakeAt(each.line, 1, "the values of an enum must be all numbers or all texts.");
      }
      if (raw.has(known as number | string))
        throw mistakeAt(each.line, 1, `another case has the same value as ${each.name}.`);
      raw.add(known as number | string);
      values.set(each.name, known as number | string);
    }
    enums.set(name, { cases: values });
  }
  return enums;
}

class TypeReader {
  readonly types = new Map<string, YarnType>();
  readonly initial = new Map<string, number | boolean | string>();
  readonly smart = new Map<string, YarnExpression>();
  readonly #enums: ReadonlyMap<string, YarnEnum>;
  /** Result types of functions of the game, as far as their results are used. */
  readonly #results = new Map<string, YarnType>();

  constructor(enums: ReadonlyMap<string, YarnEnum>) {
    this.#enums = enums;
  }

  read(statements: readonly Statement[], asked: readonly YarnExpression[]): void {
    for (const statement of statements) if (statement.kind === "declare") this.#declare(statement);
    for (const [name, expression] of this.smart) this.#refuseLoop(name, expression, new Set([name]));
    const expressions = [...asked, ...statements.flatMap(expressionsOf)];
    const sets = statements.filter((each) => each.kind === "set");
    for (let before = -1; before !== this.types.size + this.#results.size; ) {
      before = this.types.size + this.#results.size;
      for (const { name, value } of sets) {
        this.#learn(name, this.typeOf(value));
        const type = this.types.get(name);
        if (value.kind === "call" && type !== undefined && this.typeOf(value) === null)
          this.#results.set(value.name, type);
      }
      for (const name of this.smart.keys())
        if (!this.types.has(name)) this.#learn(name, this.typeOf(this.smart.get(name)));
      for (const expression of expressions) this.#learnFrom(expression);
    }
    for (const { name, value, line } of sets) this.#requireFit(name, value, line);
    for (const statement of statements) this.#check(statement);
    checkCalls(statements);
    checkShadows(statements);
  }

  #declare({ name, value, type, line }: Statement & { kind: "declare" }): void {
    const constant = constantOf(value);
    const isMember = value.kind === "member";
    if (constant === null && !isMember) {
      this.smart.set(name, value);
      return;
    }
    const found = this.typeOf(value);
    if (found === null) throw mistakeAt(line, 1, `the value of $${name} belongs to no declared enum.`);
    const declared = type === null ? found : this.#typeNamed(type);
    if (declared === null || !isSame(declared, found))
      throw mistakeAt(line, 1, `$${name} is not a ${type ?? "value"}.`);
    const known = this.types.get(name);
    if (known !== undefined && !isSame(known, found))
      throw mistakeAt(line, 1, `$${name} is declared with another type.`);
    this.types.set(name, found);
    const initial = typeof constant === "number" ? single(constant) : constant;
    this.initial.set(name, isMember ? value.name : (initial ?? 0));
  }

  #typeNamed(name: string): YarnType | null {
    const known = name.toLowerCase();
    if (known === "number" || known === "string" || known === "bool") return known;
    return this.#enums.has(name) ? { enum: name } : null;
  }

  #refuseLoop(name: string, expression: YarnExpression, seen: ReadonlySet<string>): void {
    for (const part of partsOf(expression)) {
      if (part.kind !== "variable") continue;
      const other = part.name.slice(1);
      if (seen.has(other)) throw mistakeAt(1, 1, `$${name} depends on itself.`);
      const next = this.smart.get(other);
      if (next !== undefined) this.#refuseLoop(name, next, new Set([...seen, other]));
    }
  }

  typeOf(expression: YarnExpression | undefined): YarnType | null {
    if (expression === undefined) return null;
    switch (expression.kind) {
      case "constant":
        return typeof expression.value === "boolean"
          ? "bool"
          : typeof expression.value === "number"
            ? "number"
            : "string";
      case "variable":
        return this.types.get(expression.name.slice(1)) ?? null;
      case "member":
        return this.#enumOf(expression);
      case "call":
        return RESULTS[expression.name] ?? this.#results.get(expression.name) ?? null;
      case "operator":
        if (["==", "!=", "<", "<=", ">", ">=", "&&", "||", "^", "!"].includes(expression.name)) return "bool";
        if (expression.name === "+") return this.typeOf(expression.args[0]) ?? this.typeOf(expression.args[1]);
        return "number";
    }
  }

  #enumOf({ type, name }: YarnExpression & { kind: "member" }): YarnType | null {
    if (type !== null) return this.#enums.get(type)?.cases.has(name) === true ? { enum: type } : null;
    const found = Array.from(this.#enums).filter(([, { cases }]) => cases.has(name));
    const [only] = found;
    return found.length === 1 && only !== undefined ? { enum: only[0] } : null;
  }

  #learn(name: string, type: YarnType | null): void {
    if (type !== null && !this.types.has(name)) this.types.set(name, type);
  }

  /** Learns the types of variables from what they are compared or joined with. */
  #learnFrom(expression: YarnExpression): void {
    if (expression.kind === "variable") this.#learn(expression.name.slice(1), null);
    for (const part of partsOf(expression)) {
      if (part.kind !== "operator") continue;
      const [left, right] = part.args;
      if (["&&", "||", "^", "!"].includes(part.name)) {
        for (const each of part.args) if (each.kind === "variable") this.#learn(each.name.slice(1), "bool");
      } else if (left?.kind === "variable") this.#learn(left.name.slice(1), this.typeOf(right));
      if (right?.kind === "variable") this.#learn(right.name.slice(1), this.typeOf(left));
    }
  }

  #requireFit(name: string, value: YarnExpression, line: number): void {
    if (this.smart.has(name)) throw mistakeAt(line, 1, `$${name} is computed and cannot be set.`);
    const type = this.types.get(name);
    const given =
      value.kind === "member" && value.type === null && typeof type === "object"
        ? this.#memberOf(type, value.name)
        : this.typeOf(value);
    if (value.kind === "member" && given === null) throw mistakeAt(line, 1, `${value.name} is not a case of any enum.`);
    if (type !== undefined && given !== null && !isSame(type, given)) {
      throw mistakeAt(line, 1, `$${name} is ${nameOf(type)}, but is set to ${nameOf(given)}.`);
    }
  }

  /** Refuses what compares or adds what does not belong together, and variables whose type nothing tells. */
  #check(statement: Statement): void {
    const { line } = statement.kind === "line" ? statement.said : statement;
    const own = statement.kind === "set" ? [{ kind: "variable", name: `$${statement.name}` } as const] : [];
    for (const part of [...own, ...expressionsOf(statement).flatMap(partsOf)]) {
      if (part.kind === "variable" && !this.types.has(part.name.slice(1)) && !this.smart.has(part.name.slice(1))) {
        throw mistakeAt(line, 1, `the type of ${part.name} is unknown: declare it.`);
      }
      if (part.kind !== "operator") continue;
      const [left, right] = part.args.map((each) => this.typeOf(each));
      if (left == null || right == null) continue;
      if ((part.name === "==" || part.name === "!=") && !isAlike(left, right)) {
        throw mistakeAt(line, 1, `${nameOf(left)} cannot be compared with ${nameOf(right)}.`);
      }
      const isAdded = part.name === "+" && [left, right].some((each) => each !== "number" && each !== "string");
      if (isAdded || ("-*/%".includes(part.name) && [left, right].some((each) => each !== "number"))) {
        throw mistakeAt(line, 1, `${nameOf(left)} and ${nameOf(right)} cannot be calculated with.`);
      }
    }
    if (statement.kind === "jump" || statement.kind === "detour") {
      const type = this.typeOf(statement.to);
      if (type !== null && type !== "string")
        throw mistakeAt(line, 1, `the name of a node must be a text, not ${nameOf(type)}.`);
    }
  }

  #memberOf(type: { readonly enum: string }, name: string): YarnType | null {
    return this.#enums.get(type.enum)?.cases.has(name) === true ? type : null;
  }
}

export function isSame(a: YarnType, b: YarnType): boolean {
  return typeof a === "object" && typeof b === "object" ? a.enum === b.enum : a === b;
}

/** Whether values can be equal: an enum's may stand for texts. */
function isAlike(a: YarnType, b: YarnType): boolean {
  return isSame(a, b) || (typeof a === "object") !== (typeof b === "object");
}

/** @throws {ImportError} where a function is called with another number of arguments than before */
function checkCalls(statements: readonly Statement[]): void {
  const counts = new Map<string, number>();
  for (const statement of statements) {
    const { line } = statement.kind === "line" ? statement.said : statement;
    for (const part of expressionsOf(statement).flatMap(partsOf)) {
      if (part.kind !== "call" || Object.hasOwn(RESULTS, part.name)) continue;
      const known = counts.get(part.name) ?? part.args.length;
      if (known !== part.args.length)
        throw mistakeAt(line, 1, `${part.name} has ${known} arguments in its first call.`);
      counts.set(part.name, known);
    }
  }
}

/** @throws {ImportError} where a line is the shadow of none, or of one with other words */
function checkShadows(statements: readonly Statement[]): void {
  const lines = statements.flatMap((each) => {
    if (each.kind === "line") return [each.said];
    if (each.kind === "options") return each.options.map(({ said }) => said);
    return each.kind === "group" ? each.items.map(({ said }) => said) : [];
  });
  const tagged = (said: YarnLine, name: string) =>
    said.tags.find((tag) => tag.startsWith(`${name}:`))?.slice(name.length + 1);
  const sources = new Map(
    lines.flatMap((said) => ((id) => (id === undefined ? [] : [[id, said] as const]))(tagged(said, "line"))),
  );
  for (const said of lines) {
    const id = tagged(said, "shadow");
    if (id === undefined) continue;
    const source = sources.get(id);
    if (source === undefined) throw mistakeAt(said.line, 1, `there is no line ${id} to shadow.`);
    const isPlain = [...said.parts, ...source.parts].every((part) => typeof part === "string");
    if (!isPlain) throw mistakeAt(said.line, 1, "a shadow line and its original cannot contain expressions.");
    if (said.parts.join("") !== source.parts.join(""))
      throw mistakeAt(said.line, 1, `its text differs from that of line ${id}.`);
  }
}

function nameOf(type: YarnType): string {
  if (typeof type === "object") return `a ${type.enum}`;
  return { number: "a number", string: "a text", bool: "true or false" }[type];
}

function expressionsIn(parts: readonly TextPart[]): YarnExpression[] {
  return parts.flatMap((part) => (typeof part === "string" ? [] : [part]));
}

/** The expressions of a statement itself; those that are asked for a yes or no as an operand of one. */
export function expressionsOf(statement: Statement): YarnExpression[] {
  const asked = (condition: YarnExpression | null): YarnExpression[] =>
    condition === null ? [] : [{ kind: "operator", name: "!", args: [condition] }];
  switch (statement.kind) {
    case "line":
      return [...expressionsIn(statement.said.parts), ...asked(statement.said.condition)];
    case "options":
      return statement.options.flatMap(({ said }) => [...expressionsIn(said.parts), ...asked(said.condition)]);
    case "group":
      return statement.items.flatMap(({ said }) => [...expressionsIn(said.parts), ...asked(said.condition)]);
    case "if":
      return statement.clauses.flatMap(({ condition }) => asked(condition));
    case "once":
      return asked(statement.condition);
    case "set":
    case "declare":
      return [statement.value];
    case "jump":
    case "detour":
      return [statement.to];
    case "command":
      return expressionsIn(statement.parts);
    default:
      return [];
  }
}

/** The variables of a story as they are imported: those that are worked out have none. */
export function variablesOf({ types, initial, smart, enums }: Declarations): ImportedVariable[] {
  return Array.from(types).flatMap(([name, type]): ImportedVariable[] => {
    if (smart.has(name)) return [];
    const values = typeof type === "object" ? [...(enums.get(type.enum)?.cases.keys() ?? [])] : [];
    const [wire, fallback]: [VariableType, number | boolean | string] =
      typeof type === "object"
        ? ["enum", values[0] ?? ""]
        : type === "bool"
          ? ["boolean", false]
          : type === "string"
            ? ["string", ""]
            : ["number", 0];
    return [
      {
        name,
        type: wire,
        default: initial.get(name) ?? fallback,
        enum_values: values,
        scope: "playthrough",
        min: null,
        max: null,
        description: "",
      },
    ];
  });
}
