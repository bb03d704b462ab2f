import { type EffectOp, type Expression, withinExpressionLimits } from "../../expression.ts";
import type { Guard } from "./guards.ts";
import { parseExpression, type ScriptDialect } from "./parse-expression.ts";
import { type Token, temporaryName, tokenize } from "./tokens.ts";

/** One assignment of a script. `value` is null where it is not simple; `target` where not even that can be told. */
export interface Assignment {
  source: string;
  target: string | null;
  op: Extract<EffectOp, "set" | "add" | "sub" | "mul" | "div" | "mod" | "reset">;
  value: Expression | null;
  /** The values one of which is drawn. */
  either?: readonly Expression[];
  /** The values one of which is taken by what holds. */
  choice?: ChosenValue;
}

/** A value that depends on a condition: `asked ? yes : no`. */
export interface ChosenValue {
  readonly asked: Expression;
  readonly yes: Expression;
  readonly no: Expression;
}

/** An assignment with what must hold for it to happen. */
export interface GuardedAssignment {
  assignment: Assignment;
  guards: readonly Guard[];
}

const ASSIGNING: ReadonlyMap<string, Assignment["op"]> = new Map([
  ["to", "set"],
  ["=", "set"],
  ["+=", "add"],
  ["-=", "sub"],
  ["*=", "mul"],
  ["/=", "div"],
  ["%=", "mod"],
]);

/** Reads an expression of a script; null when it is not simple. */
export function readScriptExpression(source: string, dialect: ScriptDialect): Expression | null {
  const tokens = tokenize(dialect.reword?.(source) ?? source, dialect.syntax);
  if (tokens === null) return null;
  const expression = parseExpression(tokens, dialect);
  return expression !== null && withinExpressionLimits(expression) ? expression : null;
}

/** Reads the assignments of a `set`, which may hold several, set apart by commas or semicolons. */
export function readAssignments(source: string, dialect: ScriptDialect): Assignment[] {
  const tokens = tokenize(dialect.reword?.(source) ?? source, dialect.syntax);
  if (tokens === null) return [unreadSource(source, dialect)];
  return splitStatements(tokens).map((statement) => readAssignment(statement, source.trim(), dialect));
}

/** Reads an assignment that cannot be split into tokens: only the variable it sets is known. */
function unreadSource(source: string, dialect: ScriptDialect): Assignment {
  if (!dialect.syntax.sigils) return unreadAssignment(source);
  const [, sigil, name] = /^\s*([$_])([A-Za-z_]\w*)\s*(?:to\s|=|[-+*/%]=)/.exec(source) ?? [];
  const target = name === undefined ? undefined : sigil === "_" ? temporaryName(`_${name}`) : name;
  const several = /[,;]\s*[$_][A-Za-z_]\w*\s*(?:to\s|[-+*/%]?=)/.test(source);
  const unread = unreadAssignment(source);
  return target === undefined || several ? unread : { ...unread, target };
}

/** An assignment of which nothing is known but its words. */
export function unreadAssignment(source: string): Assignment {
  return { source: source.trim(), target: null, op: "set", value: null };
}

function splitStatements(tokens: readonly Token[]): Token[][] {
  const statements: Token[][] = [];
  let current: Token[] = [];
  let depth = 0;
  for (const token of tokens) {
    const text = token.type === "symbol" ? token.text : "";
    if ("([{".includes(text) && text !== "") depth++;
    if (")]}".includes(text) && text !== "") depth--;
    if (depth === 0 && (text === "," || text === ";")) {
      if (current.length > 0) statements.push(current);
      current = [];
    } else current.push(token);
  }
  if (current.length > 0) statements.push(current);
  return statements;
}

function readAssignment(tokens: readonly Token[], source: string, dialect: ScriptDialect): Assignment {
  const [first] = tokens;
  const target = variableOf(first, dialect);
  const unread = unreadAssignment(source);
  if (target === null) return unread;
  const second = tokens[1];
  const word = second?.type === "symbol" ? second.text : second?.type === "name" ? second.name : "";
  if ((word === "++" || word === "--") && tokens.length === 2) {
    return { source, target, op: word === "++" ? "add" : "sub", value: { lit: 1 } };
  }
  const op = ASSIGNING.get(word);
  if (op === undefined) return unread;
  const value = parseExpression(tokens.slice(2), dialect, { var: target });
  if (value === null || !withinExpressionLimits(value)) {
    const either = op === "set" ? readEither(tokens.slice(2), dialect) : null;
    const choice = op === "set" ? readChoice(tokens.slice(2), dialect, { var: target }) : null;
    return { source, target, op, value: null, ...(either !== null && { either }), ...(choice !== null && { choice }) };
  }
  return op === "set" ? asChange(source, target, value) : { source, target, op, value };
}

/** The values of an expression that draws one of several, `either(a, b)` or `(either: a, b)`; null where it is none, or one is not simple. */
export function readEither(tokens: readonly Token[], dialect: ScriptDialect): Expression[] | null {
  const words = tokens.map((token) => (token.type === "name" ? token.name : token.type === "symbol" ? token.text : ""));
  const { macroCalls } = dialect.syntax;
  const isCall = macroCalls
    ? words[0] === "(" && words[1] === "either" && words[2] === ":"
    : words[0] === "either" && words[1] === "(";
  if (!isCall || words.at(-1) !== ")") return null;
  const values = splitStatements(tokens.slice(macroCalls ? 3 : 2, -1)).map((each) => parseExpression(each, dialect));
  const known = values.filter((value) => value !== null && withinExpressionLimits(value));
  return values.length > 0 && known.length === values.length ? (known as Expression[]) : null;
}

/** A value that depends on a condition, `a ? b : c` or `(cond: a, b, c)`; null where it is none, or one part is not simple. */
export function readChoice(tokens: readonly Token[], dialect: ScriptDialect, itself?: Expression): ChosenValue | null {
  const parts = dialect.syntax.macroCalls ? partsOfCall(tokens) : partsOfTernary(tokens);
  const [asked, yes, no] = parts.map((part) => parseExpression(part, dialect, itself));
  if (parts.length !== 3 || !asked || !yes || !no) return null;
  return [asked, yes, no].every(withinExpressionLimits) ? { asked, yes, no } : null;
}

function partsOfCall(tokens: readonly Token[]): Token[][] {
  const [open, name, colon] = tokens;
  const isCond = isSign(open, "(") && name?.type === "name" && name.name === "cond" && isSign(colon, ":");
  return isCond && isSign(tokens.at(-1), ")") ? splitStatements(tokens.slice(3, -1)) : [];
}

function partsOfTernary(tokens: readonly Token[]): Token[][] {
  const depths: number[] = [];
  let depth = 0;
  for (const token of tokens) {
    if (isSign(token, ")")) depth--;
    depths.push(depth);
    if (isSign(token, "(")) depth++;
  }
  const asks = tokens.findIndex((token, at) => depths[at] === 0 && isSign(token, "?"));
  const otherwise = tokens.findIndex((token, at) => at > asks && depths[at] === 0 && isSign(token, ":"));
  if (asks < 0 || otherwise < 0) {
    const isBracketed = isSign(tokens[0], "(") && depths.indexOf(0, 1) === tokens.length - 1;
    return isBracketed ? partsOfTernary(tokens.slice(1, -1)) : [];
  }
  return [tokens.slice(0, asks), tokens.slice(asks + 1, otherwise), tokens.slice(otherwise + 1)];
}

function isSign(token: Token | undefined, text: string): boolean {
  return token?.type === "symbol" && token.text === text;
}

function variableOf(token: Token | undefined, dialect: ScriptDialect): string | null {
  if (token?.type === "variable") return token.name;
  if (token?.type !== "name" || dialect.syntax.sigils) return null;
  const named = dialect.name(token.name);
  return named !== null && "var" in named ? named.var : null;
}

/** `x = x + 1` is "add 1 to x". */
function asChange(source: string, target: string, value: Expression): Assignment {
  if (!("op" in value) || value.op !== "arith") return { source, target, op: "set", value };
  const [left, right] = value.args;
  if ("var" in left && left.var === target && !mentions(right, target)) {
    return { source, target, op: value.fn, value: right };
  }
  // A sum may join texts, whose order counts.
  if (value.fn === "mul" && "var" in right && right.var === target && !mentions(left, target)) {
    return { source, target, op: value.fn, value: left };
  }
  return { source, target, op: "set", value };
}

function mentions(expression: Expression, variable: string): boolean {
  if ("var" in expression) return expression.var === variable;
  return "args" in expression && expression.args.some((arg) => mentions(arg, variable));
}
