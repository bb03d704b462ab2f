import type { Branch, Variable } from "../dialogue/wire.ts";
import type { Effect, Expression, FunctionName, Scalar } from "../expression.ts";
import { WORLD_FUNCTIONS } from "../expression-functions.ts";
import { checkExpression, type ValueType } from "../expression-type.ts";
import { literal as allLiteral, linesOf, trimmed } from "../text-marks/marked-text.ts";
import type { MarkedText } from "../text-marks/text-mark.ts";
import { type SetSigns, textSegments, withSigns } from "./text-segments.ts";

/** Names of variables and nodes in a Yarn file; null for missing ones. */
export interface YarnNames {
  readonly variable: (id: string) => Pick<Variable, "name" | "type" | "default" | "enum_values" | "min" | "max"> | null;
  readonly title: (nodeId: string) => string | null;
  /** Names of the variables in the file. */
  readonly variables: YarnVariables;
}

/** Reason for which logic cannot be written in Yarn. */
export type YarnLossReason = "world" | "count" | "set" | "opaque" | "function" | "gone";

/** Thrown where an expression has no words in Yarn. */
export class NotInYarn extends Error {
  readonly reason: YarnLossReason;

  constructor(reason: YarnLossReason) {
    super(reason);
    this.reason = reason;
  }
}

const SIGNS: Readonly<Record<string, string>> = {
  eq: "==",
  ne: "!=",
  lt: "<",
  lte: "<=",
  gt: ">",
  gte: ">=",
  add: "+",
  sub: "-",
  mul: "*",
  div: "/",
  mod: "%",
};

/** Writes conditions, values and effects in the words of Yarn Spinner 3. */
export class YarnScript {
  readonly #names: YarnNames;

  constructor(names: YarnNames) {
    this.#names = names;
  }

  /**
   * An expression as it stands in a command.
   *
   * @param nodeId the node it is asked for, which functions without an argument speak of
   * @param insideId the node it stands in: another one where it guards the way into `nodeId`
   * @throws {@link NotInYarn} where Yarn has no words for it
   */
  expression(expression: Expression, nodeId: string, insideId = nodeId): string {
    const inner = (each: Expression): string => {
      const words = this.expression(each, nodeId, insideId);
      return "op" in each && each.op !== "not" ? `(${words})` : words;
    };
    if ("lit" in expression) return literal(expression.lit);
    if ("var" in expression) return this.variable(expression.var).name;
    if ("entity" in expression) throw new NotInYarn("world");
    if ("ref" in expression) throw new NotInYarn("count");
    if (!("op" in expression)) return this.#call(expression.fn, expression.args, nodeId, insideId);
    switch (expression.op) {
      case "opaque":
        throw new NotInYarn("opaque");
      case "not":
        return `!${expression.args.map(inner).join("")}`;
      case "all":
      case "any": {
        if (expression.args.length === 0) return literal(expression.op === "all");
        return expression.args.map(inner).join(expression.op === "all" ? " && " : " || ");
      }
      case "has":
      case "in":
        throw new NotInYarn("set");
      case "arith":
        if (expression.fn === "add" && this.#isText(expression))
          return expression.args.map((each) => this.#asText(each, inner)).join(" + ");
        return `${inner(expression.args[0])} ${SIGNS[expression.fn] ?? ""} ${inner(expression.args[1])}`;
      default: {
        const sign = SIGNS[expression.op] ?? "";
        return `${inner(expression.args[0])} ${sign} ${inner(expression.args[1])}`;
      }
    }
  }

  #typeOf(expression: Expression): ValueType["type"] {
    return checkExpression(expression, (id) => this.#names.variable(id) ?? undefined).type.type;
  }

  #isText(expression: Expression): boolean {
    const type = this.#typeOf(expression);
    return type === "string" || type === "enum";
  }

  /** An operand of a sum of texts, which Yarn takes of texts only. @throws {@link NotInYarn} for what it writes otherwise */
  #asText(expression: Expression, inner: (each: Expression) => string): string {
    if (this.#isText(expression)) return inner(expression);
    const type = this.#typeOf(expression);
    if (type !== "integer" && type !== "number") throw new NotInYarn("set");
    return `string(${inner(expression)})`;
  }

  /** Conditions that must all hold. @throws {@link NotInYarn} where Yarn has no words for one */
  conditions(conditions: readonly Expression[], nodeId: string, insideId = nodeId): string {
    const all = conditions.map((each) => {
      const words = this.expression(each, nodeId, insideId);
      return conditions.length > 1 && "op" in each && each.op === "any" ? `(${words})` : words;
    });
    return all.join(" && ");
  }

  /** A variable with its name in Yarn. @throws {@link NotInYarn} for one that is gone, and for a set */
  variable(id: string) {
    const found = this.#names.variable(id);
    const name = found === null ? null : this.#names.variables.named(found.name);
    if (found === null || name === null) throw new NotInYarn("gone");
    if (found.type === "set") throw new NotInYarn("set");
    return { ...found, name };
  }

  /**
   * Returns an effect as a Yarn command, without its conditions. @throws {@link NotInYarn} where Yarn has no words for
   * it
   */
  effect({ op, target, value }: Effect, nodeId: string): string {
    if (op === "command" || op === "emit") {
      if (value === null || !("lit" in value) || typeof value.lit !== "string") throw new NotInYarn("function");
      const words = yarnCommand(allLiteral(value.lit), this.#names.variables);
      if (words === "") throw new NotInYarn("function");
      return `<<${words}>>`;
    }
    if (op === "opaque" || op === "reset_visits" || target === null)
      throw new NotInYarn(op === "opaque" ? "opaque" : "count");
    const variable = this.variable(target);
    const { name, type, min, max } = variable;
    if (op === "reset" || op === "clear") return `<<set ${name} = ${literal(variable.default as Scalar)}>>`;
    if (op === "toggle") return `<<set ${name} = !${name}>>`;
    if (value === null || op === "push" || op === "remove") throw new NotInYarn("set");
    if (op === "add" && type === "string") {
      const joined: Expression = { op: "arith", fn: "add", args: [{ var: target }, value] };
      return `<<set ${name} = ${this.expression(joined, nodeId)}>>`;
    }
    const words = this.expression(value, nodeId);
    const operand = "op" in value ? `(${words})` : words;
    let result = op === "set" ? words : `${name} ${SIGNS[op] ?? ""} ${operand}`;
    const isCut = type === "integer" && op === "div";
    if (isCut) result = `int(${result})`;
    if (min !== null) result = `max(${min}, ${result})`;
    if (max !== null) result = `min(${max}, ${result})`;
    const isPlain = op !== "set" && !isCut && min === null && max === null;
    return isPlain ? `<<set ${name} ${SIGNS[op] ?? ""}= ${words}>>` : `<<set ${name} = ${result}>>`;
  }

  #call(fn: FunctionName, args: readonly Expression[], nodeId: string, insideId: string): string {
    const [first, second] = args;
    const named = first === undefined ? nodeId : "ref" in first ? first.ref : null;
    const title = named === null ? null : this.#names.title(named);
    const number = (each: Expression | undefined) => (each === undefined ? null : this.expression(each, nodeId));
    switch (fn) {
      case "visits": {
        if (title === null) throw new NotInYarn("count");
        const isLeft = second !== undefined && "lit" in second && second.lit === "completed";
        // Yarn counts a node when it is left: inside of it one is missing.
        return named === insideId && !isLeft ? `visited_count("${title}") + 1` : `visited_count("${title}")`;
      }
      case "visited":
        if (title === null) throw new NotInYarn("count");
        return named === insideId ? "true" : `visited("${title}")`;
      case "has_any_content":
        if (title === null) throw new NotInYarn("count");
        return `has_any_content("${title}")`;
      case "random":
        return `random_range(${number(first)}, ${number(second)})`;
      case "roll": {
        const times = second === undefined ? 1 : "lit" in second && typeof second.lit === "number" ? second.lit : 0;
        if (times < 1 || times > 20) throw new NotInYarn("function");
        return Array.from({ length: times }, () => `dice(${number(first)})`).join(" + ");
      }
      default:
        throw new NotInYarn(WORLD_FUNCTIONS.has(fn) ? "world" : "count");
    }
  }
}

/** A constant in Yarn. */
export function literal(value: Scalar): string {
  if (typeof value === "string") return `"${value.replace(/["\\]/g, "\\$&").replaceAll("\n", " ")}"`;
  return value === null ? '""' : String(value);
}

/** Names of variables in a Yarn file by their own names: letters, digits and underscores behind a dollar sign, none twice. */
export class YarnVariables {
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(names: readonly string[]) {
    // A name that can stay is never given to another variable.
    const ordered = [...names].sort((a, b) => Number(PLAIN.test(b)) - Number(PLAIN.test(a)));
    for (const name of ordered) this.#names.set(name, this.own(name));
  }

  /** Returns the name of a variable; null where there is none of that name. */
  named(name: string): string | null {
    return this.#names.get(name) ?? null;
  }

  /** A name that no other variable has. */
  own(wanted: string): string {
    const base = identifier(wanted, "_");
    let name = base;
    for (let n = 2; this.#taken.has(name); n++) name = `${base}_${n}`;
    this.#taken.add(name);
    return `$${name}`;
  }
}

const PLAIN = /^[\p{L}_][\p{L}\p{M}\p{Nd}_]*$/u;

/** A name of letters of any script, digits and underscores, which begins with no digit. */
export function identifier(name: string, before: string): string {
  const plain = name.replace(/[^\p{L}\p{M}\p{Nd}_]+/gu, "_");
  return PLAIN.test(plain) ? plain : `${before}${plain}`;
}

/** Attributes of Yarn's markup for kinds of marks. */
const ATTRIBUTES: SetSigns = {
  emphasis: ["[i]", "[/i]"],
  strong: ["[b]", "[/b]"],
  strike: ["[s]", "[/s]"],
};

/**
 * A text in Yarn: signs that mean something there are escaped, what names a variable in braces becomes its name, and
 * marks become attributes, which end with their line.
 */
export function yarnText(whole: MarkedText, variables: YarnVariables): string {
  return linesOf(whole)
    .map((line) => yarnLine(trimmed(line), variables))
    .filter((line) => line !== "")
    .join("\n");
}

function yarnLine(line: MarkedText, variables: YarnVariables): string {
  return withSigns(segmentsOf(line, variables), ATTRIBUTES, ({ text, isValue }, at) => {
    if (isValue) return `{${variables.named(text)}}`;
    // These begin something else where they begin a line, and cannot be escaped: a value of an expression is read as words.
    const [first = ""] = at === 0 ? (/^(?:->|=>|===)/.exec(text) ?? []) : [];
    return `${first === "" ? "" : quotedWords(first)}${text.slice(first.length).replace(ESCAPED_SIGNS, escaped)}`;
  });
}

/** Text of a command, on one line: it has no escapes, so that signs which mean something are values of expressions. */
export function yarnCommand(whole: MarkedText, variables: YarnVariables): string {
  return segmentsOf({ ...whole, text: whole.text.replace(/\s/g, " ") }, variables)
    .map(({ text, isValue }) => (isValue ? `{${variables.named(text)}}` : text.replace(/[{}<>]+/g, quotedWords)))
    .join("")
    .trim()
    .replace(COMMAND_WORDS, quotedWords);
}

/** Words at the beginning of a command that would make it one of the language. */
const COMMAND_WORDS =
  /^(?:if|elseif|else|endif|once|endonce|set|declare|enum|endenum|case|jump|detour|return|stop|call|local)(?=\s|$)/;

function segmentsOf(text: MarkedText, variables: YarnVariables) {
  return textSegments(text, (name) => variables.named(name) !== null);
}

const quotedWords = (words: string) => `{"${words}"}`;
const ESCAPED_SIGNS = /[\\{}#[\]]|\/\/|<<|>>/g;
const escaped = (sign: string) => sign.replace(/./g, "\\$&");

/** Whether a branch is chosen by its words. */
export function isOption({ kind, choice_text }: Pick<Branch, "kind" | "choice_text">): boolean {
  return kind === "choice" || (kind === "event" && choice_text !== "");
}
