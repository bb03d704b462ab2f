import type { Expression } from "../../expression.ts";
import { joined, literal, plain } from "../../text-marks/marked-text.ts";
import type { MarkedText } from "../../text-marks/text-mark.ts";
import { SYMBOL_COMPARISONS } from "../script/comparisons.ts";
import { Alternatives, type Guard } from "../script/guards.ts";
import type { ScriptDialect } from "../script/parse-expression.ts";
import {
  type Assignment,
  type GuardedAssignment,
  readAssignments,
  readScriptExpression,
} from "../script/statements.ts";
import { IMPORT_LIMITS } from "../story.ts";
import { refuseAbove } from "../story-limits.ts";
import type { RichBlock } from "./rich-text.ts";
import { type TextPiece, type TextVariant, variantsOf } from "./variants.ts";

/** Arcweave's script over a project's variables: a bare name is a variable only when the project declares it. */
export function arcscript(variables: ReadonlySet<string>): ScriptDialect {
  return {
    syntax: { sigils: false, possessives: false, macroCalls: false, andBeforeOr: true, itself: null },
    comparisons: new Map([...SYMBOL_COMPARISONS, ["is", "eq"], ["is not", "ne"]]),
    call: (name, args) => {
      if (name === "visits" && args.length <= 1 && args.every((arg) => "ref" in arg))
        return { fn: "visits", args: [...args] };
      if (name === "roll" && (args.length === 1 || args.length === 2)) return { fn: "roll", args: [...args] };
      return null;
    },
    name: (name) => (variables.has(name) ? { var: name } : null),
  };
}

/** Rich text with its scripts worked in. */
export interface ScriptedText {
  /** The words; what only shows under a condition stands between `{if …}` and `{endif}`. */
  text: MarkedText;
  /** Words that are always shown. */
  always: MarkedText;
  /** The texts it can come to by its conditions; null where it is one text, and where it has to be said step by step. */
  variants: readonly TextVariant[] | null;
  assignments: GuardedAssignment[];
  /** All of it in the order in which it runs. */
  steps: readonly TextStep[];
  /** Scripts whose result is not known: words they show are left out, conditions count as not met. */
  unread: readonly string[];
}

/** Step of a scripted text. */
export type TextStep =
  | { readonly kind: "words"; readonly gap: string; readonly words: MarkedText }
  | { readonly kind: "change"; readonly assignment: Assignment }
  | {
      readonly kind: "ways";
      /** Ways with their conditions, asked in order; a condition is null for what is left. */
      readonly ways: { readonly guard: Guard | null; readonly steps: TextStep[] }[];
    };

/** Declares a variable that has the value of an expression, and answers its name; null where its type is not known. */
export type HoldValue = (expression: Expression) => string | null;

/**
 * Greatest depth of conditions followed inside one text; deeper ones are shown, but guarded by their outer levels only.
 */
const NESTING = 16;

/**
 * Reads the scripts of a rich text: its assignments become effects, what it shows values of variables. With `hold`, other values that it
 * shows are worked out where they are shown.
 */
export function readScriptedText(blocks: readonly RichBlock[], script: ScriptDialect, hold?: HoldValue): ScriptedText {
  const reader = new ScriptedReader(script, hold === undefined ? null : { hold, left: changedIn(blocks, script) });
  for (const block of blocks) {
    if (block.type === "text") reader.words(block);
    else if (block.type === "break") reader.break();
    else if (block.type === "quote") reader.quote(block.opens);
    else {
      const shown = block.shown.split("\n");
      block.source.split("\n").forEach((line, i) => {
        reader.line(line.trim(), shown[i]?.trim() ?? "");
      });
    }
  }
  return reader.result();
}

/** A condition of the script as a guard. */
export function readGuard(source: string, shown: string, script: ScriptDialect): Guard {
  return { source: shown, expression: readScriptExpression(source, script), negated: false };
}

/** Variables that the scripts of a text change, with how often. */
function changedIn(blocks: readonly RichBlock[], script: ScriptDialect): Map<string, number> {
  const lines = blocks.flatMap((block) => (block.type === "code" ? block.source.split("\n") : []));
  const targets = lines.flatMap((line) => readAssignments(line.trim(), script).map(({ target }) => target));
  const counts = new Map<string, number>();
  for (const target of targets) if (target !== null) counts.set(target, (counts.get(target) ?? 0) + 1);
  return counts;
}

interface Frame {
  alternatives: Alternatives;
  guards: Guard[];
  /** Ways of the step that the frame is. */
  ways: (TextStep & { kind: "ways" })["ways"];
}

class ScriptedReader {
  readonly #script: ScriptDialect;
  readonly #frames: Frame[] = [];
  readonly #assignments: GuardedAssignment[] = [];
  readonly #text: MarkedText[] = [];
  readonly #always: MarkedText[] = [];
  readonly #pieces: TextPiece[] = [];
  readonly #steps: TextStep[] = [];
  readonly #unread: string[] = [];
  readonly #held: { hold: HoldValue; left: Map<string, number> } | null;
  /** Kind of what stands before; words behind a script go on in the line before it, as Arcweave's interpreter shows them. */
  #before: "words" | "script" | "mark" = "words";
  #isBroken = false;
  #inQuote = false;
  /** Whether the last words were of a quotation. */
  #wasQuote = false;

  constructor(script: ScriptDialect, held: { hold: HoldValue; left: Map<string, number> } | null) {
    this.#script = script;
    this.#held = held;
  }

  /** The steps that are added to. */
  get #block(): TextStep[] {
    return this.#frames[Math.min(this.#frames.length, NESTING) - 1]?.ways.at(-1)?.steps ?? this.#steps;
  }

  /** An empty paragraph: the next words begin a line. */
  break(): void {
    this.#isBroken = true;
  }

  quote(opens: boolean): void {
    this.#inQuote = opens;
  }

  words(text: MarkedText): void {
    const isApart = this.#isBroken || this.#before === "words" || this.#inQuote !== this.#wasQuote;
    const gap = isApart ? "\n\n" : " ";
    this.#append(text, this.#before === "mark" ? "\n" : gap);
    this.#before = "words";
    this.#wasQuote = this.#inQuote;
    this.#isBroken = false;
    this.#pieces.push({ gap, words: text, guards: this.#guards() });
    this.#block.push({ kind: "words", gap, words: text });
    if (this.#frames.length > 0) return;
    if (this.#always.length > 0) this.#always.push(plain("\n\n"));
    this.#always.push(text);
  }

  line(source: string, shown: string): void {
    if (source === "") return;
    this.#isBroken = false;
    const [, word = "", rest = ""] = /^(if|elseif|else|endif)\b\s*(.*)$/.exec(source) ?? [];
    const shownRest = shown.slice(word.length).trim();
    if (word === "") this.#statement(source, shown);
    else {
      this.#before = "mark";
      const guard = word === "if" || word === "elseif" ? readGuard(rest, shownRest, this.#script) : null;
      if (guard?.expression === null) this.#unread.push(shown);
      if (word === "endif") this.#frames.pop();
      else if (word === "if" && guard !== null) this.#open(guard);
      else this.#next(guard);
    }
  }

  #statement(source: string, shown: string): void {
    const read = readAssignments(source, this.#script);
    const isAssignment = read.some((found) => found.target !== null) || /^\w+\s*[-+*/%]?=(?!=)/.test(source);
    if (this.#before === "words") this.#before = "script";
    if (!isAssignment) {
      const words = this.#shown(source);
      if (words === null) {
        this.#unread.push(shown);
        return;
      }
      this.#append(words, " ");
      this.#before = "script";
      this.#pieces.push({ gap: " ", words, guards: this.#guards() });
      this.#block.push({ kind: "words", gap: " ", words });
      return;
    }
    refuseAbove("effects", this.#assignments.length, IMPORT_LIMITS.effects);
    const guards = this.#guards();
    for (const found of read) {
      const { target } = found;
      if (target !== null) this.#held?.left.set(target, (this.#held.left.get(target) ?? 0) - 1);
      this.#change({ ...found, source: shown }, guards);
    }
  }

  #change(assignment: Assignment, guards: readonly Guard[]): void {
    this.#assignments.push({ assignment, guards });
    this.#block.push({ kind: "change", assignment });
  }

  /** Returns the words of `show(…)`: texts, and values by the names of variables; null where one is not known. */
  #shown(source: string): MarkedText | null {
    const args = /^show\s*\(([\s\S]*)\)$/.exec(source)?.[1];
    const parts = args === undefined ? null : argumentsOf(args);
    if (parts === null) return null;
    const words = parts.flatMap((part): (MarkedText | null)[] =>
      part.trim() === "" ? [] : [this.#shownPart(part.trim())],
    );
    const known = words.filter((word) => word !== null);
    return known.length === words.length ? joined(known) : null;
  }

  #shownPart(source: string): MarkedText | null {
    const read = readScriptExpression(source, this.#script);
    if (read === null) return null;
    if ("lit" in read) return literal(String(read.lit));
    // A variable that is changed behind its words is shown as it is here.
    const isChanged = "var" in read && (this.#held?.left.get(read.var) ?? 0) > 0;
    if ("var" in read && !isChanged) return plain(`{${read.var}}`);
    const name = this.#held?.hold(read) ?? null;
    if (name === null) return "var" in read ? plain(`{${read.var}}`) : null;
    this.#change({ source, target: name, op: "set", value: read }, this.#guards());
    return plain(`{${name}}`);
  }

  #open(guard: Guard): void {
    const alternatives = new Alternatives();
    const ways: Frame["ways"] = [{ guard, steps: [] }];
    if (this.#frames.length < NESTING) this.#block.push({ kind: "ways", ways });
    else this.#unread.push(guard.source);
    this.#frames.push({ alternatives, guards: alternatives.next(guard), ways });
  }

  #next(guard: Guard | null): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    frame.guards = guard === null ? frame.alternatives.rest() : frame.alternatives.next(guard);
    frame.ways.push({ guard, steps: [] });
  }

  #guards(): Guard[] {
    return this.#frames.slice(0, NESTING).flatMap((frame) => frame.guards);
  }

  /** Adds to the text. */
  #append(text: MarkedText, gap: string): void {
    if (this.#text.length > 0) this.#text.push(plain(gap));
    this.#text.push(text);
  }

  result(): ScriptedText {
    const assignments = this.#assignments;
    const variants = variantsOf(this.#pieces, assignments);
    const [text, always] = [joined(this.#text), joined(this.#always)];
    return { text, always, variants, assignments, steps: this.#steps, unread: this.#unread };
  }
}

/** Returns the arguments of a call as they are written; null where they cannot be told apart. */
function argumentsOf(source: string): string[] | null {
  const parts: string[] = [""];
  let depth = 0;
  for (const [token] of source.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\s\S]/g)) {
    if (token === "(") depth += 1;
    else if (token === ")") depth -= 1;
    if (token === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += token;
    if (depth < 0) return null;
  }
  return depth === 0 ? parts : null;
}
