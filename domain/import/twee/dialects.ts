import type { ComparisonOp, Expression } from "../../expression.ts";
import { SYMBOL_COMPARISONS } from "../script/comparisons.ts";
import type { ScriptDialect } from "../script/parse-expression.ts";
import type { ScriptSyntax } from "../script/tokens.ts";

/** The story formats whose links, macros and conditions are understood. */
export const TWEE_DIALECTS = ["harlowe", "sugarcube", "sugarcane", "snowman", "chapbook"] as const;
export type TweeDialect = (typeof TWEE_DIALECTS)[number];

/** SugarCube and the format before it, which read links, macros and special passages alike. */
export const SUGARCUBES: readonly TweeDialect[] = ["sugarcube", "sugarcane"];

/** Whether a dialect is SugarCube's or that of the format before it. */
export function isSugarCube(dialect: TweeDialect | null): boolean {
  return dialect !== null && SUGARCUBES.includes(dialect);
}

/** Names of the story formats, as they write them. */
export const DIALECT_NAMES: Readonly<Record<TweeDialect, string>> = {
  harlowe: "Harlowe",
  sugarcube: "SugarCube",
  sugarcane: "Sugarcane",
  snowman: "Snowman",
  chapbook: "Chapbook",
};

const JS_COMPARISONS: readonly (readonly [string, ComparisonOp])[] = [
  ...SYMBOL_COMPARISONS,
  ["===", "eq"],
  ["!==", "ne"],
];

/** A passage named in a script, as a reference to its node. */
function passage(arg: Expression | undefined): Expression | null {
  return arg !== undefined && "lit" in arg && typeof arg.lit === "string" ? { ref: arg.lit } : null;
}

/** Visits of a passage, by name or, without one, of the passage itself. */
function about(fn: "visits" | "visited", args: readonly Expression[]): Expression | null {
  if (args.length === 0) return { fn, args: [] };
  const ref = args.length === 1 ? passage(args[0]) : null;
  return ref === null ? null : { fn, args: [ref] };
}

/** Values one after another as a text; null where there is none. */
function joinedTexts(args: readonly Expression[]): Expression | null {
  const [first, ...more] = args;
  if (first === undefined) return null;
  const isText = "lit" in first && typeof first.lit === "string";
  const start: Expression = isText ? first : { op: "arith", fn: "add", args: [{ lit: "" }, first] };
  return more.reduce<Expression>((whole, each) => ({ op: "arith", fn: "add", args: [whole, each] }), start);
}

const nothing = (): null => null;

const JAVASCRIPT: ScriptSyntax = {
  sigils: false,
  possessives: false,
  macroCalls: false,
  andBeforeOr: true,
  templates: true,
  orElse: true,
  itself: null,
};

const sugarcube: ScriptDialect = {
  syntax: { ...JAVASCRIPT, sigils: true },
  comparisons: new Map([
    ...JS_COMPARISONS,
    ["is", "eq"],
    ["eq", "eq"],
    ["isnot", "ne"],
    ["is not", "ne"],
    ["neq", "ne"],
    ["lt", "lt"],
    ["lte", "lte"],
    ["gt", "gt"],
    ["gte", "gte"],
  ]),
  call: (name, args) => {
    if (name === "visited") return about("visits", args);
    if (name === "hasVisited" && args.length > 0) {
      const each = args.map((arg) => about("visited", [arg])).filter((asked) => asked !== null);
      return each.length < args.length ? null : each.length === 1 ? (each[0] ?? null) : { op: "all", args: each };
    }
    if (name === "turns" && args.length === 0) return { fn: "turns", args: [] };
    if (name === "random" && args.length === 2) return { fn: "random", args: [...args] };
    if (name === "random" && args.length === 1) return { fn: "random", args: [{ lit: 0 }, ...args] };
    return null;
  },
  name: nothing,
};

const harlowe: ScriptDialect = {
  // Turns count from 1, and what came before is one less.
  reword: (source) =>
    source
      .replace(/\(\s*history\s*:\s*\)'s\s+length\b/gi, "(turns - 1)")
      .replace(/\(\s*history\s*:\s*\)\s+contains\s+("[^"\n]*"|'[^'\n]*')/gi, "(hasvisited: $1)"),
  syntax: { sigils: true, possessives: true, macroCalls: true, andBeforeOr: false, itself: "it" },
  comparisons: new Map([
    ["is", "eq"],
    ["is not", "ne"],
    ["<", "lt"],
    ["<=", "lte"],
    [">", "gt"],
    [">=", "gte"],
    ["is <", "lt"],
    ["is <=", "lte"],
    ["is >", "gt"],
    ["is >=", "gte"],
  ]),
  call: (name, args) => {
    // The page that is shown is no part of the history yet: its own writer counts from one visit more.
    if (name === "hasvisited") {
      const visits = args.length === 1 ? about("visits", args) : null;
      return visits === null ? null : { op: "gt", args: [visits, { lit: 0 }] };
    }
    if (name === "str" || name === "string" || name === "text") return joinedTexts(args);
    return name === "random" && args.length === 2 ? { fn: "random", args: [...args] } : null;
  },
  name: (name) => {
    if (name === "visits" || name === "visit") return { fn: "visits", args: [] };
    return name === "turns" || name === "turn" ? { fn: "turns", args: [] } : null;
  },
};

const chapbook: ScriptDialect = {
  syntax: JAVASCRIPT,
  comparisons: new Map(JS_COMPARISONS),
  call: nothing,
  name: (name) => {
    if (name === "passage.visits") return { fn: "visits", args: [] };
    const sides = /^random\.d(4|5|6|8|10|12|20|25|50|100|1000)$/.exec(name)?.[1];
    if (sides !== undefined) return { fn: "random", args: [{ lit: 1 }, { lit: Number(sides) }] };
    return name.includes(".") || name.startsWith("_") ? null : { var: name };
  },
};

/** Snowman's scripts are JavaScript, in which `s` is what the story remembers. */
const snowman: ScriptDialect = {
  syntax: JAVASCRIPT,
  comparisons: new Map(JS_COMPARISONS),
  call: nothing,
  name: (name) => {
    const variable = /^(?:s|window\.story\.state|story\.state)\.([A-Za-z_]\w*)$/.exec(name)?.[1];
    return variable === undefined ? null : { var: variable };
  },
};

/** Script syntax of each dialect. */
export const SCRIPTS: Readonly<Record<TweeDialect, ScriptDialect>> = {
  harlowe,
  sugarcube,
  sugarcane: sugarcube,
  chapbook,
  snowman,
};

const FORMAT_NAMES: ReadonlyMap<string, TweeDialect> = new Map([
  ["harlowe", "harlowe"],
  ["sugarcube", "sugarcube"],
  ["sugarcane", "sugarcane"],
  ["jonah", "sugarcane"],
  ["responsive", "sugarcane"],
  ["snowman", "snowman"],
  ["chapbook", "chapbook"],
]);

/** The dialect that the `format` of `StoryData` names, with or without a version. */
export function dialectOfFormat(format: string): TweeDialect | null {
  const name = /^[a-z]+/.exec(format.trim().toLowerCase())?.[0] ?? "";
  return FORMAT_NAMES.get(name) ?? null;
}

/** Marks that give a dialect away. Most Twee files do not say which format they are for. */
const MARKS: [TweeDialect, RegExp][] = [
  ["sugarcube", /<<\/?[A-Za-z=-]/g],
  [
    "harlowe",
    /\((?:set|put|if|unless|else-?if|else|for|display|print|link[a-z-]*|go-?to|click[a-z-]*|replace|append|random|either|history|cycling-link|storylet|open-storylets|live|event|text-style|css|hook|a|array|dm|ds)[ \t]*:/gi,
  ],
  ["snowman", /<%/g],
  ["chapbook", /^\[(?:if|unless|else|continued?|cont|after|align|ifalways|ifnever|note)\b[^[\]\n]{0,200}\][ \t]*$/gim],
  ["chapbook", /\{(?:reveal link|embed passage|link to|back link|restart link|cycling link|dropdown menu)\b/g],
];

/** Length of the text that detection reads, in characters: a format shows itself early. */
const LOOKED_AT = 1024 * 1024;

/** The dialect most of the marks in these texts belong to; null when there are none. */
export function detectDialect(texts: Iterable<string>): TweeDialect | null {
  const counts = new Map<TweeDialect, number>();
  let old = 0;
  let recent = 0;
  let left = LOOKED_AT;
  for (const whole of texts) {
    const text = whole.slice(0, left);
    left -= text.length;
    for (const [dialect, mark] of MARKS) {
      const found = countMatches(text, mark);
      if (found > 0) counts.set(dialect, (counts.get(dialect) ?? 0) + found);
    }
    old += countMatches(text, /<<(?:endif|endsilently|endnobr|display|choice|actions)\b/g);
    recent += countMatches(text, /<<\/|<<(?:include|link|elseif)\b/g);
    if (left <= 0) break;
  }
  let best: TweeDialect | null = null;
  for (const [dialect, count] of counts) if (best === null || count > (counts.get(best) ?? 0)) best = dialect;
  return best === "sugarcube" && old > recent ? "sugarcane" : best;
}

function countMatches(text: string, pattern: RegExp): number {
  let count = 0;
  pattern.lastIndex = 0;
  while (pattern.test(text)) count++;
  return count;
}
