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
  | {
      readonly kind: "command";
      readonly parts: readonly TextPart[];
      readonly tags: readonly string[];
      readonly line: number;
    };

/**
 * Parses the body of a node.
 *
 * @throws {ImportError} with line and column
 */
export function parseBody(node: YarnNode): Block {
  return new BodyParser(node.body).whole();
}

/** A word of the language; with other signs behind it, as in `<<set-mood happy>>`, it begins a command of the game. */
const KEYWORD =
  /^<<\s*(if|elseif|else|endif|once|endonce|set|declare|enum|endenum|case|jump|detour|return|stop|call|local)(?=\s|>>|$)/;
const ASSIGNING = new RegExp(`^\\$([${NAME_SIGNS}]+)\\s*(?:(to|=|\\+=|-=|\\*=|/=|%=)\\s*)?`, "u");
const CASE = new RegExp(`^([${NAME_SIGNS}]+)\\s*(?:=\\s*(.+))?$`, "u");
const TYPE = new RegExp(`\\s+as\\s+(?=[${NAME_SIGNS}]+$)`, "u");

class BodyParser {
  readonly #lines: readonly BodyLine[];
  #at = 0;

  constructor(lines: readonly BodyLine[]) {
    this.#lines = lines.flatMap(statementLines);
  }

  whole(): Block {
    const block = this.#block(-1, new Set(), 0);
    const left = this.#next;
    if (left !== undefined) throw mistakeAt(left.line, left.column, `${left.text} does not close anything.`);
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
        throw mistakeAt(line.line, line.column, `${line.text} does not close anything.`);
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
    const text = commandText(line);
    const rest = word === undefined ? text : text.slice(word.length).trim();
    // Only by itself it ends a story: <<stop music>> is a command of the game.
    if (word === undefined || (word === "stop" && rest !== "")) return commandOf(line, text);
    const place: SourcePosition = { line: line.line, column: line.column + line.text.indexOf(word) + word.length + 1 };
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
        refuseBehind(line, word, rest);
        return { kind: word, line: line.line };
      default:
        parseExpression(rest, place);
        return { kind: "command", parts: [`call ${rest}`], tags: [], line: line.line };
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
      const at: SourcePosition = { line: line.line, column: line.column + 2 + word.length };
      if (word === "elseif")
        clauses.push({ condition: parseExpression(text, at), body: this.#block(bound, ends, depth + 1) });
      else rest = this.#block(bound, new Set(["endif"]), depth + 1);
    }
    return { kind: "if", clauses, rest, line: place.line };
  }

  #once(condition: string, place: SourcePosition, bound: number, depth: number): Statement {
    const asked = /^if\b(.*)$/.exec(condition)?.[1];
    if (asked === undefined && condition !== "")
      throw mistakeAt(place.line, place.column, "only a condition can follow once: write <<once if …>>.");
    const guard = asked === undefined ? null : parseExpression(asked, { ...place, column: place.column + 2 });
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
      if (word !== "case" || found === null) throw mistakeAt(line.line, line.column, "a <<case>> is missing.");
      const value =
        found[2] === undefined ? null : parseExpression(found[2], { line: line.line, column: line.column + 7 });
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
    const text = commandText(line).slice(word.length).trim();
    if (word !== "elseif" && word !== "case") refuseBehind(line, word, text);
    return { line, word, text };
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
    throw mistakeAt(line.line, line.column + found.index, message);
  }
  const to = title.trim();
  if (words === undefined) return { kind: "jump", to: { kind: "constant", value: to }, line: line.line };
  return { kind: "link", said: readLine({ ...line, text: `${words.trim()}${behind}` }, 0), to, line: line.line };
}

/** Returns the text between `<<` and `>>`. */
function commandText(line: BodyLine): string {
  const end = commandEnd(line.text, 0);
  if (end === -1) throw mistakeAt(line.line, line.column, "the command has no end: >> is missing.");
  return line.text.slice(2, end).trim();
}

/** Returns where a command ends: outside of the strings of its expressions, which are in braces where it is one of the game; -1 where it does not. */
function commandEnd(text: string, from: number): number {
  const isOfGame = !KEYWORD.test(text.slice(from));
  for (let at = from + 2; at < text.length; at++) {
    if (text.startsWith(">>", at)) return at;
    const end = isOfGame ? (text[at] === "{" ? closingBrace(text, at + 1) : at) : endOfString(text, at);
    if (end !== -1) at = end;
  }
  return -1;
}

/** Cuts a line into its statements: behind a command another one can stand, or a line of words. */
function statementLines(line: BodyLine): BodyLine[] {
  const end = line.text.startsWith("<<") ? commandEnd(line.text, 0) : -1;
  if (end === -1) return [line];
  const rest = line.text.slice(end + 2);
  const behind = rest.trimStart();
  // Tags stay with their command.
  if (behind === "" || behind.startsWith("//") || behind.startsWith("#")) return [line];
  const from = end + 2 + rest.length - behind.length;
  const next: BodyLine = { ...line, text: behind, column: line.column + from, isApart: false };
  return [{ ...line, text: line.text.slice(0, end + 2) }, ...statementLines(next)];
}

/** A command of the game, with its tags. */
function commandOf(line: BodyLine, text: string): Statement {
  const { parts } = readLine({ ...line, text, column: line.column + 2 }, 0, "command");
  const { tags } = readLine(line, commandEnd(line.text, 0) + 2, "tags");
  return { kind: "command", parts, tags, line: line.line };
}

/** @throws {ImportError} where something stands within a command behind a word that is all of it */
function refuseBehind({ line, column }: BodyLine, word: string, rest: string): void {
  if (rest === "") return;
  const hint = word === "else" && /^if\b/.test(rest) ? " Write <<elseif …>>." : "";
  throw mistakeAt(line, column, `nothing can follow ${word} in its command.${hint}`);
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
  for (let at = from; at < text.length; at++) {
    if (text[at] === "}") return at;
    const end = endOfString(text, at);
    if (end === -1) return -1;
    at = end;
  }
  return -1;
}

/** Returns the last sign of a string that begins at a sign, which is that sign itself where none does; -1 where it has no end. */
function endOfString(text: string, from: number): number {
  if (text[from] !== '"') return from;
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
  }
  return -1;
}

/** Signs that a backslash can stand before. */
const ESCAPABLE = /[\\<>{}#/[\]:]/;

/**
 * Reads a line: its words with expressions in braces, what must hold for it, and its tags; or the words of a command, or the tags
 * behind one.
 *
 * @throws {ImportError} where something stands in it that Yarn Spinner cannot read there, with line and column
 */
function readLine(
  { text, line, column }: BodyLine,
  from: number,
  kind: "line" | "command" | "tags" = "line",
): YarnLine {
  const isCommand = kind === "command";
  const parts: TextPart[] = [];
  const tags: string[] = [];
  let words = "";
  let condition: YarnExpression | null = null;
  let isOnce = false;
  /** Whether the words have ended: behind a condition or a tag none can follow. */
  let isOver = kind === "tags";
  const wrong = (at: number, message: string) => mistakeAt(line, column + at, message);
  for (let at = from; at < text.length; at++) {
    const char = text[at] ?? "";
    if (!isCommand && text.startsWith("//", at)) break;
    if (!isCommand && text.startsWith("<<", at)) {
      const end = commandEnd(text, at);
      if (end === -1) throw wrong(at, ">> is missing.");
      const said = /^(once\b)?\s*(?:if\b(.*))?$/.exec(text.slice(at + 2, end).trim());
      if (said === null) throw wrong(at, "only <<if …>> or <<once>> can follow a line.");
      if (isOnce || condition !== null) throw wrong(at, "a line has one condition: join them with and.");
      isOnce = said[1] !== undefined;
      if (said[2] !== undefined) condition = parseExpression(said[2], { line, column: column + at + 5 });
      isOver = true;
      at = end + 1;
    } else if (!isCommand && char === "#") {
      const tag = /^#[^\s#<]*?(?=\s|#|\/\/|<<|$)/.exec(text.slice(at))?.[0] ?? "#";
      if (tag === "#") throw wrong(at, "a tag is missing behind #: write \\# for the sign itself.");
      tags.push(tag.slice(1));
      isOver = true;
      at += tag.length - 1;
    } else if (isOver && char.trim() !== "") {
      throw wrong(at, "no words can follow a condition or a tag: write \\# for the sign itself.");
    } else if (!isCommand && char === "\\" && at + 1 < text.length) {
      at += 1;
      const sign = String.fromCodePoint(text.codePointAt(at) ?? 0);
      if (!ESCAPABLE.test(sign)) throw wrong(at - 1, `“\\${sign}” means nothing: write \\\\ for a backslash.`);
      words += escaped(text[at] ?? "");
    } else if (char === "{") {
      const end = closingBrace(text, at + 1);
      if (end === -1) throw wrong(at, "} is missing.");
      if (words !== "") parts.push(words);
      words = "";
      parts.push(parseExpression(text.slice(at + 1, end), { line, column: column + at + 1 }));
      at = end;
    } else words += char;
  }
  if (words !== "") parts.push(words);
  const said = trimmed(parts);
  if (kind === "line" && said.length === 0) throw wrong(from, "words are missing.");
  return { parts: said, tags, condition, isOnce, line };
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
