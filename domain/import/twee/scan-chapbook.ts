import { type Guard, never, unread } from "../script/guards.ts";
import { Finder } from "./finder.ts";
import { findLinks, readLink, shownByChapbook, type TweeLink } from "./links.ts";
import type { Meaning } from "./marks.ts";
import { quotedParts } from "./quoted.ts";
import type { Scanner } from "./scan.ts";
import { WAITS } from "./timed-words.ts";

/** A line such as `[if key]` or `[align center; after 1s]`: it rules the text up to the next such line. */
const MODIFIER = /^\[([^[\n].+[^\]\n])\]$/;
/** A line of the variables section: `name: value` or `name (condition): value`. */
const VARIABLE_LINE = /^[ \t]*([A-Za-z_$][\w$]*)[ \t]*(?:\(([^\n:]*)\)[ \t]*)?:(.*)$/;
/** The line that ends the variables section; what follows a second one is never shown. */
const RULE = /^--$/gm;

/** Modifiers of the format, as it tells them from words in brackets. */
const MODIFIERS =
  /^(?:after\s|align\s+(?:left|right|center)|append$|if(?:always|never)?\s|continue|css$|javascript$|note(?:\s+to\s+myself)?$|n\.?b\.?$|todo$|fixme$)|else$|unless\s|cont(?:'d)?$/i;
/** Inserts of the format by the beginning of their names. */
const INSERTS =
  /^(?:(?:no )?ambient\s+sound|back\s+link|cycling\s+link|dropdown menu|embed\s+(?:flickr|image|passage|unsplash|youtube)|link\s+to|restart\s+link|reveal\s+link|sound\s+effect|text\s+input|theme\s+switcher$)/i;
/** A value or an insert in braces. */
const INSERT = /\{\s*([A-Za-z_$][\w$.]*(?:\[[^\][{}\n]*\])*(?:[ \t]+[A-Za-z]+)*)\s*((?:[:,][^{}]*)?)\}/g;
/** Longest insert that goes on through several lines. */
const INSERT_LENGTH = 2_000;
const NOTE = /^(?:note(?:\s+to\s+myself)?|n\.?b\.?|todo|fixme)$/i;
/** A text in quotes. */
const TEXT = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/;
/** A text that is all there is between a colon and the next comma. */
const WHOLE = `(?:${TEXT.source})(?=\\s*(?:,|$))`;
const FIRST = new RegExp(`^:\\s*${WHOLE}`);
/** Inserts that are seen or heard and not read. */
const MEDIA: ReadonlyMap<string, string> = new Map([
  ["embed image", "An image"],
  ["embed flickr", "An image"],
  ["embed flickr image", "An image"],
  ["embed youtube", "A video"],
  ["embed youtube video", "A video"],
  ["ambient sound", "A sound"],
  ["sound effect", "A sound"],
]);

/** Reads links, conditions and assignments of Chapbook. */
export class ChapbookScan {
  readonly #scanner: Scanner;
  readonly #text: string;
  readonly #lines: Finder;
  /** The condition that was asked last, and whether it rather than its opposite rules the text. */
  #asked: { readonly guard: Guard; readonly holds: boolean } | null = null;
  /** Number of parts that the modifiers above a text have opened, and where the last of them ends. */
  #modified = 0;
  #modifierEnd = 0;
  #bodyStart: number;
  #bodyEnd = Number.POSITIVE_INFINITY;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
    this.#text = scanner.text;
    this.#lines = new Finder(/\n/g, scanner.text);
    this.#bodyStart = this.#readVariables();
  }

  /** The lines above a `--` set variables. Answers where the body begins. */
  #readVariables(): number {
    const [rule, second] = this.#text.matchAll(RULE);
    if (rule === undefined) return 0;
    if (second !== undefined) {
      this.#bodyEnd = second.index;
      this.#scanner.tell(second.index, "--", "ends what is shown of the passage: the text below it is not");
    }
    let at = 0;
    for (const line of this.#text.slice(0, rule.index).split("\n")) {
      const end = at + line.length;
      const [, name, condition, value] = VARIABLE_LINE.exec(line) ?? [];
      if (name === undefined || value === undefined) {
        this.#scanner.mark(at, end, line.trim() === "" ? { kind: "nothing" } : { kind: "unread", name: "a variable" });
      } else {
        const guard = condition === undefined ? null : this.#scanner.guard(condition);
        this.#scanner.enter(guard === null ? [] : [guard]);
        const assignments = this.#scanner.addAssignments(`${name} = ${value.trim()}`);
        this.#scanner.leave();
        if (guard !== null) this.#scanner.mark(at, at, { kind: "if", guard });
        this.#scanner.mark(at, end, { kind: "set", assignments });
        if (guard !== null) this.#scanner.mark(end, end, { kind: "close" });
      }
      at = end + 1;
    }
    const start = Math.min(this.#text.length, rule.index + rule[0].length + 1);
    this.#scanner.mark(Math.max(0, rule.index - 1), start, { kind: "nothing" });
    return start;
  }

  /**
   * Reads from `from` to `to`, ordinary text; what rules it carries over from one call to the next. Answers the place
   * reading has come to: beyond `to` when a link reaches across it.
   */
  read(from: number, to: number): number {
    let at = from;
    while (at < to) {
      const end = this.#lines.from(at)?.index ?? this.#text.length;
      if (at >= this.#bodyEnd) {
        this.#drop(at);
        return this.#text.length;
      }
      const wholeLine = at === 0 || this.#text.charAt(at - 1) === "\n";
      const modifier = wholeLine && at >= this.#bodyStart ? MODIFIER.exec(this.#text.slice(at, end)) : null;
      if (modifier?.[1] === undefined) {
        const reached = this.#readLine(at, Math.min(end, to));
        at = reached < end ? reached : reached + 1;
      } else {
        this.#modify(modifier[1], at, end);
        at = end + 1;
      }
    }
    return Math.max(at, to);
  }

  #readLine(from: number, to: number): number {
    let reached = to;
    const line = this.#text.slice(from, to);
    const taken: TweeLink[] = [];
    for (let at = line.indexOf("[["); at >= 0; ) {
      const read = readLink(this.#text, from + at);
      const link = read === null ? null : shownByChapbook(read);
      if (link === null) at = line.indexOf("[[", at + 1);
      else {
        const isInBody = from + at >= this.#bodyStart;
        this.#scanner.addLink(link, isInBody ? [] : [never("the variables section")]);
        if (isInBody) this.#scanner.mark(from + at, link.end, { kind: "link", link });
        taken.push(link);
        reached = Math.max(to, link.end);
        at = line.indexOf("[[", link.end - from);
      }
    }
    if (line.includes("{") && from >= this.#bodyStart)
      reached = Math.max(reached, this.#inserts(this.#withOpenBrace(from, to), from, taken));
    return reached;
  }

  /** A line, with the lines below it that an insert in braces goes on through. */
  #withOpenBrace(from: number, to: number): string {
    const open = this.#text.lastIndexOf("{", to - 1);
    const rest = this.#text.slice(open, open + INSERT_LENGTH);
    const whole = open < from ? null : /^\{\s*[A-Za-z][A-Za-z \t]*[:,][^{}]*\}/.exec(rest);
    return this.#text.slice(from, whole === null ? to : Math.max(to, open + whole[0].length));
  }

  /** Reads the inserts of a line; answers the place behind the last. */
  #inserts(line: string, from: number, links: readonly TweeLink[]): number {
    let reached = from;
    for (const match of line.matchAll(INSERT)) {
      const [insert, name = "", args = ""] = match;
      const start = from + match.index;
      if (links.some((link) => link.start < start && start < link.end)) continue;
      const meaning = this.#insert(insert, name, args.trimEnd(), start);
      if (meaning === null) continue;
      reached = start + insert.length;
      this.#scanner.mark(start, reached, meaning);
    }
    return reached;
  }

  /** Returns the meaning of an insert in braces; null for words that are none. */
  #insert(insert: string, name: string, args: string, start: number): Meaning | null {
    if (args === "" && !/\s/.test(name)) return { kind: "print", source: insert.slice(1, -1) };
    if (!INSERTS.test(name)) {
      this.#scanner.tell(start, `{${name}}`, "is no insert of the format: it is shown as it is written", "warning");
      return null;
    }
    this.#scanner.scan.kept.add(name);
    const option = (...names: string[]): string | undefined => {
      const found = new RegExp(`(?:^|[,:])\\s*(?:${names.join("|")}):\\s*${WHOLE}`).exec(args);
      return unescaped(found?.[1] ?? found?.[2]);
    };
    const [, single, double] = FIRST.exec(args) ?? [];
    const first = unescaped(single ?? double);
    const known = name.toLowerCase().replace(/\s+/g, " ");
    if (known === "embed passage" || known === "embed passage named") {
      const target = first ?? option("passage", "named");
      if (target !== undefined) return { kind: "include", target };
    }
    const media = MEDIA.get(known);
    if (media !== undefined) return { kind: "media", what: media, source: first ?? option("url") ?? null };
    if (known === "no ambient sound") return { kind: "nothing" };
    if (known === "link to" && first !== undefined) {
      this.#scanner.scan.moves.set(first, insert);
      const label = option("label");
      if (label === undefined && /(?:^|,)\s*label\s*:/.test(args))
        this.#scanner.tell(start, `{${name}}`, "works out its words: they are those of its passage", "warning");
      const text = label ?? first;
      const link: TweeLink = { start, end: start + insert.length, raw: insert, text, target: first, setter: null };
      return { kind: "link", link };
    }
    if (/^(?:cycling link|dropdown menu)(?: for)?$/.test(known)) {
      const values = choicesIn(args);
      const [shown] = values ?? [];
      if (values !== null && values.length > 1 && first !== undefined) {
        return { kind: "cycle", variable: `$${first}`, values };
      }
      if (shown !== undefined) {
        this.#scanner.tell(start, name, "changes its words whenever it is chosen: the first are shown", "warning");
        return { kind: "words", text: shown };
      }
    }
    const passage = option("passage");
    const text = option("text");
    if (known === "reveal link" && first !== undefined && (passage ?? text) !== undefined) {
      return { kind: "reveal", label: first, target: passage ?? null, text: text ?? "" };
    }
    return { kind: "unread", name };
  }

  /** Ends the parts that modifiers have opened. */
  #endParts(at: number): void {
    for (; this.#modified > 0; this.#modified--) {
      this.#scanner.leave();
      this.#scanner.mark(at, at, { kind: "close" });
    }
  }

  /** Leaves out the text below a second rule, which is never shown. */
  #drop(at: number): void {
    this.#endParts(at);
    const { length } = this.#text;
    for (const link of findLinks(this.#text, at, length, false)) this.#scanner.addLink(link, [never("--")]);
    this.#scanner.mark(at, length, { kind: "nothing" });
  }

  #modify(line: string, start: number, end: number): void {
    // Modifiers in lines one below the other rule the same text.
    if (this.#text.slice(this.#modifierEnd, start).trim() !== "") this.#endParts(start);
    this.#modifierEnd = end;
    const before = this.#modified;
    for (const words of modifiersIn(line)) {
      if (!MODIFIERS.test(words)) {
        // Chapbook shows a modifier that it does not know as it is written.
        this.#scanner.tell(start, `[${words}]`, "is no modifier of the format: it is shown as it is written");
        this.#scanner.mark(start, start, { kind: "words", text: `\n[${words}]\n` });
        continue;
      }
      if (/^after\s/i.test(words)) {
        this.#scanner.tell(start, "[after]", WAITS);
      }
      const { guards, meaning } = this.#guardsOf(words);
      if (meaning !== null) this.#part(guards, meaning, start);
    }
    if (this.#modified === before) this.#part([], { kind: "hook", isOneLine: false }, start);
    this.#scanner.mark(start, end, { kind: "nothing" });
  }

  /** Begins a part that a modifier rules. */
  #part(guards: readonly Guard[], meaning: Meaning, start: number): void {
    this.#scanner.enter(guards);
    this.#scanner.mark(start, start, meaning);
    this.#modified++;
  }

  #guardsOf(modifier: string): { guards: Guard[]; meaning: Meaning | null } {
    const [word = "", ...rest] = modifier.split(/\s+/);
    const condition = rest.join(" ");
    if (NOTE.test(modifier)) return { guards: [never(modifier)], meaning: { kind: "dropped" } };
    switch (word.toLowerCase()) {
      case "if":
      case "unless": {
        const guard = this.#scanner.guard(condition, word.toLowerCase() === "unless");
        this.#asked = { guard, holds: true };
        return { guards: [guard], meaning: { kind: "if", guard } };
      }
      case "else": {
        if (this.#asked === null) {
          const guards = [unread("else")];
          return { guards, meaning: { kind: "else", guard: null, guards } };
        }
        // Each further one turns the condition round again.
        const { guard, holds } = this.#asked;
        this.#asked = { guard, holds: !holds };
        if (!holds) return { guards: [guard], meaning: { kind: "if", guard } };
        const guards = [{ ...guard, negated: !guard.negated }];
        return { guards, meaning: { kind: "else", guard: null, guards } };
      }
      case "ifnever":
        return { guards: [never(modifier)], meaning: { kind: "dropped" } };
      case "javascript":
      case "css":
        return { guards: [never(modifier)], meaning: { kind: "block", name: word } };
      case "after":
        this.#scanner.scan.kept.add(word);
        // What only comes later is there all the same.
        return { guards: [], meaning: null };
      default:
        if (!/(?:else|\sunless\s.*)$/i.test(modifier)) return { guards: [], meaning: null };
        return { guards: [unread(modifier)], meaning: { kind: "if", guard: unread(modifier) } };
    }
  }
}

/** The modifiers of a line: a semicolon parts them, but within double quotes. */
function modifiersIn(line: string): string[] {
  const parts = line.match(/(?:"(?:[^"\\]|\\.)*"?|[^";])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function unescaped(text: string | undefined): string | undefined {
  return text?.replace(/\\(.)/g, "$1");
}

/** The words an insert goes through, `choices: ['red', 'blue']`; null where one is something else. */
function choicesIn(args: string): string[] | null {
  const list = /(?:^|[,\s])choices:\s*\[([^\]]*)\]/.exec(args)?.[1];
  if (list === undefined) return null;
  const parts = quotedParts(list, 0, list.length);
  const rest = parts.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), list);
  return parts.length > 0 && /^[\s,]*$/.test(rest) ? parts.map(({ value }) => value) : null;
}
