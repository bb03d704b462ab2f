import { Alternatives, type Guard, never } from "../script/guards.ts";
import { Finder } from "./finder.ts";
import { readLink } from "./links.ts";
import type { Scanner } from "./scan.ts";

/** A line such as `[if key]` or `[align center; after 1s]`: it rules the text up to the next such line. */
const MODIFIER = /^\[(?!\[)([^\]\n]+)\][ \t]*$/;
/** A line of the variables section: `name: value` or `name (condition): value`. */
const VARIABLE_LINE = /^[ \t]*([A-Za-z_$][\w$]*)[ \t]*(?:\(([^)\n]*)\)[ \t]*)?:(.*)$/;

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
    this.#lines = new Finder(/\n/, scanner.text);
    this.#bodyStart = this.#readVariables();
  }

  /** The lines above a `--` set variables. Answers where the body begins. */
  #readVariables(): number {
    const rule = /(?:^|\n)--[ \t]*(?:\n|$)/.exec(this.#text);
    if (rule === null) return 0;
    for (const line of this.#text.slice(0, rule.index).split("\n")) {
      const [, name, condition, value] = VARIABLE_LINE.exec(line) ?? [];
      if (name === undefined || value === undefined) continue;
      this.#scanner.enter(condition === undefined ? [] : [this.#scanner.guard(condition)]);
      this.#scanner.addAssignments(`${name} = ${value.trim()}`);
      this.#scanner.leave();
    }
    return rule.index + rule[0].length;
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
      if (modifier?.[1] === undefined) at = this.#readLine(at, Math.min(end, to)) + 1;
      else {
        this.#modify(modifier[1]);
        at = end + 1;
      }
    }
    return Math.max(at, to);
  }

  #readLine(from: number, to: number): number {
    let reached = to;
    const line = this.#text.slice(from, to);
    for (let at = line.indexOf("[["); at >= 0; ) {
      const link = readLink(this.#text, from + at);
      if (link === null) at = line.indexOf("[[", at + 1);
      else {
        this.#scanner.addLink(link, from + at < this.#bodyStart ? [never("the variables section")] : []);
        reached = Math.max(to, link.end);
        at = line.indexOf("[[", link.end - from);
      }
    }
    if (line.includes("{")) {
      for (const [insert, name = ""] of line.matchAll(/\{([a-z]+(?: [a-z]+)?)\b[^{}]*\}/g)) this.#insert(insert, name);
    }
    return reached;
  }

  #insert(insert: string, name: string): void {
    this.#scanner.scan.kept.add(name);
    const passage = /[,:] *(?:passage|to): *(?:'([^'\n]*)'|"([^"\n]*)")|^\{link to: *(?:'([^'\n]*)'|"([^"\n]*)")/.exec(
      insert,
    );
    const target = passage?.slice(1).find((part) => part !== undefined);
    if (target !== undefined && name === "link to") this.#scanner.scan.moves.set(target, insert);
  }

  #modify(line: string): void {
    if (this.#modified) this.#scanner.leave();
    const guards: Guard[] = [];
    for (const modifier of line.split(";")) guards.push(...this.#guardsOf(modifier.trim()));
    this.#scanner.enter(guards);
    this.#modified = true;
  }

  #guardsOf(modifier: string): Guard[] {
    const [word = "", ...rest] = modifier.split(/\s+/);
    const condition = rest.join(" ");
    switch (word.toLowerCase()) {
      case "if":
      case "unless":
        this.#alternatives = new Alternatives();
        return this.#alternatives.next(this.#scanner.guard(condition, word.toLowerCase() === "unless"));
      case "else":
        return this.#alternatives?.rest() ?? [{ source: "else", expression: null, negated: false }];
      case "ifnever":
      case "note":
      case "javascript":
      case "css":
        return [never(modifier)];
      case "ifalways":
      case "continue":
      case "continued":
      case "cont'd":
      case "cont":
        return [];
      default:
        this.#scanner.scan.kept.add(word);
        return [];
    }
  }
}
