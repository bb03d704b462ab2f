import { joined, literal, plain } from "../../text-marks/marked-text.ts";
import type { MarkedText } from "../../text-marks/text-mark.ts";
import { SYMBOL_COMPARISONS } from "../script/comparisons.ts";
import { Alternatives, type Guard } from "../script/guards.ts";
import type { ScriptDialect } from "../script/parse-expression.ts";
import { type GuardedAssignment, readAssignments, readScriptExpression } from "../script/statements.ts";
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
  /** The texts it can come to by its conditions; null where it stays one text, with its script in braces. */
  variants: readonly TextVariant[] | null;
  assignments: GuardedAssignment[];
}

/**
 * Greatest depth of conditions followed inside one text; deeper ones are shown, but guarded by their outer levels only.
 */
const NESTING = 16;

/** Reads the scripts of a rich text: its assignments become effects, everything else stays visible in braces. */
export function readScriptedText(blocks: readonly RichBlock[], script: ScriptDialect): ScriptedText {
  const reader = new ScriptedReader(script);
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

interface Frame {
  alternatives: Alternatives;
  guards: Guard[];
}

class ScriptedReader {
  readonly #script: ScriptDialect;
  readonly #frames: Frame[] = [];
  readonly #assignments: GuardedAssignment[] = [];
  readonly #text: MarkedText[] = [];
  readonly #always: MarkedText[] = [];
  readonly #pieces: TextPiece[] = [];
  /** Kind of what stands before; words behind a script go on in the line before it, as Arcweave's interpreter shows them. */
  #before: "words" | "script" | "mark" = "words";
  #isBroken = false;
  #inQuote = false;
  /** Whether the last words were of a quotation. */
  #wasQuote = false;

  constructor(script: ScriptDialect) {
    this.#script = script;
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
      this.#append(literal(`{${shown}}`), "\n");
      this.#before = "mark";
      if (word === "if") this.#open(readGuard(rest, shownRest, this.#script));
      else if (word === "endif") this.#frames.pop();
      else if (word === "elseif") this.#next(readGuard(rest, shownRest, this.#script));
      else this.#next(null);
    }
  }

  #statement(source: string, shown: string): void {
    const read = readAssignments(source, this.#script);
    const isAssignment = read.some((found) => found.target !== null) || /^\w+\s*[-+*/%]?=(?!=)/.test(source);
    if (this.#before === "words") this.#before = "script";
    if (!isAssignment) {
      const words = shownWords(source, this.#script) ?? literal(`{${shown}}`);
      this.#append(words, " ");
      this.#before = "script";
      this.#pieces.push({ gap: " ", words, guards: this.#guards() });
      return;
    }
    refuseAbove("effects", this.#assignments.length, IMPORT_LIMITS.effects);
    const guards = this.#guards();
    for (const found of read) this.#assignments.push({ assignment: { ...found, source: shown }, guards });
  }

  #open(guard: Guard): void {
    const alternatives = new Alternatives();
    this.#frames.push({ alternatives, guards: alternatives.next(guard) });
  }

  #next(guard: Guard | null): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    frame.guards = guard === null ? frame.alternatives.rest() : frame.alternatives.next(guard);
  }

  #guards(): Guard[] {
    return this.#frames.slice(0, NESTING).flatMap((frame) => frame.guards);
  }

  /** Adds to the text; a mark of the script stays on the lines of the words it belongs to. */
  #append(text: MarkedText, gap: string): void {
    if (this.#text.length > 0) this.#text.push(plain(gap));
    this.#text.push(text);
  }

  result(): ScriptedText {
    const assignments = this.#assignments;
    const variants = variantsOf(this.#pieces, assignments);
    return { text: joined(this.#text), always: joined(this.#always), variants, assignments };
  }
}

/** Returns the words of `show(…)`, where it shows only texts and variables; null for any other argument. */
function shownWords(source: string, script: ScriptDialect): MarkedText | null {
  const args = /^show\s*\(([\s\S]*)\)$/.exec(source)?.[1];
  const parts = args?.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^,"']+/g);
  if (args === undefined || parts === undefined || parts === null) return null;
  const words = parts.flatMap((part): (MarkedText | null)[] => {
    if (part.trim() === "") return [];
    const read = readScriptExpression(part.trim(), script);
    if (read === null) return [null];
    if ("lit" in read) return [literal(String(read.lit))];
    return ["var" in read ? plain(`{${read.var}}`) : null];
  });
  const known = words.filter((word) => word !== null);
  return known.length === words.length ? joined(known) : null;
}
