import type { Loc } from "./item.ts";

/**
 * A syntax error at a UTF-16 offset, in the words of Python's `json` module, which FastAPI's callers know, but for single quotes,
 * which it does not tell apart.
 */
export type JsonSyntaxError = { error: string; offset: number };

/** Called for each number with its source text; the path is only valid during the call. */
type NumberListener = (source: string, path: Loc) => void;

/** Called when a list or object opens, with the number of containers open by then. Returns false to stop. */
type ContainerListener = (depth: number, path: Loc) => boolean;

/** Called for each member of an object; the path, which ends with its name, is only valid during the call. */
type NameListener = (path: Loc) => void;

interface Listeners {
  onNumber?: NumberListener;
  onContainer?: ContainerListener;
  onName?: NameListener;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;
const HEX4 = /[0-9a-fA-F]{4}/y;
const LITERALS = ["true", "false", "null"];

const SINGLE_QUOTES = "Strings are in double quotes, not in single ones";

class Stop extends Error {}

/**
 * Read JSON text from its beginning without building values, keeping the path of what is being read. It is slower than
 * `JSON.parse` and runs only when that has thrown, or when a path is needed that parsed values no longer tell.
 * Nesting is kept on an explicit stack, so no input can exhaust the call stack.
 *
 * @returns the first syntax error, or null when the text is valid JSON or a listener stopped the scan.
 */
export function scanJson(text: string, listeners: Listeners = {}): JsonSyntaxError | null {
  const scanner = new Scanner(text, listeners);
  try {
    scanner.run();
    return null;
  } catch (thrown) {
    if (!(thrown instanceof Stop)) throw thrown;
    return scanner.failure;
  }
}

class Scanner {
  failure: JsonSyntaxError | null = null;
  private at = 0;
  private readonly path: Loc = [];
  private readonly text: string;
  private readonly listeners: Listeners;

  constructor(text: string, listeners: Listeners) {
    this.text = text;
    this.listeners = listeners;
  }

  run(): void {
    this.skip(SPACE);
    let more = this.value();
    while (more) {
      // A value has just ended inside a container: go on to its next value, or close it.
      this.skip(SPACE);
      more = typeof this.path.at(-1) === "number" ? this.nextInList() : this.nextInObject();
    }
    this.skip(SPACE);
    if (this.at < this.text.length) this.fail("Extra data", this.at);
  }

  /** Read one value, descending into containers up to their first scalar. Returns whether a container is still open. */
  private value(): boolean {
    for (;;) {
      const char = this.text[this.at];
      if (char === "[") {
        this.open();
        this.skip(SPACE);
        if (this.text[this.at] === "]") return this.close();
        this.path.push(0);
      } else if (char === "{") {
        this.open();
        this.skip(SPACE);
        if (this.text[this.at] === "}") return this.close();
        this.enter(this.name());
      } else {
        this.scalar(char);
        return this.path.length > 0;
      }
    }
  }

  private open(): void {
    if (this.listeners.onContainer?.(this.path.length + 1, this.path) === false) throw new Stop();
    this.at++;
  }

  private close(): boolean {
    this.at++;
    return this.path.length > 0;
  }

  private nextInList(): boolean {
    const char = this.text[this.at];
    const index = this.path.pop();
    if (char === "]") return this.close();
    if (char !== ",") this.fail("Expecting ',' delimiter", this.at);
    this.at++;
    const comma = this.at - 1;
    this.skip(SPACE);
    if (this.text[this.at] === "]") this.fail("Illegal trailing comma before end of array", comma);
    this.path.push(Number(index) + 1);
    return this.value();
  }

  private nextInObject(): boolean {
    const char = this.text[this.at];
    this.path.pop();
    if (char === "}") return this.close();
    if (char !== ",") this.fail("Expecting ',' delimiter", this.at);
    const comma = this.at;
    this.at++;
    this.skip(SPACE);
    if (this.text[this.at] === "}") this.fail("Illegal trailing comma before end of object", comma);
    this.enter(this.name());
    return this.value();
  }

  private enter(name: string): void {
    this.path.push(name);
    this.listeners.onName?.(this.path);
  }

  /** Read a member's name and its colon, and stand at the beginning of its value. */
  private name(): string {
    if (this.text[this.at] === "'") this.fail(SINGLE_QUOTES, this.at);
    if (this.text[this.at] !== '"') this.fail("Expecting property name enclosed in double quotes", this.at);
    const begin = this.at;
    this.string();
    const name: unknown = JSON.parse(this.text.slice(begin, this.at));
    this.skip(SPACE);
    if (this.text[this.at] !== ":") this.fail("Expecting ':' delimiter", this.at);
    this.at++;
    this.skip(SPACE);
    return String(name);
  }

  private scalar(char: string | undefined): void {
    if (char === '"') {
      this.string();
      return;
    }
    const begin = this.at;
    const literal = LITERALS.find((word) => this.text.startsWith(word, begin));
    if (literal !== undefined) {
      this.at += literal.length;
      return;
    }
    this.skip(NUMBER);
    if (this.at === begin) this.fail(char === "'" ? SINGLE_QUOTES : "Expecting value", begin);
    this.listeners.onNumber?.(this.text.slice(begin, this.at), this.path);
  }

  private string(): void {
    const begin = this.at;
    this.at++;
    for (;;) {
      if (this.at >= this.text.length) this.fail("Unterminated string starting at", begin);
      const code = this.text.charCodeAt(this.at);
      if (code < 0x20) this.fail("Invalid control character at", this.at);
      this.at++;
      if (code === 0x22 /* " */) return;
      if (code === 0x5c /* \ */) this.escape(begin);
    }
  }

  private escape(stringBegin: number): void {
    const char = this.text[this.at];
    if (char === undefined) this.fail("Unterminated string starting at", stringBegin);
    this.at++;
    if (char === "u") {
      const begin = this.at;
      this.skip(HEX4);
      if (this.at === begin) this.fail("Invalid \\uXXXX escape", begin - 1);
    } else if (!'"\\/bfnrt'.includes(char)) {
      this.fail("Invalid \\escape", this.at - 2);
    }
  }

  private skip(pattern: RegExp): void {
    pattern.lastIndex = this.at;
    if (pattern.test(this.text)) this.at = pattern.lastIndex;
  }

  private fail(error: string, offset: number): never {
    this.failure = { error, offset };
    throw new Stop();
  }
}
