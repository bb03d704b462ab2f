import { Alternatives, type Guard, unread } from "../script/guards.ts";
import { SCRIPT_LENGTH } from "../script/tokens.ts";
import { Finder } from "./finder.ts";
import { findLinks, readImageLink, readLink } from "./links.ts";
import { quotedParts } from "./quoted.ts";
import { LookAhead, NESTING, type Scanner, TOO_DEEP } from "./scan.ts";

/** A `<<name arguments>>` tag. */
interface Tag {
  start: number;
  end: number;
  name: string;
  args: string;
  argsStart: number;
}

/** Macros whose content waits for the player or for time. */
const DEFERRED = new Set([
  "link",
  "button",
  "click",
  "linkappend",
  "linkprepend",
  "linkreplace",
  "timed",
  "repeat",
  "widget",
  "choice",
]);
/** Macros whose arguments are code, in which `[[` is an array and not a link. */
const CODE = new Set([
  "set",
  "run",
  "print",
  "=",
  "-",
  "if",
  "elseif",
  "else",
  "switch",
  "case",
  "for",
  "capture",
  "unset",
  "remember",
]);
/** Macros that do nothing a reader of the graph should know of. */
const SILENT = new Set(["silently", "nobr", "silent"]);
/** Macros that go to the passage their last text names. */
const MOVES = new Set(["goto", "link", "button", "click", "linkgoto", "choice"]);

const INTEREST = /<<|\[\[|\[[<>]?img\[/g;
const TAG_NAME = /<<(\/?[A-Za-z][\w-]*|[=-])/y;

interface Frame {
  name: string;
  alternatives: Alternatives;
  /** What a `switch` compares its cases with. */
  subject: string;
}

/** Reads links, conditions and assignments of SugarCube and of Sugarcane, its ancestor. */
export class SugarCubeScan {
  readonly #scanner: Scanner;
  readonly #text: string;
  readonly #finder: Finder;
  readonly #lookAhead: LookAhead;
  readonly #frames: Frame[] = [];
  readonly #open = new Map<string, number>();
  readonly #closers = new Map<string, number>();
  #nextPlainEnd = 0;
  #tooDeep = 0;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
    this.#text = scanner.text;
    this.#finder = new Finder(INTEREST, scanner.text);
    this.#lookAhead = new LookAhead(scanner.text);
    for (const [, closed, ended] of this.#text.matchAll(/<<(?:\/(\w+)|end(\w+))/g)) {
      const name = closed ?? ended ?? "";
      this.#closers.set(name, (this.#closers.get(name) ?? 0) + 1);
    }
  }

  /**
   * Reads from `from` to `to`, ordinary text; what encloses it carries over from one call to the next. Answers the
   * place reading has come to: beyond `to` when a tag or link reaches across it.
   */
  read(from: number, to: number): number {
    let reached = from;
    for (let match = this.#finder.from(from); match !== null && match.index < to; match = this.#finder.from(reached)) {
      const at = match.index;
      reached = (match[0] === "<<" ? this.#readTag(at) : this.#readLink(at)) ?? at + 1;
    }
    return Math.max(reached, to);
  }

  #readLink(at: number): number | null {
    const link = readLink(this.#text, at) ?? readImageLink(this.#text, at);
    if (link === null) return null;
    this.#scanner.addLink(link);
    return link.end;
  }

  #readTag(at: number): number | null {
    TAG_NAME.lastIndex = at;
    const name = TAG_NAME.exec(this.#text)?.[1];
    if (name === undefined) return null;
    const argsStart = at + 2 + name.length;
    const close = this.#tagEnd(argsStart);
    if (close < 0) return null;
    const args = this.#text.slice(argsStart, close);
    this.#handle({ start: at, end: close + 2, name, args, argsStart });
    return close + 2;
  }

  /**
   * Index of the `>>` that ends a tag: the first outside quotes or, where quotes do not match, the first. A tag in which
   * another one begins was never closed, and is text.
   */
  #tagEnd(from: number): number {
    const text = this.#text;
    const found = this.#lookAhead.find(
      text,
      from,
      (at) => (text.startsWith(">>", at) || text.startsWith("<<", at) ? at : -1),
      (at) => text.charAt(at) === '"' || text.charAt(at) === "'",
    );
    if (found >= 0) return text.charAt(found) === ">" ? found : -1;
    if (this.#nextPlainEnd >= 0 && this.#nextPlainEnd < from) this.#nextPlainEnd = text.indexOf(">>", from);
    return this.#nextPlainEnd;
  }

  #handle(tag: Tag): void {
    const { name, args } = tag;
    if (name.startsWith("/")) this.#close(name.slice(1));
    else if (name.startsWith("end") && (this.#open.get(name.slice(3)) ?? 0) > 0) this.#close(name.slice(3));
    else if (name === "if") this.#openFrame("if", (alternatives) => alternatives.next(this.#scanner.guard(args)));
    else if (name === "elseif") this.#alternative("if", args);
    else if (name === "else") this.#alternative("if", /^\s*if\s/.test(args) ? args.trim().slice(3) : null);
    else if (name === "switch") this.#openFrame("switch", () => [], args.trim());
    else if (name === "case") this.#alternative("switch", args);
    else if (name === "default") this.#alternative("switch", null);
    else if (name === "for") this.#openFrame("for", () => [unread(`for ${args.trim()}`)]);
    else this.#other(tag);
  }

  #other(tag: Tag): void {
    const { name, args } = tag;
    if (name === "set") this.#scanner.addAssignments(args);
    if (CODE.has(name)) this.#linksInCode(tag);
    else for (const link of findLinks(this.#text, tag.argsStart, tag.end - 2, true)) this.#scanner.addLink(link);
    if (SILENT.has(name) || name === "set" || name.startsWith("end")) return;
    this.#scanner.scan.kept.add(name);
    if (MOVES.has(name) && !args.includes("[[")) this.#move(tag);
    if (DEFERRED.has(name) && (this.#closers.get(name) ?? 0) > 0) this.#openFrame(name, () => [], "", true);
  }

  #move(tag: Tag): void {
    const texts = quotedParts(tag.args, 0, tag.args.length).map((part) => part.value);
    const target = tag.name === "goto" ? texts[0] : texts.length > 1 ? texts[1] : undefined;
    if (target !== undefined && target !== "") this.#scanner.scan.moves.set(target, `<<${tag.name}${tag.args}>>`);
  }

  /** In code only quoted text can be shown, so a link there is one that may be shown: under a guard we do not read. */
  #linksInCode(tag: Tag): void {
    if (!tag.args.includes("[[")) return;
    const guard = unread(`${tag.name} ${tag.args.trim()}`);
    for (const part of quotedParts(this.#text, tag.argsStart, tag.end - 2)) {
      for (const link of findLinks(this.#text, part.start, part.end, true)) this.#scanner.addLink(link, [guard]);
    }
  }

  #openFrame(name: string, guards: (alternatives: Alternatives) => Guard[], subject = "", deferred = false): void {
    if (this.#frames.length > NESTING) {
      this.#tooDeep++;
      return;
    }
    const alternatives = new Alternatives();
    this.#frames.push({ name, alternatives, subject });
    this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
    this.#closers.set(name, (this.#closers.get(name) ?? 0) - 1);
    this.#scanner.enter(this.#frames.length > NESTING ? [TOO_DEEP] : guards(alternatives), deferred);
  }

  /** Goes on to the next alternative of the innermost frame, if it is of this kind; null is the last one. */
  #alternative(kind: "if" | "switch", args: string | null): void {
    const frame = this.#frames.at(-1);
    if (frame?.name !== kind || this.#frames.length > NESTING) return;
    this.#scanner.leave();
    if (args === null) this.#scanner.enter(frame.alternatives.rest());
    else {
      const guard = kind === "if" ? this.#scanner.guard(args) : this.#caseGuard(frame.subject, args);
      this.#scanner.enter(frame.alternatives.next(guard));
    }
  }

  /** `<<case 1 2>>` is "the subject is 1 or the subject is 2". */
  #caseGuard(subject: string, args: string): Guard {
    const source = `switch ${subject}: case ${args.trim()}`;
    if (source.length > SCRIPT_LENGTH) return unread(source);
    const values = args.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\S+/g) ?? [];
    const tests = values.slice(0, 20).map((value) => this.#scanner.guard(`(${subject}) eq (${value})`).expression);
    const known = tests.filter((test) => test !== null);
    const [only] = known;
    if (only === undefined || known.length < values.length) return unread(source);
    return { source, expression: known.length === 1 ? only : { op: "any", args: known }, negated: false };
  }

  #close(name: string): void {
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      return;
    }
    if ((this.#open.get(name) ?? 0) === 0) return;
    for (let frame = this.#frames.pop(); frame !== undefined; frame = this.#frames.pop()) {
      this.#open.set(frame.name, (this.#open.get(frame.name) ?? 0) - 1);
      this.#scanner.leave();
      if (frame.name === name) return;
    }
  }
}
