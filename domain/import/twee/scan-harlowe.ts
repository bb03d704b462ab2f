import { Alternatives, type Guard, unread } from "../script/guards.ts";
import { isPossessive } from "../script/tokens.ts";
import { Finder } from "./finder.ts";
import { findLinks, readLink } from "./links.ts";
import { quotedParts } from "./quoted.ts";
import { LookAhead, NESTING, type Scanner, TOO_DEEP } from "./scan.ts";

const INTEREST = /[([\]]|\$[A-Za-z_]\w*\[(?!\[)/g;
const MACRO_HEAD = /\(\s{0,20}([A-Za-z_][\w-]{0,63})\s{0,20}:/y;
const SPACE = /\s*/y;

/** Macros whose hook waits for the player or for time. */
const DEFERRED =
  /^(?:link|linkreplace|linkreveal|linkrepeat|linkrerun|linkshow|click|clickreplace|clickappend|clickprepend|clickrerun|mouseover\w*|mouseout\w*|live|after|aftererror|dialog|macro)$/;
/** Macros that go to the passage their last text names. */
const MOVES = /^(?:goto|linkgoto|linkrevealgoto|clickgoto|mouseovergoto|mouseoutgoto)$/;

interface Macro {
  /** The name without hyphens, which Harlowe does not look at. */
  name: string;
  spelling: string;
  args: string;
  argsStart: number;
  end: number;
}

interface Hook {
  alternatives: Alternatives | null;
  /** Opened by `[=`: it has no bracket of its own to close it. */
  open: boolean;
}

/** Reads links, conditions and assignments of Harlowe. */
export class HarloweScan {
  readonly #scanner: Scanner;
  readonly #text: string;
  readonly #finder: Finder;
  readonly #lookAhead: LookAhead;
  readonly #hooks: Hook[] = [{ alternatives: null, open: false }];
  #tooDeep = 0;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
    this.#text = scanner.text;
    this.#finder = new Finder(INTEREST, scanner.text);
    this.#lookAhead = new LookAhead(scanner.text);
  }

  /**
   * Reads from `from` to `to`, ordinary text; what encloses it carries over from one call to the next. Answers the
   * place reading has come to: beyond `to` when a macro or link reaches across it.
   */
  read(from: number, to: number): number {
    let reached = from;
    for (let match = this.#finder.from(from); match !== null && match.index < to; match = this.#finder.from(reached)) {
      reached = this.#readAt(match.index, match[0]) ?? match.index + match[0].length;
    }
    return Math.max(reached, to);
  }

  #readAt(at: number, found: string): number | null {
    if (found === "(") return this.#readMacro(at);
    if (found === "]") {
      this.#leaveHook();
      return null;
    }
    if (found.startsWith("$")) {
      this.#enterHook([this.#scanner.guard(found.slice(0, -1))], false);
      return null;
    }
    return this.#readLink(at, []) ?? this.#readHook(at, [], false);
  }

  #readLink(at: number, guards: readonly Guard[]): number | null {
    const link = readLink(this.#text, at);
    if (link === null) return null;
    this.#scanner.addLink(link, guards);
    return link.end;
  }

  /** Enters the hook that opens at `at`, and answers where its content begins. */
  #readHook(at: number, guards: readonly Guard[], deferred: boolean): number {
    let end = at + 1;
    while (this.#text.charAt(end) === "=") end++;
    this.#enterHook(guards, deferred, end > at + 1);
    return end;
  }

  #enterHook(guards: readonly Guard[], deferred: boolean, open = false): void {
    if (this.#hooks.length > NESTING) {
      this.#tooDeep++;
      return;
    }
    this.#hooks.push({ alternatives: null, open });
    this.#scanner.enter(this.#hooks.length > NESTING ? [TOO_DEEP] : guards, deferred);
  }

  #leaveHook(): void {
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      return;
    }
    while (this.#hooks.length > 1) {
      const hook = this.#hooks.pop();
      this.#scanner.leave();
      if (hook?.open !== true) return;
    }
  }

  #readMacro(at: number): number | null {
    const macro = this.#macroAt(at);
    if (macro === null) return null;
    const guards: Guard[] = [];
    let deferred = false;
    let end = macro.end;
    // Changers may be added up, `(if: …)+(text-style: …)[…]`, and all of them belong to the hook that follows.
    for (let next: Macro | null = macro; next !== null; ) {
      const effect = this.#handle(next);
      guards.push(...effect.guards);
      deferred ||= effect.deferred;
      end = next.end;
      const plus = this.#skipSpace(end);
      next = this.#text.charAt(plus) === "+" ? this.#macroAt(this.#skipSpace(plus + 1)) : null;
    }
    if (guards.length === 0 && !deferred) return end;
    const hook = this.#skipSpace(end);
    if (this.#text.charAt(hook) !== "[") return end;
    return this.#readLink(hook, guards) ?? this.#readHook(hook, guards, deferred);
  }

  #macroAt(at: number): Macro | null {
    MACRO_HEAD.lastIndex = at;
    const head = MACRO_HEAD.exec(this.#text);
    if (head === null) return null;
    const argsStart = at + head[0].length;
    const close = this.#closingBracket(argsStart);
    if (close < 0) return null;
    const spelling = (head[1] ?? "").toLowerCase();
    const name = spelling.replaceAll(/[-_]/g, "");
    return { name, spelling, args: this.#text.slice(argsStart, close), argsStart, end: close + 1 };
  }

  #closingBracket(from: number): number {
    const text = this.#text;
    let depth = 0;
    return this.#lookAhead.find(
      text,
      from,
      (at) => {
        const char = text.charAt(at);
        if (char === "(") depth++;
        return char === ")" && depth-- === 0 ? at : -1;
      },
      (at) => text.charAt(at) === '"' || (text.charAt(at) === "'" && !isPossessive(text, at)),
    );
  }

  #skipSpace(at: number): number {
    SPACE.lastIndex = at;
    return at + (SPACE.exec(this.#text)?.[0].length ?? 0);
  }

  /** What a macro means, and what it says of the hook after it. */
  #handle({ name, spelling, args, argsStart }: Macro): { guards: Guard[]; deferred: boolean } {
    const guards = this.#guardsOf(name, args);
    if (guards !== null) return { guards, deferred: false };
    this.#linksInStrings(spelling, args, argsStart);
    if (name === "set") this.#scanner.addAssignments(args);
    else if (name === "put") this.#put(args);
    else if (name === "storylet")
      this.#scanner.scan.entry.push(this.#scanner.guard(args.trim().replace(/^when\s/, "")));
    else this.#scanner.scan.kept.add(spelling);
    if (MOVES.test(name)) this.#move(spelling, args);
    if (name === "for" || name === "loop") return { guards: [unread(`for: ${args.trim()}`)], deferred: false };
    if (name === "event") return { guards: [this.#scanner.guard(args.trim().replace(/^when\s/, ""))], deferred: true };
    if (name === "hidden") return { guards: [unread("hidden")], deferred: false };
    return { guards: [], deferred: DEFERRED.test(name) };
  }

  #guardsOf(name: string, args: string): Guard[] | null {
    const hook = this.#hooks.at(-1);
    if (hook === undefined) return null;
    if (name === "if" || name === "unless") {
      hook.alternatives = new Alternatives();
      return hook.alternatives.next(this.#scanner.guard(args, name === "unless"));
    }
    if (name === "elseif") return (hook.alternatives ?? new Alternatives()).next(this.#scanner.guard(args));
    if (name !== "else") return null;
    return hook.alternatives === null ? [unread("else")] : hook.alternatives.rest();
  }

  /** `(put: 3 into $x)` is `(set: $x to 3)`. */
  #put(args: string): void {
    const into = args.lastIndexOf(" into ");
    if (into >= 0) this.#scanner.addAssignments(`${args.slice(into + 6)} to ${args.slice(0, into)}`);
  }

  #move(spelling: string, args: string): void {
    const target = quotedParts(args, 0, args.length).at(-1)?.value;
    if (target !== undefined && target !== "") this.#scanner.scan.moves.set(target, `(${spelling}: ${args.trim()})`);
  }

  /** A link inside a macro's quoted text is shown if the macro shows the text: under a guard we do not read. */
  #linksInStrings(spelling: string, args: string, argsStart: number): void {
    if (!args.includes("[[")) return;
    const guard = unread(`(${spelling}: ${args.trim()})`);
    for (const part of quotedParts(this.#text, argsStart, argsStart + args.length)) {
      for (const link of findLinks(this.#text, part.start, part.end, false)) this.#scanner.addLink(link, [guard]);
    }
  }
}
