import { Alternatives, type Guard, unread } from "../script/guards.ts";
import { readScriptExpression } from "../script/statements.ts";
import { SCRIPT_LENGTH } from "../script/tokens.ts";
import { AttributeLinks } from "./attribute-links.ts";
import { Finder } from "./finder.ts";
import { findLinks, imageSource, readImageLink, readLink, shownBySugarCube, type TweeLink } from "./links.ts";
import type { InPlaceMode, Meaning } from "./marks.ts";
import { quotedParts, wholeString } from "./quoted.ts";
import { LookAhead, NESTING, type Scanner, TOO_DEEP } from "./scan.ts";
import { REPEATS, WAITS, withLateValues } from "./timed-words.ts";

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
/** Macros that show a value. */
const PRINTS = new Set(["print", "=", "-"]);
/** Macros that show another passage. */
const INCLUDES = new Set(["include", "display"]);
/** Links with content, and what becomes of them. */
const IN_PLACE: ReadonlyMap<string, InPlaceMode> = new Map([
  ["link", { shows: false, stays: true }],
  ["button", { shows: false, stays: true }],
  ["click", { shows: false, stays: true }],
  ["linkreplace", { shows: true, stays: false }],
  ["linkappend", { shows: true, stays: false }],
  ["linkprepend", { shows: true, stays: false }],
]);
/** Blocks that wait for a time, and what is said of them. */
const TIMED: ReadonlyMap<string, { is: string; severity: "info" | "warning" }> = new Map([
  ["timed", { is: WAITS, severity: "info" }],
  ["repeat", { is: REPEATS, severity: "warning" }],
  ["type", { is: "shows its words letter by letter: they are shown at once", severity: "info" }],
]);
/** Blocks that put what they hold elsewhere on the page. */
const ELSEWHERE: ReadonlySet<string> = new Set(["append", "prepend", "replace"]);
/** Blocks of the format whose content is no words, or whose meaning is lost without them. */
const BLOCKS: ReadonlySet<string> = new Set([
  "widget",
  "script",
  "cycle",
  "listbox",
  "createaudiogroup",
  "createplaylist",
  "actions",
]);
/** Blocks of the format that only hold what they hold. */
const HOLDING: ReadonlySet<string> = new Set(["capture", "done", "do"]);
/** Macros that may set something, themselves or by what they show. */
const CHANGES = /<<(?:set|run|unset|include|display|link\w*)\b/g;
/** Macros that go to the passage their last text names. */
const MOVES = new Set(["goto", "link", "button", "click", "linkgoto", "choice"]);

const INTEREST = /<<|\[\[|\[[<>]?img\[|<[A-Za-z]/g;
const TAG_NAME = /<<(\/?[A-Za-z][\w-]*|[=-])/y;

interface Frame {
  name: string;
  alternatives: Alternatives;
  /** Expression that a `switch` compares its cases with. */
  subject: string;
  /** Whether a `switch` has come to a case. */
  hasCase: boolean;
}

/** Reads links, conditions and assignments of SugarCube and of Sugarcane, its ancestor. */
export class SugarCubeScan {
  readonly #scanner: Scanner;
  readonly #text: string;
  readonly #finder: Finder;
  readonly #elements: AttributeLinks;
  readonly #lookAhead: LookAhead;
  readonly #frames: Frame[] = [];
  readonly #open = new Map<string, number>();
  readonly #closers = new Map<string, number>();
  #nextPlainEnd = 0;
  #tooDeep = 0;
  /** Links whose words were worked out. */
  #links = 0;
  /** Place of the last macro that may set something. */
  #lastChange = -1;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
    this.#text = scanner.text;
    this.#finder = new Finder(INTEREST, scanner.text);
    this.#elements = new AttributeLinks(scanner.text);
    this.#lookAhead = new LookAhead(scanner.text);
    for (const { index } of this.#text.matchAll(CHANGES)) this.#lastChange = index;
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
    return this.#finder.through(from, to, (at, found) => (found === "<<" ? this.#readTag(at) : this.#readLink(at)));
  }

  #readLink(at: number): number | null {
    const element = this.#elements.at(at);
    if (element !== null) return this.#scanner.linkAt(at, element);
    const link = readLink(this.#text, at);
    const read = link ?? readImageLink(this.#text, at);
    if (read === null) return null;
    if (link === null) this.#scanner.mark(at, at, { kind: "media", what: "An image", source: imageSource(read.raw) });
    return this.#scanner.linkAt(at, this.#shown(read));
  }

  /** A link as it is shown; Sugarcane shows its words as they stand. */
  #shown(link: TweeLink): TweeLink {
    return this.#scanner.dialect === "sugarcube" ? shownBySugarCube(link) : link;
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
    if (name.startsWith("/")) this.#close(name.slice(1), tag);
    else if (name.startsWith("end") && (this.#open.get(name.slice(3)) ?? 0) > 0) this.#close(name.slice(3), tag);
    else if (name === "if") this.#openIf(tag);
    else if (name === "elseif") this.#alternative("if", args, tag);
    else if (name === "else") this.#alternative("if", /^\s*if\s/.test(args) ? args.trim().slice(3) : null, tag);
    else if (name === "switch") {
      this.#openFrame(tag, { kind: "hook", isOneLine: false }, () => [], { subject: args.trim() });
    } else if (name === "case") this.#alternative("switch", args, tag);
    else if (name === "default") this.#alternative("switch", null, tag);
    else if (name === "for") this.#openFrame(tag, { kind: "block", name }, () => [unread(`for ${args.trim()}`)]);
    else this.#other(tag);
  }

  #openIf(tag: Tag): void {
    const guard = this.#scanner.guard(tag.args);
    this.#openFrame(tag, { kind: "if", guard }, (alternatives) => alternatives.next(guard));
  }

  #other(tag: Tag): void {
    const { name, args } = tag;
    if (CODE.has(name)) this.#linksInCode(tag);
    else for (const link of findLinks(this.#text, tag.argsStart, tag.end - 2, true)) this.#scanner.addLink(link);
    if (name === "set") this.#mark(tag, { kind: "set", assignments: this.#scanner.addAssignments(args) });
    else if (SILENT.has(name)) {
      this.#openFrame(tag, name === "nobr" ? { kind: "hook", isOneLine: true } : { kind: "silent" }, () => []);
    } else if (name.startsWith("end")) this.#mark(tag, { kind: "unread", name });
    else {
      this.#scanner.scan.kept.add(name);
      if (MOVES.has(name) && !args.includes("[[")) this.#move(tag);
      this.#macro(tag);
    }
  }

  /** Records the meaning of a macro that is neither an alternative nor an assignment. */
  #macro(tag: Tag): void {
    const { name, args } = tag;
    const hasContent = (this.#closers.get(name) ?? 0) > 0;
    const mode = IN_PLACE.get(name);
    const link = this.#linkOf(tag);
    if (name === "-") this.#mark(tag, { kind: "print", ...escapedValue(args) });
    else if (PRINTS.has(name)) this.#mark(tag, { kind: "print", source: args.trim() });
    else if (name === "goto" && link !== null) {
      const waits = this.#frames.findLast((frame) => TIMED.has(frame.name) || IN_PLACE.has(frame.name));
      if (waits !== undefined && TIMED.has(waits.name))
        this.#scanner.tell(tag.start, name, "leaves by itself after a time: it is a choice", "warning");
      this.#mark(tag, { kind: "goto", target: link.text });
    } else if (INCLUDES.has(name) && link !== null) this.#mark(tag, { kind: "include", target: link.text });
    else if (mode !== undefined && hasContent) {
      const label =
        link === null ? (labelOf(args) ?? this.#workedOut(tag)) : { text: link.text, isVerbatim: link.isLink };
      const target = link !== null && (link.isLink || link.texts > 1) ? link.target : secondOf(args);
      if (label === null) {
        this.#scanner.tell(tag.start, name, "has words that a script makes: it is named by where it leads", "warning");
      }
      const meaning: Meaning = { kind: "in-place", label: label ?? { text: "" }, target, mode: { ...mode } };
      this.#openFrame(tag, meaning, () => [], { deferred: true });
    } else if (mode !== undefined && link === null && secondOf(args) !== null) {
      const label = labelOf(args) ?? this.#workedOut(tag);
      this.#mark(tag, { kind: "link", link: this.#madeLink(tag, label?.source ?? "", secondOf(args) ?? "") });
    } else if (mode !== undefined && link !== null && (link.isLink || link.texts > 1)) {
      this.#mark(tag, { kind: "link", link: this.#madeLink(tag, link.text, link.target) });
    } else if (name === "choice" && link !== null) {
      // The passage comes first, and then the words.
      const [text, target] = link.isLink ? [link.text, link.target] : [link.target, link.text];
      this.#mark(tag, { kind: "link", link: this.#madeLink(tag, text, target), use: "one" });
    } else if (name === "actions") this.#actions(tag);
    else if (hasContent) this.#block(tag);
    else if (name === "next" && this.#frames.some((frame) => frame.name === "timed"))
      this.#mark(tag, { kind: "words", text: "\n" });
    else if (name === "stop" && this.#frames.some((frame) => frame.name === "repeat"))
      this.#mark(tag, { kind: "nothing" });
    else this.#mark(tag, { kind: "unread", name });
  }

  /** Words of a link that an expression in backquotes makes, kept in a variable of the passage; null where it is not simple. */
  #workedOut({ start, args }: Tag): { source: string } | null {
    const source = /^\s*`([^`]*)`/.exec(args)?.[1];
    const { script } = this.#scanner;
    if (source === undefined || script === null || readScriptExpression(source, script) === null) return null;
    const variable = `_link${++this.#links}`;
    const assignments = this.#scanner.addAssignments(`${variable} to ${source}`);
    this.#scanner.mark(start, start, { kind: "set", assignments });
    return { source: variable };
  }

  /** Opens a block that is no alternative and no link: what it holds is read where it stands, unless its meaning is lost so. */
  #block(tag: Tag): void {
    const { name, args, start } = tag;
    if (BLOCKS.has(name)) {
      const guards = DEFERRED.has(name) ? [] : [unread(`${name} ${args.trim()}`)];
      this.#openFrame(tag, { kind: "block", name }, () => guards, { deferred: true });
      return;
    }
    const timed = TIMED.get(name);
    if (timed !== undefined) {
      const isLate = name !== "type" && this.#lastChange > start;
      const is = isLate ? withLateValues(timed.is) : timed.is;
      this.#scanner.tell(start, name, is, isLate ? "warning" : timed.severity);
      this.#openFrame(tag, { kind: "timed" }, () => [], { deferred: name !== "type" });
      return;
    }
    if (ELSEWHERE.has(name)) {
      const isReplaced = name === "replace";
      const is = `puts words elsewhere on the page: they are read where they stand${isReplaced ? ", and what they replace as well" : ""}`;
      // What a link puts elsewhere is read when it is chosen; what the page itself does is read in another order.
      const isChosen = this.#frames.some((frame) => IN_PLACE.has(frame.name));
      this.#scanner.tell(start, name, is, isReplaced || !isChosen ? "warning" : "info");
    } else if (!HOLDING.has(name)) {
      this.#scanner.tell(start, name, "is no macro of the format: what it holds is read as if it were shown");
    }
    this.#openFrame(tag, ELSEWHERE.has(name) ? { kind: "aloud" } : { kind: "hook", isOneLine: false }, () => []);
  }

  /** `<<actions "A" [[b|B]]>>`: links that are there until their passage was come to by one. */
  #actions(tag: Tag): void {
    const inBrackets = findLinks(this.#text, tag.argsStart, tag.end - 2, false).map((link) => this.#shown(link));
    const named = quotedParts(this.#text, tag.argsStart, tag.end - 2).filter(
      ({ start }) => !inBrackets.some((link) => link.start < start && start < link.end),
    );
    const inQuotes = named.map(({ start, value }) => ({ start, link: this.#madeLink(tag, value, value) }));
    const links = [...inBrackets.map((link) => ({ start: link.start, link })), ...inQuotes];
    this.#mark(tag, { kind: "nothing" });
    for (const { link } of links.sort((a, b) => a.start - b.start))
      this.#scanner.mark(tag.end, tag.end, { kind: "link", link, use: "once" });
  }

  #madeLink({ start, end }: Tag, text: string, target: string): TweeLink {
    return { start, end, raw: this.#text.slice(start, end), text, target, setter: null };
  }

  /** The words and the passage that a macro names, as a link or in quotes; null where it names them otherwise. */
  #linkOf(tag: Tag): { text: string; target: string; isLink: boolean; texts: number } | null {
    const [read] = tag.args.includes("[[") ? findLinks(this.#text, tag.argsStart, tag.end - 2, true) : [];
    if (read !== undefined) {
      const link = this.#shown(read);
      const isAlone = tag.name === "goto" || INCLUDES.has(tag.name);
      return { text: isAlone ? link.target : link.text, target: link.target, isLink: true, texts: 1 };
    }
    if (!/^\s*["']/.test(tag.args)) return null;
    const [text, target, ...more] = quotedParts(tag.args, 0, tag.args.length).map((part) => part.value);
    if (text === undefined) return null;
    return { text, target: target ?? text, isLink: false, texts: target === undefined ? 1 : 2 + more.length };
  }

  #mark({ start, end }: Tag, meaning: Meaning): void {
    this.#scanner.mark(start, end, meaning);
  }

  #move(tag: Tag): void {
    const texts = quotedParts(tag.args, 0, tag.args.length).map((part) => part.value);
    const target = tag.name === "goto" ? texts[0] : texts.length > 1 ? texts[1] : undefined;
    if (target !== undefined && target !== "") this.#scanner.scan.moves.set(target, `<<${tag.name}${tag.args}>>`);
  }

  /** Records the links inside the quoted parts of code. Such a link may be shown: it stands under an unread guard. */
  #linksInCode(tag: Tag): void {
    if (!tag.args.includes("[[")) return;
    const guard = unread(`${tag.name} ${tag.args.trim()}`);
    for (const part of quotedParts(this.#text, tag.argsStart, tag.end - 2)) {
      for (const link of findLinks(this.#text, part.start, part.end, true)) this.#scanner.addLink(link, [guard]);
    }
  }

  #openFrame(
    tag: Tag,
    meaning: Meaning,
    guards: (alternatives: Alternatives) => Guard[],
    { subject = "", deferred = false }: { subject?: string; deferred?: boolean } = {},
  ): void {
    if (this.#frames.length > NESTING) {
      this.#tooDeep++;
      this.#mark(tag, { kind: "unread", name: tag.name });
      return;
    }
    const { name } = tag;
    const alternatives = new Alternatives();
    this.#frames.push({ name, alternatives, subject, hasCase: false });
    this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
    this.#closers.set(name, (this.#closers.get(name) ?? 0) - 1);
    this.#scanner.enter(this.#frames.length > NESTING ? [TOO_DEEP] : guards(alternatives), deferred);
    this.#mark(tag, meaning);
  }

  /** Goes on to the next alternative of the innermost frame, if it is of this kind; null is the last one. */
  #alternative(kind: "if" | "switch", args: string | null, tag: Tag): void {
    const frame = this.#frames.at(-1);
    if (frame?.name !== kind || this.#frames.length > NESTING) {
      this.#mark(tag, { kind: "unread", name: tag.name });
      return;
    }
    const guard =
      args === null ? null : kind === "if" ? this.#scanner.guard(args) : this.#caseGuard(frame.subject, args);
    const guards = guard === null ? frame.alternatives.rest() : frame.alternatives.next(guard);
    this.#scanner.leave();
    this.#scanner.enter(guards);
    const isFirst = kind === "switch" && !frame.hasCase;
    frame.hasCase = true;
    if (!isFirst) this.#scanner.mark(tag.start, tag.start, { kind: "close" });
    if (isFirst && guard !== null) this.#mark(tag, { kind: "if", guard });
    else this.#mark(tag, { kind: "else", guard, guards });
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

  #close(name: string, tag: Tag): void {
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      this.#mark(tag, { kind: "unread", name: tag.name });
      return;
    }
    if ((this.#open.get(name) ?? 0) === 0) {
      this.#mark(tag, { kind: "unread", name: tag.name });
      return;
    }
    for (let frame = this.#frames.pop(); frame !== undefined; frame = this.#frames.pop()) {
      this.#open.set(frame.name, (this.#open.get(frame.name) ?? 0) - 1);
      this.#scanner.leave();
      if (frame.name === "switch" && frame.hasCase) this.#scanner.mark(tag.start, tag.start, { kind: "close" });
      if (frame.name === name) {
        this.#mark(tag, { kind: "close" });
        return;
      }
      this.#scanner.mark(tag.start, tag.start, { kind: "close" });
    }
  }
}

/** The passage that a macro names behind its words: in quotes, or by a script; null where it names none. */
function secondOf(args: string): string | null {
  const behind = /^\s*(?:[$_][A-Za-z_][\w.]*|`[^`]*`|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s+([\s\S]+)$/
    .exec(args)?.[1]
    ?.trim();
  if (behind === undefined) return null;
  return quotedParts(behind, 0, behind.length)[0]?.value ?? /^[$_][A-Za-z_][\w.]*$/.exec(behind)?.[0] ?? null;
}

/** A value whose HTML is shown as letters: a text in quotes with the entities of its signs. */
function escapedValue(args: string): { source: string; isEscaped: boolean } {
  const words = wholeString(args.trim());
  if (words === null) return { source: args.trim(), isEscaped: true };
  return { source: JSON.stringify(withEntities(words)), isEscaped: false };
}

/** A text with its signs of HTML as entities, as SugarCube writes it where it has to be letters. */
function withEntities(text: string): string {
  return text.replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The words of a link that a script makes; null where nothing names them. */
function labelOf(args: string): { source: string } | null {
  const source = /^\s*([$_][A-Za-z_]\w*)(?=\s|$)/.exec(args)?.[1];
  return source === undefined ? null : { source };
}
