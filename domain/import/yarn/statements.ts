import { parseExpression, type SourcePosition, type YarnExpression } from "./expression.ts";
import { type BodyLine, escaped, isTitle, linkIn, mistakeAt, NAME_SIGNS, type YarnNode } from "./source.ts";

/** A text with the expressions that stand in it. */
export type TextPart = string | YarnExpression;

/** Guard of a line or an option: a condition, and whether it is shown only once. */
export interface Guard {
  readonly condition: YarnExpression | null;
  readonly isOnce: boolean;
}

/** A line of dialogue, an option or an item of a group. */
export interface YarnLine extends Guard {
  readonly parts: readonly TextPart[];
  readonly tags: readonly string[];
  readonly line: number;
}

export type Block = readonly Statement[];

export type Statement =
  | { readonly kind: "line"; readonly said: YarnLine }
  | {
      readonly kind: "options";
      readonly options: readonly { readonly said: YarnLine; readonly body: Block }[];
      /** Whether options that cannot be chosen are shown; those of Yarn Spinner 1 are not. */
      readonly isShown?: boolean;
      readonly line: number;
    }
  | {
      readonly kind: "group";
      readonly items: readonly { readonly said: YarnLine; readonly body: Block }[];
      readonly line: number;
    }
  | {
      readonly kind: "if";
      readonly clauses: readonly { readonly condition: YarnExpression; readonly body: Block }[];
      readonly rest: Block;
      readonly line: number;
    }
  | {
      readonly kind: "once";
      readonly condition: YarnExpression | null;
      readonly body: Block;
      readonly rest: Block;
      readonly line: number;
    }
  | {
      readonly kind: "set";
      readonly name: string;
      readonly op: string;
      readonly value: YarnExpression;
      readonly line: number;
    }
  | {
      readonly kind: "declare";
      readonly name: string;
      readonly value: YarnExpression;
      readonly type: string | null;
      readonly line: number;
    }
  | {
      readonly kind: "enum";
      readonly name: string;
      readonly cases: readonly {
        readonly name: string;
        readonly value: YarnExpression | null;
        readonly line: number;
      }[];
      readonly line: number;
    }
  | { readonly kind: "jump" | "detour"; readonly to: YarnExpression; readonly line: number }
  /** Choice of Yarn Spinner 1, which is offered when its node has ended. */
  | { readonly kind: "link"; readonly said: YarnLine; readonly to: string; readonly line: number }
  | { readonly kind: "return" | "stop"; readonly line: number }
  | { readonly kind: "command"; readonly parts: readonly TextPart[]; readonly line: number };

/**
 * Parses the body of a node.
 *
 * @throws {ImportError} with line and column
 */
export function parseBody(node: YarnNode): Block {
  return new BodyParser(node.body).whole();
}

const KEYWORD =
  /^<<\s*(if|elseif|else|endif|once|endonce|set|declare|enum|endenum|case|jump|detour|return|stop|call|local)\b(?!\w)/;
const ASSIGNING = new RegExp(`^\\$([${NAME_SIGNS}]+)\\s*(?:(to|=|\\+=|-=|\\*=|/=|%=)\\s*)?`, "u");
const CASE = new RegExp(`^([${NAME_SIGNS}]+)\\s*(?:=\\s*(.+))?$`, "u");
const TYPE = new RegExp(`\\s+as\\s+(?=[${NAME_SIGNS}]+$)`, "u");

class BodyParser {
  readonly #lines: readonly BodyLine[];
  #at = 0;

  constructor(lines: readonly BodyLine[]) {
    this.#lines = lines;
  }

  whole(): Block {
    const block = this.#block(-1, new Set(), 0);
    const left = this.#next;
    if (left !== undefined) throw mistakeAt(left.line, left.indent + 1, `${left.text} does not close anything.`);
    return block;
  }

  get #next(): BodyLine | undefined {
    return this.#lines[this.#at];
  }

  /** Statements that are indented by more than a bound, up to one of these words. */
  #block(bound: number, ends: ReadonlySet<string>, depth: number): Block {
    const statements: Statement[] = [];
    for (let line = this.#next; line !== undefined && line.indent > bound; line = this.#next) {
      if (depth > 100) throw mistakeAt(line.line, 1, "it is nested too deeply.");
      const word = KEYWORD.exec(line.text)?.[1];
      if (word !== undefined && ["elseif", "else", "endif", "endonce", "endenum", "case"].includes(word)) {
        if (ends.has(word)) break;
        throw mistakeAt(line.line, line.indent + 1, `${line.text} does not close anything.`);
      }
      statements.push(this.#statement(line, word, bound, depth));
    }
    return statements;
  }

  #statement(line: BodyLine, word: string | undefined, bound: number, depth: number): Statement {
    if (line.text.startsWith("->"))
      return { kind: "options", options: this.#items("->", line, depth), line: line.line };
    if (line.text.startsWith("=>")) return { kind: "group", items: this.#items("=>", line, depth), line: line.line };
    this.#at += 1;
    if (!line.text.startsWith("<<")) return readLink(line) ?? { kind: "line", said: readLine(line, 0) };
    if (word === undefined)
      return { kind: "command", parts: readLine({ ...line, text: commandText(line) }, 0, true).parts, line: line.line };
    const rest = commandText(line).slice(word.length).trim();
    const place: SourcePosition = { line: line.line, column: line.indent + line.text.indexOf(word) + word.length + 2 };
    switch (word) {
      case "if":
        return this.#if(rest, place, bound, depth);
      case "once":
        return this.#once(rest, place, bound, depth);
      case "enum":
        return this.#enum(rest, place);
      case "set":
      case "local":
      case "declare":
        return assignmentOf(word, rest, place);
      case "jump":
      case "detour":
        return { kind: word, to: destinationOf(rest, place), line: line.line };
      case "return":
      case "stop":
        return { kind: word, line: line.line };
      default:
        parseExpression(rest, place);
        return { kind: "command", parts: [`call ${rest}`], line: line.line };
    }
  }

  /** Options or items of a group, which follow one another without an empty line. */
  #items(mark: string, first: BodyLine, depth: number) {
    const items: { said: YarnLine; body: Block }[] = [];
    for (let line = this.#next; line !== undefined; line = this.#next) {
      if (!line.text.startsWith(mark) || line.indent !== first.indent || (line !== first && line.isApart)) break;
      this.#at += 1;
      items.push({ said: readLine(line, mark.length), body: this.#block(line.indent, new Set(), depth + 1) });
    }
    return items;
  }

  #if(condition: string, place: SourcePosition, bound: number, depth: number): Statement {
    const ends = new Set(["elseif", "else", "endif"]);
    const clauses = [{ condition: parseExpression(condition, place), body: this.#block(bound, ends, depth + 1) }];
    let rest: Block = [];
    for (;;) {
      const { line, word, text } = this.#closing(place, "<<endif>>");
      if (word === "endif") break;
      const at: SourcePosition = { line: line.line, column: line.indent + 3 + word.length };
      if (word === "elseif")
        clauses.push({ condition: parseExpression(text, at), body: this.#block(bound, ends, depth + 1) });
      else rest = this.#block(bound, new Set(["endif"]), depth + 1);
    }
    return { kind: "if", clauses, rest, line: place.line };
  }

  #once(condition: string, place: SourcePosition, bound: number, depth: number): Statement {
    const guard = condition.startsWith("if")
      ? parseExpression(condition.slice(2), { ...place, column: place.column + 3 })
      : null;
    const body = this.#block(bound, new Set(["else", "endonce"]), depth + 1);
    const { word } = this.#closing(place, "<<endonce>>");
    if (word !== "else") return { kind: "once", condition: guard, body, rest: [], line: place.line };
    const rest = this.#block(bound, new Set(["endonce"]), depth + 1);
    this.#closing(place, "<<endonce>>");
    return { kind: "once", condition: guard, body, rest, line: place.line };
  }

  #enum(name: string, place: SourcePosition): Statement {
    const cases: { name: string; value: YarnExpression | null; line: number }[] = [];
    for (;;) {
      const { line, word, text } = this.#closing(place, "<<endenum>>");
      if (word === "endenum") break;
      const found = CASE.exec(text);
      if (word !== "case" || found === null) throw mistakeAt(line.line, line.indent + 1, "a <<case>> is missing.");
      const value =
        found[2] === undefined ? null : parseExpression(found[2], { line: line.line, column: line.indent + 8 });
      cases.push({ name: found[1] ?? "", value, line: line.line });
    }
    return { kind: "enum", name, cases, line: place.line };
  }

  /** The word that ends a part of a block, which is passed. */
  #closing(begun: SourcePosition, wanted: string): { line: BodyLine; word: string; text: string } {
    const line = this.#next;
    const word = line === undefined ? undefined : KEYWORD.exec(line.text)?.[1];
    if (line === undefined || word === undefined) throw mistakeAt(begun.line, begun.column, `${wanted} is missing.`);
    this.#at += 1;
    return { line, word, text: commandText(line).slice(word.length).trim() };
  }
}

/**
 * Reads a line that is a link of Yarn Spinner 1: with words of its own a choice, otherwise a jump; null for a line without one.
 *
 * @throws {ImportError} where other words stand beside it, with line and column
 */
function readLink(line: BodyLine): Statement | null {
  const found = linkIn(line.text);
  if (found === null) return null;
  const [all, words, title = ""] = found;
  const behind = line.text.slice(all.length);
  if (found.index !== 0 || !/^\s*(?:#|\/\/|$)/.test(behind)) {
    const message = `${all} is a link of Yarn Spinner 1, which must be on a line of its own.`;
    throw mistakeAt(line.line, line.indent + found.index + 1, message);
  }
  const to = title.trim();
  if (words === undefined) return { kind: "jump", to: { kind: "constant", value: to }, line: line.line };
  return { kind: "link", said: readLine({ ...line, text: `${words.trim()}${behind}` }, 0), to, line: line.line };
}

/** Returns the text between `<<` and `>>`. */
function commandText({ text, line, indent }: BodyLine): string {
  const end = text.indexOf(">>");
  if (end === -1) throw mistakeAt(line, indent + 1, "the command has no end: >> is missing.");
  return text.slice(2, end).trim();
}

function assignmentOf(word: string, text: string, place: SourcePosition): Statement {
  const found = ASSIGNING.exec(text);
  const name = found?.[1];
  if (found === null || name === undefined)
    throw mistakeAt(place.line, place.column, "a variable is missing: variables start with $.");
  const written = text.slice(found[0].length);
  if (found[2] === undefined || written.trim() === "")
    throw mistakeAt(place.line, place.column, `$${name} needs a value.`);
  const [value = "", type = null] = word === "declare" ? written.split(TYPE) : [written];
  const at: SourcePosition = { line: place.line, column: place.column + found[0].length };
  if (word === "declare") return { kind: "declare", name, value: parseExpression(value, at), type, line: place.line };
  return { kind: "set", name, op: found[2], value: parseExpression(value, at), line: place.line };
}

/** Returns the target of a jump: a title, or an expression in braces. */
function destinationOf(text: string, place: SourcePosition): YarnExpression {
  const braced = /^\{(.*)\}$/.exec(text);
  if (braced !== null) return parseExpression(braced[1] ?? "", { ...place, column: place.column + 1 });
  if (!isTitle(text)) throw mistakeAt(place.line, place.column, "the title of a node is missing.");
  return { kind: "constant", value: text };
}

/** Returns where an expression in braces ends: at the first brace that closes outside of its strings; -1 where none does. */
function closingBrace(text: string, from: number): number {
  let isString = false;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (isString && char === "\\") at += 1;
    else if (char === '"') isString = !isString;
    else if (char === "}" && !isString) return at;
  }
  return -1;
}

/** Reads a line: its words with expressions in braces, what must hold for it, and its tags. */
function readLine({ text, line, indent }: BodyLine, from: number, isCommand = false): YarnLine {
  const parts: TextPart[] = [];
  const tags: string[] = [];
  let words = "";
  let condition: YarnExpression | null = null;
  let isOnce = false;
  const wrong = (at: number, message: string) => mistakeAt(line, indent + at + 1, message);
  for (let at = from; at < text.length; at++) {
    const char = text[at] ?? "";
    if (char === "\\" && at + 1 < text.length) {
      at += 1;
      words += escaped(text[at] ?? "");
    } else if (char === "{") {
      const end = closingBrace(text, at + 1);
      if (end === -1) throw wrong(at, "} is missing.");
      if (words !== "") parts.push(words);
      words = "";
      parts.push(parseExpression(text.slice(at + 1, end), { line, column: indent + at + 2 }));
      at = end;
    } else if (!isCommand && text.startsWith("//", at)) break;
    else if (!isCommand && text.startsWith("<<", at)) {
      const end = text.indexOf(">>", at);
      if (end === -1) throw wrong(at, ">> is missing.");
      const said = /^(once\b)?\s*(?:if\b(.*))?$/.exec(text.slice(at + 2, end).trim());
      if (said === null) throw wrong(at, "only <<if …>> or <<once>> can follow a line.");
      isOnce ||= said[1] !== undefined;
      if (said[2] !== undefined) condition = parseExpression(said[2], { line, column: indent + at + 6 });
      at = end + 1;
    } else if (!isCommand && char === "#") {
      const tag = /^#[^\s#<]*?(?=\s|#|\/\/|<<|$)/.exec(text.slice(at))?.[0] ?? "#";
      if (tag === "#") throw wrong(at, "a tag is missing behind #: write \\# for the sign itself.");
      tags.push(tag.slice(1));
      at += tag.length - 1;
    } else words += char;
  }
  if (words !== "") parts.push(words);
  return { parts: trimmed(parts), tags, condition, isOnce, line };
}

function trimmed(parts: readonly TextPart[]): TextPart[] {
  const found = parts.map((part, at) => {
    if (typeof part !== "string") return part;
    const start = at === 0 ? part.trimStart() : part;
    return at === parts.length - 1 ? start.trimEnd() : start;
  });
  return found.filter((part) => part !== "");
}

/** All statements of a block, those in others included, each before what is in it. */
export function statementsOf(block: Block): Statement[] {
  return block.flatMap((statement): Statement[] => {
    switch (statement.kind) {
      case "options":
        return [statement, ...statement.options.flatMap(({ body }) => statementsOf(body))];
      case "group":
        return [statement, ...statement.items.flatMap(({ body }) => statementsOf(body))];
      case "if":
        return [
          statement,
          ...statement.clauses.flatMap(({ body }) => statementsOf(body)),
          ...statementsOf(statement.rest),
        ];
      case "once":
        return [statement, ...statementsOf(statement.body), ...statementsOf(statement.rest)];
      default:
        return [statement];
    }
  });
}
