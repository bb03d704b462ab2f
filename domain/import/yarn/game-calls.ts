import { BUILT_IN, type Declarations, type YarnType } from "./declarations.ts";
import type { YarnExpression } from "./expression.ts";
import type { Statement, TextPart, YarnLine } from "./statements.ts";

/** Call of a function of the game, with the variable that its result is answered in. */
export interface GameCall {
  readonly name: string;
  readonly args: readonly YarnExpression[];
  /** Name of the variable, without its sign. */
  readonly result: string;
}

/** Declares a variable for the result of a call, and answers its name; the type is null where nothing tells it. */
export type DeclareResult = (call: YarnExpression & { kind: "call" }, type: YarnType | null) => string;

/**
 * Replaces calls of the game's functions in a statement itself, not in the blocks within it, by variables that have their results: the
 * calls come before the statement, in order.
 */
export class GameCalls {
  readonly #declarations: Declarations;
  readonly #declare: DeclareResult;
  readonly #calls: GameCall[] = [];

  constructor(declarations: Declarations, declare: DeclareResult) {
    this.#declarations = declarations;
    this.#declare = declare;
  }

  /** The calls found so far. */
  get calls(): readonly GameCall[] {
    return this.#calls;
  }

  statement(statement: Statement): Statement {
    switch (statement.kind) {
      case "line":
        return { ...statement, said: this.#said(statement.said) };
      case "options":
        return { ...statement, options: statement.options.map((each) => ({ ...each, said: this.#said(each.said) })) };
      case "group":
        return { ...statement, items: statement.items.map((each) => ({ ...each, said: this.#guarded(each.said) })) };
      case "if":
        return {
          ...statement,
          clauses: statement.clauses.map((each) => ({ ...each, condition: this.#expression(each.condition, "bool") })),
        };
      case "once":
        return this.#guarded(statement);
      case "set":
        return {
          ...statement,
          value: this.#expression(statement.value, this.#typeOf({ kind: "variable", name: `$${statement.name}` })),
        };
      case "jump":
      case "detour":
        return { ...statement, to: this.#expression(statement.to, "string") };
      case "command":
        return { ...statement, parts: this.#parts(statement.parts) };
      default:
        return statement;
    }
  }

  #said(said: YarnLine): YarnLine {
    return this.#guarded({ ...said, parts: this.#parts(said.parts) });
  }

  #guarded<Guarded extends { readonly condition: YarnExpression | null }>(guarded: Guarded): Guarded {
    return guarded.condition === null
      ? guarded
      : { ...guarded, condition: this.#expression(guarded.condition, "bool") };
  }

  #parts(parts: readonly TextPart[]): TextPart[] {
    return parts.map((part) => (typeof part === "string" ? part : this.#expression(part, null)));
  }

  #expression(expression: YarnExpression, type: YarnType | null): YarnExpression {
    if (expression.kind === "operator") {
      const { name, args } = expression;
      const own = LOGIC.has(name) ? "bool" : NUMERIC.has(name) ? "number" : null;
      const other = (at: number) => own ?? this.#typeOf(args[args.length - 1 - at]) ?? (name === "+" ? type : null);
      return { ...expression, args: args.map((each, at) => this.#expression(each, other(at))) };
    }
    if (expression.kind !== "call") return expression;
    const args = expression.args.map((each) => this.#expression(each, null));
    if (BUILT_IN.has(expression.name)) return { ...expression, args };
    const result = this.#declare(expression, this.#typeOf(expression) ?? type);
    this.#calls.push({ name: expression.name, args, result });
    return { kind: "variable", name: `$${result}` };
  }

  #typeOf(expression: YarnExpression | undefined): YarnType | null {
    return this.#declarations.typeOf(expression);
  }
}

const LOGIC: ReadonlySet<string> = new Set(["&&", "||", "^", "!"]);
const NUMERIC: ReadonlySet<string> = new Set(["-", "*", "/", "%", "_"]);
