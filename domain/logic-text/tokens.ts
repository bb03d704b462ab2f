/** A piece of the text of a condition or of changes, and where it stands. */
export type Token = { readonly from: number; readonly to: number } & (
  | { readonly type: "number"; readonly value: number }
  | { readonly type: "string"; readonly value: string }
  /** A bare word: a name, a function, or a word of the grammar. */
  | { readonly type: "word"; readonly text: string }
  /** A name in single quotes: never a word of the grammar. */
  | { readonly type: "name"; readonly text: string }
  /** Tag that tells subjects with one name apart, or a whole id: `#k3f9`. */
  | { readonly type: "tag"; readonly text: string }
  | { readonly type: "symbol"; readonly text: string }
);

/** Error for a text that cannot be read, with its location: `from` and `to` are offsets in UTF-16 units. */
export class LogicTextError extends Error {
  readonly from: number;
  readonly to: number;

  constructor(message: string, from: number, to: number) {
    super(message);
    this.from = from;
    this.to = to;
  }
}

/** Longest text that is read. */
export const LONGEST_LOGIC_TEXT = 50_000;

const SPACE = /\s+/y;
const NUMBER = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const WORD = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy;
const STRING = /"(?:[^"\\]|\\.)*"/sy;
const CURLED = /“([^”]*)”/y;
const NAME = /'((?:[^'\\]|\\.)*)'/sy;
const TAG = /#(?:([A-Za-z0-9_]+)|'((?:[^'\\]|\\.)*)')/sy;
const SYMBOL = /==|!=|<>|<=|>=|\+=|-=|\*=|\/=|%=|[-+*/%<>=!≤≥≠(),;.−×÷]/uy;

/**
 * Cuts a text into its pieces.
 * @throws {LogicTextError} at the first character that begins none
 */
export function tokensOf(text: string): Token[] {
  if (text.length > LONGEST_LOGIC_TEXT) {
    throw new LogicTextError("This is too long to be read.", LONGEST_LOGIC_TEXT, text.length);
  }
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const space = match(SPACE, text, at);
    if (space !== null) {
      at = space.to;
      continue;
    }
    const token = tokenAt(text, at);
    tokens.push(token);
    at = token.to;
  }
  return tokens;
}

function tokenAt(text: string, at: number): Token {
  const number = match(NUMBER, text, at);
  if (number !== null) {
    const { from, to } = number;
    if (/[\p{L}_]/u.test(text.charAt(to))) {
      throw new LogicTextError("A name cannot begin with a digit; put it in 'single quotes'.", from, to + 1);
    }
    return { type: "number", value: Number(number.found[0]), from, to };
  }
  const word = match(WORD, text, at);
  if (word !== null) return { type: "word", text: word.found[0], from: word.from, to: word.to };
  const string = match(STRING, text, at);
  if (string !== null) return { type: "string", value: unescaped(string.found[0], at), from: at, to: string.to };
  const curled = match(CURLED, text, at);
  if (curled !== null) return { type: "string", value: curled.found[1] ?? "", from: at, to: curled.to };
  const name = match(NAME, text, at);
  if (name !== null) return { type: "name", text: unquoted(name.found[1] ?? ""), from: at, to: name.to };
  const tag = match(TAG, text, at);
  if (tag !== null) {
    const [, plain, quoted = ""] = tag.found;
    return { type: "tag", text: plain ?? unquoted(quoted), from: at, to: tag.to };
  }
  const symbol = match(SYMBOL, text, at);
  if (symbol !== null) return { type: "symbol", text: symbol.found[0], from: at, to: symbol.to };
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (sign === '"' || sign === "“") throw new LogicTextError('This text has no end: a " is missing.', at, text.length);
  if (sign === "'") throw new LogicTextError("This name has no end: a ' is missing.", at, text.length);
  throw new LogicTextError(`${sign} means nothing here.`, at, at + sign.length);
}

function match(pattern: RegExp, text: string, at: number) {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found === null ? null : { found, from: at, to: at + found[0].length };
}

/** A text in double quotes is written as JSON writes it. */
function unescaped(quoted: string, at: number): string {
  try {
    return JSON.parse(quoted.replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t")) as string;
  } catch {
    throw new LogicTextError('A \\ in a text stands before a ", a \\ or an n.', at, at + quoted.length);
  }
}

const BREAKS: Readonly<Record<string, string>> = { n: "\n", r: "\r" };

const unquoted = (text: string): string =>
  text.replaceAll(/\\(.)/gs, (_, escaped: string) => BREAKS[escaped] ?? escaped);

/** A name in single quotes, on one line whatever it is. */
export function quotedName(name: string): string {
  const escaped = name.replaceAll(/['\\]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
  return `'${escaped}'`;
}

/** A text in double quotes. */
export function quotedText(text: string): string {
  return JSON.stringify(text);
}
