import { Alternatives, unread } from "../script/guards.ts";
import { SCRIPT_LENGTH } from "../script/tokens.ts";
import { AttributeLinks } from "./attribute-links.ts";
import { Finder } from "./finder.ts";
import { readLink, type TweeLink } from "./links.ts";
import { NESTING, type Scanner, TOO_DEEP } from "./scan.ts";

const INTEREST = /<%|\[\[|<[A-Za-z]/g;

/** A link as Snowman 2.1 reads one. */
const LINK = /^\[\[[^\]|<-]+(?:(\||->|<-)[^\]|<-]+)?\]\]$/;
const SHORTHAND = /<[A-Za-z][A-Za-z0-9]*-?(?:[.#][A-Za-z_][A-Za-z0-9_]*)+-?>/y;
/** A passage that is shown in place. */
const RENDER = /^(?:window\.)?story\.render\(\s*(['"])([^'"\\]+)\1\s*\)$/;
/** Strings and comments of scripts. */
const STRINGS_AND_COMMENTS =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`|\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*/g;

/** A statement that changes what the story remembers: `s.gold = 3`, `s.gold++`. */
const ASSIGNMENT = /^(?:window\.story\.state|s)\.[A-Za-z_]\w*\s*(?:[-+*/%]?=(?!=)|\+\+|--)/;

/**
 * Reads Snowman. Its scripts are JavaScript, of which assignments and conditions over `s` are read; the blocks that are
 * opened in one `<% … %>` and closed in another are what their content depends on.
 */
export class SnowmanScan {
  readonly #scanner: Scanner;
  readonly #text: string;
  readonly #finder: Finder;
  readonly #elements: AttributeLinks;
  readonly #blocks: Alternatives[] = [];
  #last: Alternatives | null = null;
  #closed = true;
  #tooDeep = 0;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
    this.#text = scanner.text;
    this.#finder = new Finder(INTEREST, scanner.text);
    this.#elements = new AttributeLinks(scanner.text);
  }

  /**
   * Reads from `from` to `to`, ordinary text; what encloses it carries over from one call to the next. Answers the
   * place reading has come to: beyond `to` when a script or link reaches across it.
   */
  read(from: number, to: number): number {
    return this.#finder.through(from, to, (at, found) => (found === "<%" ? this.#readScript(at) : this.#readLink(at)));
  }

  #readLink(at: number): number | null {
    const inBrackets = readLink(this.#text, at);
    if (inBrackets !== null) this.#tellLink(inBrackets);
    const link = inBrackets ?? this.#elements.at(at);
    return link === null ? this.#readShorthand(at) : this.#scanner.linkAt(at, link);
  }

  /** Tells where version 2.1 of the format reads a link otherwise than those before it and Twine do. */
  #tellLink({ start, raw, text, target }: TweeLink): void {
    if (/^(?:1\.|2\.0)/.test(this.#scanner.names.version ?? "")) return;
    const read = LINK.exec(raw.replace(/<%[\s\S]*?%>/g, "x"));
    const tell = (is: string) => this.#scanner.tell(start, "[[…]]", `${is} in Snowman 2.1`, "warning");
    if (read === null) tell("with a sign such as - or < in it is no link");
    else if (read[1] === "|" && text !== target) tell("shows the name of its passage");
    else if (read[1] === "<-") tell("with <- leads the other way");
  }

  /** The opening tag of an element with its classes and id behind its name, `<span.big#title>`. */
  #readShorthand(at: number): number | null {
    SHORTHAND.lastIndex = at;
    const tag = SHORTHAND.exec(this.#text);
    if (tag === null) return null;
    const hides = tag[0].includes("-");
    const is = hides ? "hides its words at first: they are shown" : "is read without its look";
    this.#scanner.tell(at, tag[0], is, hides ? "warning" : "info");
    const end = at + tag[0].length;
    this.#scanner.mark(at, end, { kind: "nothing" });
    return end;
  }

  #readScript(at: number): number | null {
    // Once nothing closes a script, nothing closes those after it either.
    const close = this.#closed ? this.#text.indexOf("%>", at) : -1;
    if (close < 0) {
      this.#closed = false;
      return null;
    }
    this.#scanner.scan.kept.add("<% %>");
    const script = withoutComments(this.#text.slice(at + 2, close));
    if (/^[=-]/.test(script)) {
      const source = script.slice(1).trim().replace(/;$/, "");
      const isEscaped = script.startsWith("-");
      const shown = isEscaped ? undefined : RENDER.exec(source)?.[2];
      if (shown !== undefined) {
        this.#scanner.mark(at, close + 2, { kind: "include", target: shown });
        return close + 2;
      }
      this.#scanner.mark(at, close + 2, { kind: "print", source, ...(isEscaped && { isEscaped }) });
    } else {
      this.#scanner.mark(at, at + 2, { kind: "nothing" });
      this.#followBlocks(script, at + 2);
      this.#scanner.mark(close, close + 2, { kind: "nothing" });
    }
    return close + 2;
  }

  /** Follows the statements and braces of a script that stands at a place; strings and comments in it are stepped over. */
  #followBlocks(script: string, from: number): void {
    let statement = 0;
    let depth = 0;
    const end = (at: number) => {
      this.#statement(script.slice(statement, at), from + statement);
      if (script.charAt(at) === ";") this.#scanner.mark(from + at, from + at + 1, { kind: "nothing" });
      statement = at + 1;
    };
    for (let at = 0; at < script.length; at++) {
      const char = script.charAt(at);
      if (char === '"' || char === "'" || char === "`") at = this.#skip(script, at);
      else if (char === "(") depth++;
      else if (char === ")") depth--;
      else if (char === ";" || (char === "\n" && depth === 0 && !/^\s*[{.]/.test(script.slice(at, at + 80)))) end(at);
      else if (char === "{" || char === "}") {
        depth = 0;
        if (char === "}") end(at);
        const start = from + (char === "{" ? statement : at);
        if (char === "{") this.#open(script.slice(statement, at), start, from + at + 1);
        else this.#close(start);
        statement = at + 1;
      }
    }
    end(script.length);
  }

  #statement(source: string, start: number): void {
    const words = source.trim();
    if (words === "") {
      // A comment is no words of the passage.
      if (source !== "") this.#scanner.mark(start, start + source.length, { kind: "nothing" });
      return;
    }
    const isRead = ASSIGNMENT.test(words) && words.length <= SCRIPT_LENGTH;
    this.#scanner.mark(
      start,
      start + source.length,
      isRead ? { kind: "set", assignments: this.#scanner.addAssignments(words) } : { kind: "unread", name: "<% %>" },
    );
  }

  /** The last place of the string that begins here; only one in backquotes goes on behind its line. */
  #skip(script: string, start: number): number {
    const quote = script.charAt(start);
    for (let at = start + 1; at < script.length; at++) {
      const char = script.charAt(at);
      if ((char === "\n" && quote !== "`") || char === quote) return at;
      if (char === "\\") at++;
    }
    return script.length;
  }

  #open(head: string, start: number, end: number): void {
    if (this.#blocks.length > NESTING) {
      this.#tooDeep++;
      this.#scanner.mark(start, end, { kind: "unread", name: "{" });
      return;
    }
    const words = head.trim();
    const asked = /^(?:else\s+)?if\s*\(([\s\S]*)\)$/.exec(words)?.[1];
    const isElse = /^else\b/.test(words);
    const alternatives = isElse ? (this.#last ?? new Alternatives()) : new Alternatives();
    const guard = asked === undefined ? unread(words || "{") : this.#scanner.guard(asked);
    const isLast = words === "else";
    const guards = isLast ? alternatives.rest() : alternatives.next(guard);
    this.#blocks.push(alternatives);
    this.#scanner.enter(this.#blocks.length > NESTING ? [TOO_DEEP] : guards);
    if (isElse) this.#scanner.mark(start, end, { kind: "else", guard: isLast ? null : guard, guards });
    else if (asked !== undefined) this.#scanner.mark(start, end, { kind: "if", guard });
    else this.#scanner.mark(start, end, { kind: "block", name: "<% %>" });
  }

  #close(at: number): void {
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      this.#scanner.mark(at, at + 1, { kind: "unread", name: "}" });
      return;
    }
    const block = this.#blocks.pop();
    if (block === undefined) return;
    this.#last = block;
    this.#scanner.leave();
    this.#scanner.mark(at, at + 1, { kind: "close" });
  }
}

/** A script with spaces in the place of its comments. */
function withoutComments(script: string): string {
  if (!script.includes("/")) return script;
  return script.replace(STRINGS_AND_COMMENTS, (found) =>
    found.startsWith("/") ? found.replace(/[^\n]/g, " ") : found,
  );
}
