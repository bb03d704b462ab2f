import { Alternatives, unread } from "../script/guards.ts";
import { Finder } from "./finder.ts";
import { readLink } from "./links.ts";
import { NESTING, type Scanner, TOO_DEEP } from "./scan.ts";

const INTEREST = /<%|\[\[/g;

/**
 * Reads the links of Snowman. Its scripts are JavaScript and stay text; what is followed is only where a block that is
 * opened in one `<% … %>` and closed in another encloses a link, which then has that block for a guard.
 */
export class SnowmanScan {
  readonly #scanner: Scanner;
  readonly #text: string;
  readonly #finder: Finder;
  readonly #blocks: Alternatives[] = [];
  #last: Alternatives | null = null;
  #closed = true;
  #tooDeep = 0;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
    this.#text = scanner.text;
    this.#finder = new Finder(INTEREST, scanner.text);
  }

  /**
   * Reads from `from` to `to`, ordinary text; what encloses it carries over from one call to the next. Answers the
   * place reading has come to: beyond `to` when a script or link reaches across it.
   */
  read(from: number, to: number): number {
    let reached = from;
    for (let match = this.#finder.from(from); match !== null && match.index < to; match = this.#finder.from(reached)) {
      const at = match.index;
      reached = (match[0] === "[[" ? this.#readLink(at) : this.#readScript(at)) ?? at + 1;
    }
    return Math.max(reached, to);
  }

  #readLink(at: number): number | null {
    const link = readLink(this.#text, at);
    if (link === null) return null;
    this.#scanner.addLink(link);
    return link.end;
  }

  #readScript(at: number): number | null {
    // Once nothing closes a script, nothing closes those after it either.
    const close = this.#closed ? this.#text.indexOf("%>", at) : -1;
    if (close < 0) {
      this.#closed = false;
      return null;
    }
    this.#scanner.scan.kept.add("<% %>");
    const script = this.#text.slice(at + 2, close);
    if (!script.startsWith("=") && !script.startsWith("-")) this.#followBlocks(script);
    return close + 2;
  }

  /** Follows the braces of a script; strings and comments in it are stepped over. */
  #followBlocks(script: string): void {
    let statement = 0;
    for (let at = 0; at < script.length; at++) {
      const char = script.charAt(at);
      if (char === '"' || char === "'" || script.startsWith("//", at)) at = this.#skip(script, at);
      else if (char === "{" || char === "}" || char === ";") {
        if (char === "{") this.#open(script.slice(statement, at));
        else if (char === "}") this.#close();
        statement = at + 1;
      }
    }
  }

  /** The last place of the string or the comment that begins here; it ends with its line at the latest. */
  #skip(script: string, start: number): number {
    const quote = script.charAt(start);
    for (let at = start + 1; at < script.length; at++) {
      const char = script.charAt(at);
      if (char === "\n" || (char === quote && quote !== "/")) return at;
      if (char === "\\") at++;
    }
    return script.length;
  }

  #open(head: string): void {
    if (this.#blocks.length > NESTING) {
      this.#tooDeep++;
      return;
    }
    const words = head.trim();
    const alternatives = words.startsWith("else") ? (this.#last ?? new Alternatives()) : new Alternatives();
    const guards = words === "else" ? alternatives.rest() : alternatives.next(unread(words || "{"));
    this.#blocks.push(alternatives);
    this.#scanner.enter(this.#blocks.length > NESTING ? [TOO_DEEP] : guards);
  }

  #close(): void {
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      return;
    }
    const block = this.#blocks.pop();
    if (block === undefined) return;
    this.#last = block;
    this.#scanner.leave();
  }
}
