import { escapeToken } from "./change/pointer.ts";
import { EFFECT_SIGNATURES, type EffectSignature } from "./effect-signatures.ts";
import {
  ARITHMETIC_FNS,
  COMPARISON_OPS,
  EFFECT_OPS,
  type Effect,
  type EffectOp,
  EXPRESSION_LIMITS,
  type Expression,
  FUNCTION_NAMES,
  LOGIC_OPS,
} from "./expression.ts";
import { FORBIDDEN_KEY, isJsonObject, type JsonObject } from "./json.ts";
import { COMPARISONS } from "./logic-text/grammar.ts";
import { didYouMean, nearestName } from "./nearest-name.ts";

/** Called for each thing wrong; reading goes on so that all of it can be told at once. */
export type ShapeReporter = (pointer: string, message: string) => void;

function oneOf<T extends string>(values: readonly T[], value: unknown): value is T {
  return typeof value === "string" && (values as readonly string[]).includes(value);
}

const FORBIDDEN_PATH = `must not name ${FORBIDDEN_KEY}`;

const isForbidden = (path: string): boolean => path.split(".").includes(FORBIDDEN_KEY);

/** Words of other languages for operators and effects of ours. */
const OTHER_WORDS: ReadonlyMap<string, string> = new Map([
  ...COMPARISONS,
  ["===", "eq"],
  ["equals", "eq"],
  ["!==", "ne"],
  ["le", "lte"],
  ["ge", "gte"],
  ["&&", "all"],
  ["and", "all"],
  ["||", "any"],
  ["or", "any"],
  ["!", "not"],
  ["contains", "has"],
  ["subtract", "sub"],
  ["decrement", "sub"],
  ["increment", "add"],
  ["multiply", "mul"],
  ["divide", "div"],
]);

const OPERATORS = [...LOGIC_OPS, ...COMPARISON_OPS, "arith", "opaque"];

/** Longest word that is compared with the known ones. */
const MAX_WORD = 64;

/** The complaint about a word of a closed list, with the one that was probably meant, or else all of them. */
function notKnown(kind: string, word: unknown, known: readonly string[]): string {
  const text = typeof word === "string" && word.length <= MAX_WORD ? word : "";
  const other = OTHER_WORDS.get(text.toLowerCase());
  const near = other !== undefined && known.includes(other) ? other : nearestName(text, known);
  return `is not a known ${kind}${near === null ? `; known are ${known.join(", ")}` : didYouMean(near)}`;
}

class Reader {
  readonly #report: ShapeReporter;
  parts = 0;

  constructor(report: ShapeReporter) {
    this.#report = report;
  }

  fail(pointer: string, message: string): null {
    this.#report(pointer, message);
    return null;
  }

  fields(value: JsonObject, allowed: readonly string[], pointer: string): boolean {
    const extra = Object.keys(value).find((key) => !allowed.includes(key));
    if (extra === undefined) return true;
    this.fail(`${pointer}/${escapeToken(extra)}`, "is not a field of this expression");
    return false;
  }

  read(value: unknown, pointer: string, depth: number): Expression | null {
    if (++this.parts > EXPRESSION_LIMITS.parts) {
      if (this.parts === EXPRESSION_LIMITS.parts + 1)
        this.fail(pointer, `has more than ${EXPRESSION_LIMITS.parts} parts`);
      return null;
    }
    if (depth > EXPRESSION_LIMITS.depth) return this.fail(pointer, `is deeper than ${EXPRESSION_LIMITS.depth} levels`);
    if (!isJsonObject(value)) return this.fail(pointer, "must be an expression, an object");
    if (Object.hasOwn(value, "op")) return this.operator(value, pointer, depth);
    if (Object.hasOwn(value, "var")) return this.name(value, "var", pointer, (name) => ({ var: name }));
    if (Object.hasOwn(value, "ref")) return this.name(value, "ref", pointer, (name) => ({ ref: name }));
    if (Object.hasOwn(value, "lit")) return this.literal(value, pointer);
    if (Object.hasOwn(value, "entity")) return this.entity(value, pointer);
    if (Object.hasOwn(value, "fn")) {
      if (!this.fields(value, ["fn", "args"], pointer)) return null;
      const fn = value.fn;
      if (!oneOf(FUNCTION_NAMES, fn)) return this.fail(`${pointer}/fn`, notKnown("function", fn, FUNCTION_NAMES));
      const args = this.list(value.args, `${pointer}/args`, depth);
      return args === null ? null : { fn, args };
    }
    return this.fail(pointer, "must have one of op, var, lit, entity, ref, fn");
  }

  name(value: JsonObject, field: string, pointer: string, make: (name: string) => Expression): Expression | null {
    if (!this.fields(value, [field], pointer)) return null;
    const name = value[field];
    if (typeof name !== "string" || name === "") return this.fail(`${pointer}/${field}`, "must be a name");
    return make(name);
  }

  literal(value: JsonObject, pointer: string): Expression | null {
    if (!this.fields(value, ["lit"], pointer)) return null;
    const lit = value.lit;
    if (lit === null || typeof lit === "string" || typeof lit === "boolean") return { lit };
    if (typeof lit === "number" && Number.isFinite(lit)) return { lit };
    return this.fail(`${pointer}/lit`, "must be a string, a number, true, false or null");
  }

  entity(value: JsonObject, pointer: string): Expression | null {
    if (!this.fields(value, ["entity", "path"], pointer)) return null;
    const { entity, path } = value;
    if (typeof entity !== "string" || entity === "") return this.fail(`${pointer}/entity`, "must be a name");
    if (typeof path !== "string") return this.fail(`${pointer}/path`, "must be a string");
    if (isForbidden(path)) return this.fail(`${pointer}/path`, FORBIDDEN_PATH);
    return { entity, path };
  }

  operator(value: JsonObject, pointer: string, depth: number): Expression | null {
    const op = value.op;
    if (op === "opaque") {
      if (!this.fields(value, ["op", "format", "source"], pointer)) return null;
      const { format, source } = value;
      if (typeof format !== "string") return this.fail(`${pointer}/format`, "must be a string");
      if (typeof source !== "string") return this.fail(`${pointer}/source`, "must be a string");
      return { op, format, source };
    }
    if (!this.fields(value, op === "arith" ? ["op", "fn", "args"] : ["op", "args"], pointer)) return null;
    if (oneOf(LOGIC_OPS, op)) {
      const args = this.list(value.args, `${pointer}/args`, depth);
      if (args === null) return null;
      if (op === "not" && args.length !== 1) return this.fail(`${pointer}/args`, "must hold one expression");
      return { op, args };
    }
    if (!oneOf(COMPARISON_OPS, op) && op !== "arith")
      return this.fail(`${pointer}/op`, notKnown("operator", op, OPERATORS));
    const args = this.list(value.args, `${pointer}/args`, depth);
    if (args === null) return null;
    const [left, right] = args;
    if (left === undefined || right === undefined || args.length !== 2) {
      return this.fail(`${pointer}/args`, "must hold two expressions");
    }
    if (op !== "arith") return { op, args: [left, right] };
    const fn = value.fn;
    if (!oneOf(ARITHMETIC_FNS, fn)) return this.fail(`${pointer}/fn`, "must be add, sub, mul, div or mod");
    return { op, fn, args: [left, right] };
  }

  list(value: unknown, pointer: string, depth: number): Expression[] | null {
    if (!Array.isArray(value)) {
      this.fail(pointer, "must be an array of expressions");
      return null;
    }
    const result: Expression[] = [];
    let sound = true;
    for (let i = 0; i < value.length; i++) {
      const item = this.read(value[i], `${pointer}/${i}`, depth + 1);
      if (item === null) sound = false;
      else result.push(item);
      if (this.parts > EXPRESSION_LIMITS.parts) return null;
    }
    return sound ? result : null;
  }
}

/** Reads an expression out of unknown JSON, keeping only its own fields; null when something was reported. */
export function readExpression(value: unknown, pointer: string, report: ShapeReporter): Expression | null {
  return new Reader(report).read(value, pointer, 1);
}

/** Descriptions of the parts of an entity that an effect names. */
export const KEY_WORDS: Readonly<Record<NonNullable<EffectSignature["key"]>, string>> = {
  property: "which property, by names with dots between them",
  place: "the place, an entity",
  item: "the item, an entity",
  entity: "the other entity",
  predicate: "what is known",
  fact: "the fact, by its id",
  objective: "the objective, by its id",
  stage: "the stage, by its id",
};

/** Reads an effect (without id) out of unknown JSON; null when something was reported. */
export function readEffect(value: unknown, pointer: string, report: ShapeReporter): Omit<Effect, "id"> | null {
  const reader = new Reader(report);
  if (!isJsonObject(value)) return reader.fail(pointer, "must be an effect, an object");
  if (!reader.fields(value, ["op", "target", "key", "value", "when"], pointer)) return null;
  const { op, target = null, key = null } = value;
  if (!oneOf<EffectOp>(EFFECT_OPS, op)) return reader.fail(`${pointer}/op`, notKnown("effect", op, EFFECT_OPS));
  if (target !== null && typeof target !== "string")
    return reader.fail(`${pointer}/target`, "must be a variable or null");
  const named = EFFECT_SIGNATURES[op].key;
  if (named === undefined && key !== null) return reader.fail(`${pointer}/key`, `is not a field of ${op}`);
  if (named !== undefined && (typeof key !== "string" || key.trim() === ""))
    return reader.fail(`${pointer}/key`, `must say ${KEY_WORDS[named]}`);
  if (named === "property" && typeof key === "string" && isForbidden(key))
    return reader.fail(`${pointer}/key`, FORBIDDEN_PATH);
  const given = value.value ?? null;
  const read = given === null ? null : readExpression(given, `${pointer}/value`, report);
  if (given !== null && read === null) return null;
  const when = value.when ?? [];
  if (!Array.isArray(when)) return reader.fail(`${pointer}/when`, "must be an array of expressions");
  const guards: Expression[] = [];
  for (let i = 0; i < when.length; i++) {
    const guard = readExpression(when[i], `${pointer}/when/${i}`, report);
    if (guard === null) return null;
    guards.push(guard);
  }
  return { op, target, ...(typeof key === "string" && { key }), value: read, when: guards };
}
