/** A piece of a script's expression. */
export type Token =
  | { type: "number"; value: number }
  | { type: "string"; value: string }
  | { type: "variable"; name: string }
  | { type: "name"; name: string }
  /** A reference by id to something of the file (Arcweave's mentions). */
  | { type: "mention"; id: string }
  | { type: "symbol"; text: string };

/** Syntax of the scripts of one format. */
export interface ScriptSyntax {
  /** Names of variables carry a `$`, or a `_` where they last no longer than their passage. */
  sigils: boolean;
  /** Owned things are written `$bag's length`, so an apostrophe after a word does not open a string. */
  possessives: boolean;
  /** Macros are called as `(name: …)` inside expressions. */
  macroCalls: boolean;
  /** Whether `a and b or c` means `(a and b) or c`; where it is not certain such a mix is not read at all. */
  andBeforeOr: boolean;
  /** Texts in backquotes may hold values: `` `Hello ${name}!` ``. */
  templates?: boolean;
  /** Whether `a || 0` is `a`, which is nothing where it was not set. */
  orElse?: boolean;
  /** The name that stands for the variable being set. */
  itself: string | null;
}

/** Longest script that is read; what is longer is not simple, and is kept as it stands. */
export const SCRIPT_LENGTH = 1_000;

/** Marks a mention inside a script: `⟦id⟧`. */
export const MENTION = { open: "\u27e6", close: "\u27e7" } as const;

const NUMBER = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*/y;
const VARIABLE = /\$([A-Za-z_][A-Za-z0-9_]*)/y;
const TEMPORARY = /_[A-Za-z][A-Za-z0-9_]*/y;
const SYMBOL = /===|!==|==|!=|<=|>=|&&|\|\||\+\+|--|\+=|-=|\*=|\/=|%=|[-+*/%<>=!(),;:.?[\]{}]/y;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

/** Returns the name of a temporary variable `_name` among those of the story. */
export function temporaryName(written: string): string {
  return `temp${written}`;
}

/** Cuts a script into tokens; null when it holds something that is not part of a simple expression. */
export function tokenize(source: string, syntax: ScriptSyntax): Token[] | null {
  if (source.length > SCRIPT_LENGTH) return null;
  const tokens: Token[] = [];
  for (let at = 0; at < source.length; ) {
    const char = source.charAt(at);
    if (/\s/.test(char)) {
      at++;
      continue;
    }
    if (char === "`" && syntax.templates === true) {
      const template = readTemplate(source, at, syntax);
      if (template === null) return null;
      for (const token of template.tokens) tokens.push(token);
      at = template.end;
      continue;
    }
    const read = readToken(source, at, char, syntax);
    if (read === null) return null;
    tokens.push(read.token);
    at = read.end;
  }
  return tokens;
}

function readToken(
  source: string,
  at: number,
  char: string,
  syntax: ScriptSyntax,
): { token: Token; end: number } | null {
  if (char === '"' || char === "'") {
    if (char === "'" && syntax.possessives && isPossessive(source, at)) return null;
    return readString(source, at, char);
  }
  if (char === MENTION.open) {
    const end = source.indexOf(MENTION.close, at);
    return end < 0 ? null : { token: { type: "mention", id: source.slice(at + 1, end) }, end: end + 1 };
  }
  const number = sticky(NUMBER, source, at);
  if (number !== null) {
    // `2s` or `3px` is no number.
    if (/[A-Za-z_$]/.test(source.charAt(number.end))) return null;
    return { token: { type: "number", value: Number(number.text) }, end: number.end };
  }
  if (char === "$") {
    const variable = syntax.sigils ? sticky(VARIABLE, source, at) : null;
    if (variable === null) return null;
    return { token: { type: "variable", name: variable.text.slice(1) }, end: variable.end };
  }
  const temporary = char === "_" && syntax.sigils ? sticky(TEMPORARY, source, at) : null;
  if (temporary !== null) {
    return { token: { type: "variable", name: temporaryName(temporary.text) }, end: temporary.end };
  }
  const name = sticky(NAME, source, at);
  if (name !== null) return { token: { type: "name", name: name.text }, end: name.end };
  const symbol = sticky(SYMBOL, source, at);
  return symbol === null ? null : { token: { type: "symbol", text: symbol.text }, end: symbol.end };
}

function sticky(pattern: RegExp, source: string, at: number): { text: string; end: number } | null {
  pattern.lastIndex = at;
  const match = pattern.exec(source);
  return match === null ? null : { text: match[0], end: at + match[0].length };
}

function readString(source: string, at: number, quote: string): { token: Token; end: number } | null {
  let value = "";
  for (let i = at + 1; i < source.length; i++) {
    const char = source.charAt(i);
    if (char === quote) return { token: { type: "string", value }, end: i + 1 };
    if (char === "\\") {
      const next = source.charAt(++i);
      // \u, \x and the like are rare enough to be left to the author.
      if (/[A-Za-z0-9]/.test(next) && ESCAPES[next] === undefined) return null;
      value += ESCAPES[next] ?? next;
    } else value += char;
  }
  return null;
}

/** Reads a text in backquotes as the sum that it stands for: its words, and the values between them in brackets. */
function readTemplate(source: string, at: number, syntax: ScriptSyntax): { tokens: Token[]; end: number } | null {
  const sign = (text: string): Token => ({ type: "symbol", text });
  const tokens: Token[] = [sign("(")];
  let words = "";
  for (let i = at + 1; i < source.length; i++) {
    const char = source.charAt(i);
    if (char === "`") {
      tokens.push({ type: "string", value: words }, sign(")"));
      return { tokens, end: i + 1 };
    }
    if (char === "\\") {
      const next = source.charAt(++i);
      if (/[A-Za-z0-9]/.test(next) && ESCAPES[next] === undefined) return null;
      words += ESCAPES[next] ?? next;
    } else if (source.startsWith("${", i)) {
      // What stands in braces has none of its own: a template in a template is not simple.
      const end = source.indexOf("}", i);
      const value = end < 0 ? null : tokenize(source.slice(i + 2, end), { ...syntax, templates: false });
      if (value === null) return null;
      tokens.push({ type: "string", value: words }, sign("+"), sign("("), ...value, sign(")"), sign("+"));
      words = "";
      i = end;
    } else words += char;
  }
  return null;
}

/** Whether the apostrophe at this place belongs to a possessive `'s`. */
export function isPossessive(text: string, at: number): boolean {
  return /[\w)]/.test(text.charAt(at - 1)) && /^s(?:\W|$)/.test(text.slice(at + 1, at + 3));
}
