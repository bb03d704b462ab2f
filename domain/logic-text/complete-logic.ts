import type { ComparisonOp, Expression } from "../expression.ts";
import { FUNCTION_NAMES } from "../expression.ts";
import { type ArgumentType, FUNCTIONS } from "../expression-functions.ts";
import { searchForm } from "../search-form.ts";
import { CHANGE_CALLS, COMPARISON_SIGNS } from "./grammar.ts";
import type { NamedVariable, NameIndex, NameKind } from "./name-index.ts";
import { type Expectation, readChanges, readConditions, UnfinishedText } from "./read-logic.ts";
import { LogicTextError, quotedText } from "./tokens.ts";

/** One way to go on. */
export interface Completion {
  /** Text that replaces the unfinished word. */
  readonly insert: string;
  readonly label: string;
  readonly hint: string;
}

export interface Completions {
  /** Start of the unfinished word; it is replaced up to the caret. */
  readonly from: number;
  readonly options: readonly Completion[];
  /** Whether the list is short and certain enough to be shown before anything is begun. */
  readonly isPointed: boolean;
}

const MOST = 8;
const NOTHING = { from: 0, options: [], isPointed: false } as const;

/** Pattern of an unfinished word at the end of a text: a word, or a quote that is still open. */
const BEGUN = /(?:[\p{L}_][\p{L}\p{M}\p{N}_]*|'[^']*|"[^"]*|#[A-Za-z0-9_]*)$/u;

/** Returns the completions of a text at the caret, best first. */
export function completeLogic(
  text: string,
  caret: number,
  form: "conditions" | "changes",
  names: NameIndex,
): Completions {
  const before = text.slice(0, caret);
  const begun = BEGUN.exec(before)?.[0] ?? "";
  const from = caret - begun.length;
  const expected = expectedAfter(before.slice(0, from), form, names);
  if (expected === null) return NOTHING;
  const wanted = searchForm(begun.replace(/^['"#]/, ""));
  const seen = new Set<string>();
  const fitting = optionsFor(expected, form, names)
    .filter(({ insert }) => !seen.has(insert) && seen.add(insert))
    .map((option) => ({ option, rank: rankOf(option, wanted) }))
    .filter(({ rank }) => rank < UNFIT)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ option }) => option);
  const [only] = fitting;
  // What is written out already is not offered again.
  if (only !== undefined && fitting.length === 1 && only.insert === begun) return NOTHING;
  return { from, options: fitting, isPointed: isPointed(expected, names) };
}

const UNFIT = 3;

function rankOf({ label }: Completion, wanted: string): number {
  const name = searchForm(label);
  if (name.startsWith(wanted)) return 0;
  const at = name.indexOf(wanted);
  if (at < 0) return UNFIT;
  return /[\p{L}\p{N}]/u.test(name.charAt(at - 1)) ? 2 : 1;
}

function expectedAfter(text: string, form: "conditions" | "changes", names: NameIndex): Expectation | null {
  try {
    return form === "conditions" ? readConditions(text, names).expected : readChanges(text, names).expected;
  } catch (error) {
    if (error instanceof UnfinishedText) return error.expected;
    if (error instanceof LogicTextError) return null;
    throw error;
  }
}

function isPointed(expected: Expectation, names: NameIndex): boolean {
  if (expected.kind !== "value") return false;
  return (expected.argument !== null && POINTED.has(expected.argument)) || valuesOf(expected.asked, names).length > 0;
}

/** Arguments of which the names that fit are few and certain enough. */
const POINTED: ReadonlySet<ArgumentType | "stage"> = new Set([
  ...(["ref", "thing", "fact", "tracked", "quest", "objective", "stage"] as const),
]);

function optionsFor(expected: Expectation, form: "conditions" | "changes", names: NameIndex): readonly Completion[] {
  switch (expected.kind) {
    case "change":
      return [
        ...variables(names),
        ...things("entity", ".", names),
        ...Object.keys(CHANGE_CALLS).map((name) => word(`${name}(`, CHANGE_HINTS[name])),
      ];
    case "variable":
      return variables(names);
    case "assignment":
      return [
        word("=", "becomes"),
        word("+=", "goes up by"),
        word("-=", "goes down by"),
        word("*=", "is multiplied by"),
      ];
    case "operator":
      return [
        ...operators(expected.after, names),
        word("and"),
        word("or"),
        ...(form === "changes" ? [word("if")] : []),
      ];
    case "value":
      return values(expected, names);
  }
}

const word = (insert: string, hint = ""): Completion => ({ insert, label: insert.replace("(", ""), hint });

const CHANGE_HINTS: Readonly<Record<string, string>> = {
  toggle: "turns yes into no",
  put: "puts a value into a set",
  remove: "takes a value out of a set",
  clear: "empties it",
  reset: "goes back to its first value",
  forget_visits: "forgets visits",
  tell: "tells the game to do something",
  send: "tells the game that something happened",
  move: "moves somebody to a place",
  give: "gives somebody so many of something",
  take: "takes so many of something from somebody",
  set_relationship: "writes a relationship",
  adjust_relationship: "adds to a relationship",
  set_fact: "writes what is known of somebody",
  teach: "lets somebody know a fact",
  set_quest: "moves a quest into another state",
  advance_quest: "counts an objective of a quest",
  begin_stage: "moves a quest into a stage",
  advance_time: "moves the time of the world on",
};

function values({ argument, asked }: Extract<Expectation, { kind: "value" }>, names: NameIndex): readonly Completion[] {
  if (argument === "ref") return things("place", "", names);
  if (argument === "thing") return things("entity", "", names);
  if (argument === "fact" || argument === "quest" || argument === "objective" || argument === "stage")
    return things(argument, "", names);
  if (argument === "tracked") return [...things("quest", "", names), ...things("entity", "", names)];
  return [
    ...valuesOf(asked, names),
    ...variables(names),
    ...FUNCTION_NAMES.map((name) => word(FUNCTIONS[name].args.length === 0 ? `${name}()` : `${name}(`, hintOf(name))),
    word("not"),
    word("yes"),
    word("no"),
    ...things("entity", ".", names),
  ];
}

const hintOf = (name: (typeof FUNCTION_NAMES)[number]): string => FUNCTIONS[name].words.replaceAll(/\{\d\}/g, "…");

function things(kind: Exclude<NameKind, "variable">, after: string, names: NameIndex): readonly Completion[] {
  const hint = kind === "place" ? "card or choice" : kind !== "entity" ? kind : after === "" ? "world" : "its property";
  return [...names.all(kind)].map(([id, name]) => ({
    insert: `${names.written(kind, id)}${after}`,
    label: name,
    hint,
  }));
}

function variables(names: NameIndex): readonly Completion[] {
  return names.variables.map(({ id, name, type }) => ({
    insert: names.written("variable", id),
    label: name,
    hint: TYPE_HINTS[type],
  }));
}

const TYPE_HINTS: Readonly<Record<NamedVariable["type"], string>> = {
  boolean: "yes or no",
  integer: "whole number",
  number: "number",
  string: "text",
  enum: "one of a list",
  set: "several of a list",
};

/** The values that something can have, where that is known. */
function valuesOf(asked: Expression | null, names: NameIndex): readonly Completion[] {
  if (asked === null || !("var" in asked)) return [];
  const variable = names.variables.find(({ id }) => id === asked.var);
  if (variable?.type === "boolean") return [word("yes", "value"), word("no", "value")];
  return (variable?.enum_values ?? []).map((value) => ({ insert: quotedText(value), label: value, hint: "value" }));
}

const NUMERIC: readonly ComparisonOp[] = ["gte", "gt", "lte", "lt", "eq", "ne"];
const OPERATOR_HINTS: Readonly<Record<ComparisonOp, string>> = {
  eq: "is",
  ne: "is not",
  lt: "is less than",
  lte: "is at most",
  gt: "is more than",
  gte: "is at least",
  has: "has among its values",
  in: "is among",
};

/** Returns the operators that fit the expression written last. */
function operators(after: Expression, names: NameIndex): readonly Completion[] {
  const type = "var" in after ? names.variables.find(({ id }) => id === after.var)?.type : undefined;
  const ops: readonly ComparisonOp[] =
    type === "set" ? ["has"] : type === "boolean" || type === "enum" || type === "string" ? ["eq", "ne"] : NUMERIC;
  return ops.map((op) => word(COMPARISON_SIGNS[op], OPERATOR_HINTS[op]));
}
