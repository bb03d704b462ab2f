import { Alternatives, type Guard, never } from "../script/guards.ts";
import { Finder } from "./finder.ts";
import { readLink, shownByChapbook, type TweeLink } from "./links.ts";
import type { Meaning } from "./marks.ts";
import { quotedParts } from "./quoted.ts";
import type { Scanner } from "./scan.ts";

/** A line such as `[if key]` or `[align center; after 1s]`: it rules the text up to the next such line. */
const MODIFIER = /^\[(?!\[)([^\]\n]+)\][ \t]*$/;
/** A line of the variables section: `name: value` or `name (condition): value`. */
const VARIABLE_LINE = /^[ \t]*([A-Za-z_$][\w$]*)[ \t]*(?:\(([^)\n]*)\)[ \t]*)?:(.*)$/;

/** Modifiers of the format. */
const MODIFIERS =
  /^(?:after\s|align\s+(?:left|right|center)|append$|if(?:always|never)?(?:\s|$)|else$|unless\s|continued?|cont(?:'d)?$|css$|javascript$|note(?:\s+to\s+myself)?$|n\.?b\.?$|todo$|fixme$)/i;
const NOTE = /^(?:note(?:\s+to\s+myself)?|n\.?b\.?|todo|fixme)$/i;
/** A text in quotes. */
const TEXT = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/;
const FIRST = new RegExp(`^:\\s*(?:${TEXT.source})`);
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
  #alternatives: Alternatives | null = null;
  #modified = false;
  #bodyStart: number;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
    this.#text = scanner.text;
    this.#lines = new Finder(/\n/g, scanner.text);
    this.#bodyStart = this.#readVariables();
  }

  /** The lines above a `--` set variables. Answers where the body begins. */
  #readVariables(): number {
    const rule = /(?:^|\n)--[ \t]*(?:\n|$)/.exec(this.#text);
    if (rule === null) return 0;
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
    const start = rule.index + rule[0].length;
    this.#scanner.mark(rule.index, start, { kind: "nothing" });
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
    if (line.includes("{") && from >= this.#bodyStart) this.#inserts(line, from, taken);
    return reached;
  }

  #inserts(line: string, from: number, links: readonly TweeLink[]): void {
    for (const match of line.matchAll(/\{([A-Za-z_$][\w$.]*(?: [A-Za-z]+)*)((?:[:,][^{}]*)?)\}/g)) {
      const [insert, name = "", args = ""] = match;
      const start = from + match.index;
      if (links.some((link) => link.start < start && start < link.end)) continue;
      this.#scanner.mark(start, start + insert.length, this.#insert(insert, name, args, start));
    }
  }

  /** Returns the meaning of an insert in braces. */
  #insert(insert: string, name: string, args: string, start: number): Meaning {
    if (args === "" && !name.includes(" ")) return { kind: "print", source: name };
    this.#scanner.scan.kept.add(name);
    const option = (...names: string[]): string | undefined => {
      const found = new RegExp(`(?:^|[,:])\\s*(?:${names.join("|")}):\\s*(?:${TEXT.source})`).exec(args);
      return unescaped(found?.[1] ?? found?.[2]);
    };
    const [, single, double] = FIRST.exec(args) ?? [];
    const first = unescaped(single ?? double);
    const known = name.toLowerCase();
    if (known === "embed passage" || known === "embed passage named") {
      const target = first ?? option("passage", "named");
      if (target !== undefined) return { kind: "include", target };
    }
    const media = MEDIA.get(known);
    if (media !== undefined) return { kind: "media", what: media, source: first ?? option("url") ?? null };
    if (known === "no ambient sound") return { kind: "nothing" };
    if (known === "link to" && first !== undefined) {
      this.#scanner.scan.moves.set(first, insert);
      const text = option("label") ?? first;
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

  #modify(line: string, start: number, end: number): void {
    if (this.#modified) {
      this.#scanner.leave();
      this.#scanner.mark(start, start, { kind: "close" });
    }
    const guards: Guard[] = [];
    let meaning: Meaning = { kind: "hook", isOneLine: false };
    const written: string[] = [];
    for (const modifier of line.split(";")) {
      const words = modifier.trim();
      if (!MODIFIERS.test(words)) written.push(words);
      if (/^after\s/i.test(words)) {
        this.#scanner.tell(start, "[after]", "waits for a time: what it holds is shown at once");
      }
      const found = this.#guardsOf(words);
      guards.push(...found.guards);
      if (found.meaning !== null) meaning = found.meaning;
    }
    this.#scanner.enter(guards);
    // Chapbook shows a modifier that it does not know as it is written.
    for (const words of written) {
      this.#scanner.tell(start, `[${words}]`, "is no modifier of the format: it is shown as it is written");
      this.#scanner.mark(start, start, { kind: "words", text: `\n[${words}]\n` });
    }
    this.#scanner.mark(start, end, meaning);
    this.#modified = true;
  }

  #guardsOf(modifier: string): { guards: Guard[]; meaning: Meaning | null } {
    const [word = "", ...rest] = modifier.split(/\s+/);
    const condition = rest.join(" ");
    if (NOTE.test(modifier)) return { guards: [never(modifier)], meaning: { kind: "dropped" } };
    switch (word.toLowerCase()) {
      case "if":
      case "unless": {
        this.#alternatives = new Alternatives();
        const guard = this.#scanner.guard(condition, word.toLowerCase() === "unless");
        return { guards: this.#alternatives.next(guard), meaning: { kind: "if", guard } };
      }
      case "else": {
        const guards = this.#alternatives?.rest() ?? [{ source: "else", expression: null, negated: false }];
        return { guards, meaning: { kind: "else", guard: null, guards } };
      }
      case "ifnever":
        return { guards: [never(modifier)], meaning: { kind: "dropped" } };
      case "javascript":
      case "css":
        return { guards: [never(modifier)], meaning: { kind: "block", name: word } };
      case "ifalways":
      case "continue":
      case "continued":
      case "cont'd":
      case "cont":
      case "align":
        return { guards: [], meaning: null };
      default:
        this.#scanner.scan.kept.add(word);
        // What only comes later is there all the same.
        return { guards: [], meaning: null };
    }
  }
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
