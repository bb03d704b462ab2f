import { walkExpression } from "../../expression.ts";
import type { TextMarkKind } from "../../text-marks/text-mark.ts";
import { quoted } from "../report.ts";
import { Alternatives, type Guard, unread } from "../script/guards.ts";
import { type Assignment, unreadAssignment } from "../script/statements.ts";
import { isPossessive } from "../script/tokens.ts";
import { Finder } from "./finder.ts";
import { findLinks, readLink } from "./links.ts";
import { type InPlaceMode, type Meaning, opens } from "./marks.ts";
import { quotedParts } from "./quoted.ts";
import { LookAhead, NESTING, type Scanner, TOO_DEEP } from "./scan.ts";
import { REPEATS, WAITS, withLateValues } from "./timed-words.ts";

const INTEREST = /[([\]{}]|\$[A-Za-z_]\w*\[(?!\[)/g;
/** Beginning of a macro; one of the author is a variable. */
const MACRO_HEAD = /\(\s{0,20}([$_]?[A-Za-z_][\w-]{0,63})\s{0,20}:/y;
const PLAIN: Meaning = { kind: "hook", isOneLine: false };
const NAME_BEFORE = /\|([\w-]{1,60})([>)])$/;
const NAMED_HOOK = /\|([\w-]{1,60})([>)])(?=\[)/y;
const NAME_BEHIND = /([<(])([\w-]{1,60})\|/y;
const SPACE = /\s*/y;

/** Macros whose hook waits for the player or for time. */
const DEFERRED =
  /^(?:link|linkreplace|linkreveal|linkrepeat|linkrerun|linkshow|click|clickreplace|clickappend|clickprepend|clickrerun|mouseover\w*|mouseout\w*|live|after|aftererror|dialog|macro)$/;
/** Macros that may set something, themselves or by what they show. */
const CHANGES = /\(\s{0,20}(?:set|put|move|display|link[\w-]{0,20})\s{0,20}:/gi;
/** Words that depend on variables. */
const VARYING = /[$_][A-Za-z]|\(\s{0,20}(?:print|if|unless|cond|display)\s{0,20}:/i;
/** Macros that go to the passage their last text names. */
const MOVES = /^(?:goto|redirect|linkgoto|linkrevealgoto|clickgoto|mouseovergoto|mouseoutgoto)$/;

/** Macros that only say how their hook looks. */
const STYLES =
  /^(?:text\w*|colou?r|fg|css|align|transition\w*|t8n\w*|hook|background|bg|font|charstyle|linestyle|linkstyle|matches|box|floatbox|opacity|button|border\w*|b4r\w*|size|hoverstyle|enchant|column\w*|action|collapse|nobr)$/;
/** Macros of those that leave words as they look once they stand there. */
const FLEETING = /^(?:transition\w*|t8n\w*|hook|matches|action|collapse|nobr|enchant)$/;
/** Styles of `(text-style:)` that are marks of ours. */
const TEXT_STYLES: ReadonlyMap<string, TextMarkKind | null> = new Map([
  ["none", null],
  ["bold", "strong"],
  ["italic", "emphasis"],
  ["strike", "strike"],
]);
/** Variables that one macro sets at once, of which more are set one after another. */
const TOGETHER = 40;
/** Types in front of the variables that they are for. */
const TYPES = /\b(?:const(?:ant)?-type|(?:const-)?(?:num|number|str|string|bool|boolean|any)-type)\s+(?=[$_])/gi;
/** Links with a hook, and what becomes of them. */
const IN_PLACE: ReadonlyMap<string, InPlaceMode> = new Map([
  ["link", { shows: true, stays: false }],
  ["linkreplace", { shows: true, stays: false }],
  ["linkreveal", { shows: true, stays: false }],
  ["linkappend", { shows: true, stays: false }],
  ["linkrepeat", { shows: true, stays: true }],
  ["linkrerun", { shows: true, stays: true }],
  ["linkrevealgoto", { shows: false, stays: true }],
]);
/** Macros that carry a hook, and stay with what is in it text. */
const HOOKED = /^(?:for|loop|aftererror|dialog|macro|clickrerun|rerun|more)$/;
/** Hooks that wait until something on the page is pointed at, and what that is. */
const POINTED = /^(click|mouseover|mouseout)(?:replace|append|prepend)?$/;
const POINTED_GOTO = /^(click|mouseover|mouseout)goto$/;
/** Hooks that put what they hold elsewhere on the page. */
const ELSEWHERE = /^(?:append|prepend|replace)$/;
const HOOK_WORDS = /\|([\w-]{1,60})[>)]\[([^[\]]{0,500})\]|\[([^[\]]{0,500})\][<(]([\w-]{1,60})\|/g;
/** Pattern of expressions that can be printed as they are. */
const VALUES =
  /^(?:either|random|cond|nth|str|string|text|num|number|uppercase|lowercase|upperfirst|lowerfirst|round|floor|ceil|min|max|abs|history|a|array|joined|substring)$/;

interface Macro {
  start: number;
  /** The name without hyphens, which Harlowe does not look at. */
  name: string;
  spelling: string;
  args: string;
  argsStart: number;
  end: number;
}

interface Hook {
  alternatives: Alternatives | null;
  /** Whether the last of the alternatives was an `else`. */
  isElse?: boolean;
  /** Opened by `[=`: it has no bracket of its own to close it. */
  open: boolean;
  /** Mark that opened it. */
  readonly mark: number;
  readonly kind: Meaning["kind"];
  readonly styles: readonly TextMarkKind[];
}

/** Beginning of a hook. */
interface HookStart {
  readonly start: number;
  readonly meaning: Meaning;
  /** Ways in which its words are set. */
  readonly styles?: readonly TextMarkKind[];
}

/** Macros whose hook may not be there when the passage is shown. */
const UNSHOWN = /^(?:if|unless|elseif|else|event|live|after|hidden|click\w*|mouseo\w*)$/;
const LOOK_LOST = "only says how words look: they are kept without that";

/** Whether a macro only says how its hook looks. */
export function isLook(spelling: string): boolean {
  return STYLES.test(spelling.toLowerCase().replaceAll(/[-_]/g, ""));
}

/** Combined meaning of the macros in front of a hook. */
interface Changer {
  guards: Guard[];
  deferred: boolean;
  meaning: Meaning | null;
}

/** Reads links, conditions and assignments of Harlowe. */
export class HarloweScan {
  readonly #scanner: Scanner;
  readonly #text: string;
  readonly #finder: Finder;
  readonly #lookAhead: LookAhead;
  readonly #hooks: Hook[] = [{ alternatives: null, open: false, mark: -1, kind: "hook", styles: [] }];
  #tooDeep = 0;
  /** Place of the last macro that may set something. */
  #lastChange = -1;
  /** Names of hidden hooks that a macro has shown. */
  readonly #shown = new Set<string>();
  /** Searches for words that are pointed at which are left: each reads the passage. */
  #searches = 100;
  /** Words of the named hooks, once they are asked for. */
  #hookWords: Map<string, string[]> | null = null;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
    this.#text = scanner.text;
    this.#finder = new Finder(INTEREST, scanner.text);
    this.#lookAhead = new LookAhead(scanner.text);
    for (const { index } of this.#text.matchAll(CHANGES)) this.#lastChange = index;
  }

  /**
   * Reads from `from` to `to`, ordinary text; what encloses it carries over from one call to the next. Answers the
   * place reading has come to: beyond `to` when a macro or link reaches across it.
   */
  read(from: number, to: number): number {
    return this.#finder.through(from, to, (at, found) => this.#readAt(at, found) ?? at + found.length);
  }

  #readAt(at: number, found: string): number | null {
    if (found === "(") return this.#readMacro(at);
    if (found === "]") {
      this.#leaveHook(at);
      return null;
    }
    if (found.startsWith("$")) {
      const name = found.slice(1, -1);
      if (this.#scanner.names.changers.has(name)) {
        this.#scanner.tell(at, `$${name}`, LOOK_LOST);
        this.#enterHook([], false, { start: at, end: at + found.length, meaning: PLAIN });
        return null;
      }
      const guard = this.#scanner.guard(found.slice(0, -1));
      this.#enterHook([guard], false, { start: at, end: at + found.length, meaning: { kind: "if", guard } });
      return null;
    }
    if (found === "{" || found === "}") {
      this.#scanner.mark(at, at + 1, { kind: "brace", opens: found === "{" });
      return null;
    }
    return this.#readLink(at, []) ?? this.#readHook(at, [], false, this.#named(at));
  }

  /** Returns where a hook begins with the name in front of it, `|name>` or `|name)`, and whether it is hidden. */
  #named(at: number): HookStart {
    const sign = this.#text.charAt(at - 1);
    const found = sign === ">" || sign === ")" ? NAME_BEFORE.exec(this.#text.slice(Math.max(0, at - 80), at)) : null;
    if (found === null) return { start: at, meaning: PLAIN };
    const meaning: Meaning = sign === ")" ? { kind: "hidden", name: hookName(found[1] ?? "") } : PLAIN;
    return { start: at - found[0].length, meaning };
  }

  #readLink(at: number, guards: readonly Guard[], before: HookStart | null = null): number | null {
    const link = readLink(this.#text, at);
    if (link === null) return null;
    const { target, end } = link;
    const isSpaced = target !== "" && !["->", "|", "[["].some((sign) => link.raw.includes(`${sign}${target}]]`));
    if (isSpaced && !link.raw.startsWith(`[[${target}<-`))
      this.#scanner.tell(at, link.raw, "leads nowhere in Harlowe, to which spaces count: it is a choice", "warning");
    const styles = before?.styles ?? [];
    if (before !== null) this.#scanner.mark(before.start, at, before.meaning);
    for (const style of styles) this.#scanner.mark(at, at, { kind: "style", style, opens: true });
    this.#scanner.linkAt(at, link, guards);
    for (const style of styles) this.#scanner.mark(end, end, { kind: "style", style, opens: false });
    if (before !== null) this.#scanner.mark(end, end, { kind: "close" });
    return end;
  }

  /** Enters the hook that opens at `at`, and answers where its content begins. */
  #readHook(
    at: number,
    guards: readonly Guard[],
    deferred: boolean,
    { start, meaning, styles = [] }: HookStart,
  ): number {
    let end = at + 1;
    while (this.#text.charAt(end) === "=") end++;
    this.#enterHook(guards, deferred, { start, end, meaning, styles }, end > at + 1);
    return end;
  }

  #enterHook(
    guards: readonly Guard[],
    deferred: boolean,
    { start, end, meaning, styles = [] }: HookStart & { readonly end: number },
    open = false,
  ): void {
    if (this.#hooks.length > NESTING) {
      this.#tooDeep++;
      this.#scanner.mark(start, end, { kind: "nothing" });
      return;
    }
    this.#hooks.push({ alternatives: null, open, mark: this.#scanner.scan.marks.length, kind: meaning.kind, styles });
    this.#scanner.enter(this.#hooks.length > NESTING ? [TOO_DEEP] : guards, deferred);
    this.#scanner.mark(start, end, meaning);
    for (const style of styles) this.#scanner.mark(end, end, { kind: "style", style, opens: true });
  }

  #leaveHook(at: number): void {
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      this.#scanner.mark(at, at + 1, { kind: "nothing" });
      return;
    }
    NAME_BEHIND.lastIndex = at + 1;
    const named = NAME_BEHIND.exec(this.#text);
    const end = at + 1 + (named?.[0].length ?? 0);
    while (this.#hooks.length > 1) {
      const hook = this.#hooks.pop();
      this.#scanner.leave();
      const isLast = hook?.open !== true;
      if (isLast && hook !== undefined && named !== null) this.#hide(hook, named);
      for (const style of hook?.styles ?? []) this.#scanner.mark(at, at, { kind: "style", style, opens: false });
      this.#scanner.mark(at, isLast ? end : at, { kind: "close" });
      if (isLast) return;
    }
  }

  /** Makes a hook hidden that is named so behind it, or that a macro hides. */
  #hide({ mark, kind }: Hook, [, sign, name = ""]: RegExpExecArray): void {
    const opening = this.#scanner.scan.marks[mark];
    if (opening === undefined || (kind !== "hidden" && (kind !== "hook" || sign !== "("))) return;
    const { start, end } = opening;
    this.#scanner.scan.marks[mark] = { start, end, kind: "hidden", name: hookName(name) };
  }

  /** `(show: ?name)`: hidden hooks, where they stand or where they are shown. */
  #show({ args, start, spelling }: Macro): Meaning {
    const names = Array.from(args.matchAll(/\?([\w-]{1,60})/g), ([, name = ""]) => hookName(name));
    if (names.some((name) => this.#shown.has(name))) {
      this.#scanner.tell(
        start,
        spelling,
        "shows words that another one shows as well: they are read each time",
        "warning",
      );
    }
    for (const name of names) this.#shown.add(name);
    const inside = this.#hooks.map(({ kind }) => kind);
    if (!inside.includes("in-place") && inside.some((kind) => kind === "if" || kind === "else" || kind === "timed")) {
      this.#scanner.tell(start, spelling, "shows hidden words: they are read where it stands");
    }
    return { kind: "show", names };
  }

  #readMacro(at: number): number | null {
    const macro = this.#macroAt(at);
    if (macro === null) return null;
    if (macro.name === "linkshow") return this.#linkShow(macro);
    const guards: Guard[] = [];
    let deferred = false;
    let end = macro.end;
    let meaning: Meaning | null = null;
    let isHooked = false;
    let isShown = true;
    const styles: TextMarkKind[] = [];
    // Changers may be added up, `(if: …)+(text-style: …)[…]`, and all of them belong to the hook that follows.
    for (let next: Macro | null = macro; next !== null; ) {
      const effect = this.#handle(next);
      styles.push(...this.#stylesOf(next));
      guards.push(...effect.guards);
      deferred ||= effect.deferred;
      isShown &&= !UNSHOWN.test(next.name);
      isHooked ||= effect.meaning === null || opens(effect.meaning);
      if (meaning === null || meaning.kind === "nothing" || effect.meaning?.kind === "block") meaning = effect.meaning;
      end = next.end;
      const plus = this.#skipSpace(end);
      next = this.#text.charAt(plus) === "+" ? this.#macroAt(this.#skipSpace(plus + 1)) : null;
    }
    NAMED_HOOK.lastIndex = this.#skipSpace(end);
    const named = isHooked ? NAMED_HOOK.exec(this.#text) : null;
    const hook = named === null ? this.#skipSpace(end) : NAMED_HOOK.lastIndex;
    const isHidden = named !== null && (meaning?.kind === "hidden" || (meaning === null && named[2] === ")"));
    const content: Meaning = isHidden ? { kind: "hidden", name: hookName(named[1] ?? "") } : (meaning ?? PLAIN);
    if (isHooked && this.#text.charAt(hook) === "[") {
      const before = { start: at, meaning: content, styles };
      if (isShown && content.kind !== "hidden") this.#follow();
      return this.#readLink(hook, guards, before) ?? this.#readHook(hook, guards, deferred, before);
    }
    if (!isHooked) this.#scanner.mark(at, end, content);
    else this.#scanner.mark(at, end, meaning === null ? { kind: "nothing" } : { kind: "unread", name: macro.spelling });
    return end;
  }

  /** Ways in which a macro sets words that are marks of ours; tells of any other. */
  #stylesOf({ name, spelling, args, start }: Macro): TextMarkKind[] {
    if (!STYLES.test(name) || FLEETING.test(name)) return [];
    const texts = name === "textstyle" ? textArguments(args) : null;
    const kinds = (texts ?? [""]).map((text) => TEXT_STYLES.get(text.toLowerCase().replaceAll(/[-_]/g, "")));
    if (kinds.includes(undefined)) this.#scanner.tell(start, spelling, LOOK_LOST);
    return kinds.filter((kind) => kind !== null && kind !== undefined);
  }

  /** Notes a hook that no condition is asked for: what is else to it never comes. */
  #follow(): void {
    const hook = this.#hooks.at(-1);
    if (hook === undefined || hook.alternatives === null) return;
    hook.isElse = false;
    hook.alternatives = new Alternatives();
    hook.alternatives.next({ source: "", expression: { lit: true }, negated: false });
  }

  /** `(link-show: "words", ?name)`: a link that shows hidden hooks. */
  #linkShow(macro: Macro): number {
    const [first] = quotedParts(macro.args, 0, macro.args.length);
    this.#scanner.scan.kept.add(macro.spelling);
    if (first === undefined) {
      this.#scanner.mark(macro.start, macro.end, { kind: "unread", name: macro.spelling });
      return macro.end;
    }
    const label = { text: first.value.replace(/\\(.)/g, "$1") };
    const mode = { shows: true, stays: false };
    this.#scanner.mark(macro.start, macro.end, { kind: "in-place", label, target: null, mode });
    const show = this.#show({ ...macro, args: macro.args.slice(first.end) });
    this.#scanner.mark(macro.end, macro.end, show);
    this.#scanner.mark(macro.end, macro.end, { kind: "close" });
    return macro.end;
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
    return { start: at, name, spelling, args: this.#text.slice(argsStart, close), argsStart, end: close + 1 };
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

  /** Returns the meaning of a macro and its effect on the hook after it; without a meaning only the effect. */
  #handle(macro: Macro): Changer {
    const { name, spelling, args, argsStart } = macro;
    const alternative = this.#alternativeOf(macro);
    if (alternative !== null) return { ...alternative, deferred: false };
    this.#linksInStrings(spelling, args, argsStart);
    const plain = (meaning: Meaning): Changer => ({ guards: [], deferred: false, meaning });
    if (name === "set") return plain({ kind: "set", assignments: this.#values(this.#set(macro)) });
    if (name === "put") return plain({ kind: "set", assignments: this.#put(args) });
    if (name === "storylet") {
      this.#scanner.scan.entry.push(this.#scanner.guard(args.trim().replace(/^when\s/, "")));
      return plain({ kind: "nothing" });
    }
    this.#scanner.scan.kept.add(spelling);
    if (MOVES.test(name)) this.#move(spelling, args);
    const unreadBlock: Meaning = { kind: "block", name: spelling };
    if (name === "for" || name === "loop") {
      return { guards: [unread(`for: ${args.trim()}`)], deferred: false, meaning: unreadBlock };
    }
    if (name === "event") {
      const guard = this.#scanner.guard(args.trim().replace(/^when\s/, ""));
      this.#scanner.tell(
        macro.start,
        spelling,
        "waits until something holds: it is asked once, where it stands",
        "warning",
      );
      return { guards: [guard], deferred: true, meaning: { kind: "if", guard } };
    }
    if (name === "live" || name === "after") {
      const stops =
        name === "after" || /\(\s*(?:stop\s*:\s*\)|go-?to\s*:)/i.test(this.#text.slice(macro.end, macro.end + 5_000));
      const is = stops ? WAITS : REPEATS;
      const isLate =
        this.#lastChange > macro.start ||
        (this.#scanner.names.isLate === true && VARYING.test(this.#text.slice(macro.end, macro.end + 5_000)));
      const told = isLate ? withLateValues(is) : is;
      this.#scanner.tell(macro.start, spelling, told, stops && !isLate ? "info" : "warning");
      return { guards: [], deferred: true, meaning: { kind: "timed" } };
    }
    if (name === "stop") return plain({ kind: "nothing" });
    if (name === "hidden") return { guards: [], deferred: true, meaning: { kind: "hidden", name: "" } };
    if (name === "show") return plain(this.#show(macro));
    return { guards: [], deferred: DEFERRED.test(name), meaning: this.#meaningOf(macro) };
  }

  #meaningOf(macro: Macro): Meaning | null {
    const { name, spelling, args, start, end } = macro;
    if (STYLES.test(name)) return null;
    const texts = textArguments(args);
    const [first, second] = texts ?? [];
    const made = (text: string, target: string) => ({
      start,
      end,
      raw: this.#text.slice(start, end),
      text,
      target,
      setter: null,
    });
    const mode = IN_PLACE.get(name);
    if (mode !== undefined) {
      const source = /^\s*([$_][A-Za-z_]\w*)\s*$/.exec(args)?.[1];
      const label = first !== undefined ? { text: first } : source !== undefined ? { source } : null;
      const target = name === "linkrevealgoto" ? (second ?? first ?? null) : null;
      return label === null ? { kind: "block", name: spelling } : { kind: "in-place", label, target, mode };
    }
    const pointed = POINTED.exec(name)?.[1];
    if (pointed !== undefined || POINTED_GOTO.test(name)) {
      const places = this.#pointedAt(macro);
      const label = places[0] ?? first ?? quotedParts(args, 0, args.length)[0]?.value ?? "";
      const target = pointed === undefined ? (second ?? quotedParts(args, 0, args.length).at(-1)?.value ?? "") : null;
      if (places.length !== 1) {
        const where = places.length === 0 ? "that this passage has not" : "that this passage has more than once";
        this.#scanner.tell(start, spelling, `waits for words ${where}: it is a choice`, "warning");
      } else if (target === null)
        this.#scanner.tell(start, spelling, "waits until words of the page are pointed at: it is a choice");
      if (target !== null) return { kind: "link", link: made(label, target), isApart: true };
      return { kind: "in-place", label: { text: label }, target, mode: { shows: true, stays: false, isApart: true } };
    }
    if (ELSEWHERE.test(name)) {
      const isReplaced = name === "replace";
      const is = `puts words elsewhere on the page: they are read where they stand${isReplaced ? ", and what they replace as well" : ""}`;
      // What a link puts elsewhere is read when it is chosen; what the page itself does is read in another order.
      const isChosen = this.#hooks.some(({ kind }) => kind === "in-place");
      this.#scanner.tell(start, spelling, is, isReplaced || !isChosen ? "warning" : "info");
      return { kind: "aloud" };
    }
    if (name === "linkgoto" && first !== undefined) return { kind: "link", link: made(first, second ?? first) };
    if ((name === "goto" || name === "redirect") && first !== undefined) return { kind: "goto", target: first };
    if (name === "display" && first !== undefined) return { kind: "include", target: first };
    if (name === "print") return { kind: "print", source: args.trim() };
    if (name === "cyclinglink" || name === "seqlink") {
      const bound = /^\s*2?bind\s+([$_][A-Za-z_]\w*)\s*,([\s\S]*)$/.exec(args);
      const values = textArguments(bound?.[2] ?? "");
      const variable = bound?.[1];
      if (name === "cyclinglink" && variable !== undefined && values !== null && values.length > 1) {
        return { kind: "cycle", variable, values };
      }
      const [shown] = texts ?? values ?? [];
      if (shown !== undefined) {
        this.#scanner.tell(start, spelling, "changes its words whenever it is chosen: the first are shown", "warning");
        return { kind: "words", text: shown };
      }
    }
    if (VALUES.test(name)) return { kind: "print", source: this.#text.slice(start, end) };
    return HOOKED.test(name) ? { kind: "block", name: spelling } : { kind: "unread", name: spelling };
  }

  /** Assignments of a `(set:)`, in an order in which none reads what another has set: their values are worked out first. */
  #set({ args, start, spelling }: Macro): Assignment[] {
    const all = this.#scanner.addAssignments(args.replace(TYPES, ""));
    if (all.length < 2 || all.length > TOGETHER) return all;
    const orders = [all, all.toReversed()];
    const order = orders.find((each) => each.every((one, at) => !each.slice(0, at).some((other) => reads(one, other))));
    if (order === undefined)
      this.#scanner.tell(start, spelling, "sets variables by each other: one is set after the other", "warning");
    return order ?? all;
  }

  /** Assignments without those that name how a hook looks. */
  #values(assignments: Assignment[]): Assignment[] {
    const { changers } = this.#scanner.names;
    if (changers.size === 0) return assignments;
    return assignments.filter(({ target, value }) => value !== null || target === null || !changers.has(target));
  }

  /** The words that a macro waits for, as often as the passage has them: in quotes, or those of the hooks that it names. */
  #pointedAt({ args, start, end }: Macro): string[] {
    const hook = /^\s*\?([\w-]+)/.exec(args)?.[1];
    if (hook === undefined) {
      const words = quotedParts(args, 0, args.length)[0]?.value ?? "";
      if (words === "") return [];
      if (this.#searches-- <= 0) return [words];
      const behind = this.#behindHook(end);
      const places: string[] = [];
      for (let at = this.#text.indexOf(words); at >= 0 && places.length < 2; at = this.#text.indexOf(words, at + 1))
        if (at < start || at >= behind) places.push(words);
      return places;
    }
    if (this.#hookWords === null) {
      this.#hookWords = new Map();
      for (const [, name, words, others, behind] of this.#text.matchAll(HOOK_WORDS)) {
        const key = hookName(name ?? behind ?? "");
        this.#hookWords.set(key, [...(this.#hookWords.get(key) ?? []), words ?? others ?? ""].slice(0, 2));
      }
    }
    return this.#hookWords.get(hookName(hook)) ?? [];
  }

  /** Returns the place behind the hook that begins at a place, as far as that can be seen. */
  #behindHook(from: number): number {
    const opening = this.#skipSpace(from);
    if (this.#text.charAt(opening) !== "[") return from;
    let depth = 0;
    for (let at = opening; at < opening + 2_000; at++) {
      const char = this.#text.charAt(at);
      if (char === "[") depth++;
      if (char === "]" && --depth === 0) return at;
    }
    return opening;
  }

  /** Returns the guards of a macro that is one of the alternatives of an `if`. */
  #alternativeOf({ name, spelling, args, start }: Macro): { guards: Guard[]; meaning: Meaning } | null {
    const hook = this.#hooks.at(-1);
    if (hook === undefined) return null;
    if (name === "if" || name === "unless") {
      const guard = this.#scanner.guard(args, name === "unless");
      hook.alternatives = new Alternatives();
      hook.isElse = false;
      return { guards: hook.alternatives.next(guard), meaning: { kind: "if", guard } };
    }
    if ((name === "else" || name === "elseif") && hook.isElse === true) {
      const is = `follows another ${quoted("(else:)")}: Harlowe shows it where that one is not`;
      this.#scanner.tell(start, spelling, is, "warning");
    }
    if (name === "elseif") {
      const guard = this.#scanner.guard(args);
      const guards = (hook.alternatives ?? new Alternatives()).next(guard);
      return { guards, meaning: { kind: "else", guard, guards } };
    }
    if (name !== "else") return null;
    hook.isElse = true;
    const guards = hook.alternatives === null ? [unread("else")] : hook.alternatives.rest();
    return { guards, meaning: { kind: "else", guard: null, guards } };
  }

  /** `(put: 3 into $x)` is `(set: $x to 3)`. */
  #put(args: string): Assignment[] {
    const into = args.lastIndexOf(" into ");
    if (into < 0) return [unreadAssignment(args)];
    return this.#scanner.addAssignments(`${args.slice(into + 6)} to ${args.slice(0, into)}`);
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

/** Whether the value of an assignment has the variable that another sets. */
function reads({ value, either = [], choice }: Assignment, { target }: Assignment): boolean {
  let found = false;
  const parts = [value, ...either, ...(choice === undefined ? [] : [choice.asked, choice.yes, choice.no])];
  for (const part of parts) {
    if (part !== null)
      walkExpression(part, (each) => {
        if ("var" in each && each.var === target) found = true;
      });
  }
  return found;
}

/** A hook's name as Harlowe compares it. */
function hookName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}

/** The arguments of a macro where all are texts in quotes; null where one is something else. */
function textArguments(args: string): string[] | null {
  const parts = quotedParts(args, 0, args.length);
  let rest = "";
  let at = 0;
  for (const { start, end } of parts) {
    rest += args.slice(at, start);
    at = end;
  }
  rest += args.slice(at);
  return parts.length > 0 && /^[\s,]*$/.test(rest) ? parts.map(({ value }) => value.replace(/\\(.)/g, "$1")) : null;
}
