import type { Expression } from "../../expression.ts";
import type { Guard } from "../script/guards.ts";
import type { ScriptDialect } from "../script/parse-expression.ts";
import {
  type Assignment,
  type GuardedAssignment,
  readAssignments,
  readScriptExpression,
} from "../script/statements.ts";
import { SCRIPT_LENGTH } from "../script/tokens.ts";
import { IMPORT_LIMITS } from "../story.ts";
import { refuseAbove } from "../story-limits.ts";
import { SCRIPTS, type TweeDialect } from "./dialects.ts";
import type { TweeLink } from "./links.ts";
import type { Mark, Meaning } from "./marks.ts";

export interface GuardedLink {
  link: TweeLink;
  guards: readonly Guard[];
}

/** An assignment of a passage. */
interface PassageAssignment extends GuardedAssignment {
  /** Whether it happens when the passage is shown; one inside a link happens when that is chosen, if ever. */
  onEntry: boolean;
}

/** Names that a story's other passages give a meaning to. */
export interface StoryNames {
  /** Variables of Harlowe that hold how a hook looks. */
  readonly changers: ReadonlySet<string>;
  /** Macros of the author that only show words, by name, with the passages that stand for them. */
  readonly widgets: ReadonlyMap<string, string>;
  /** Whether what is shown around a passage of Harlowe may set something behind it. */
  readonly isLate?: boolean;
  /** Version of the story format; null where the file names none. */
  readonly version: string | null;
}

export const NO_NAMES: StoryNames = { changers: new Set(), widgets: new Map(), version: null };

/** Markup of a passage: its links, assignments and marks. */
export interface PassageScan {
  links: GuardedLink[];
  assignments: PassageAssignment[];
  /** Every condition that was read, whatever it guards: they tell what variables there are. */
  asked: Set<Expression>;
  /** Guards of the passage itself (Harlowe's storylets). */
  entry: Guard[];
  /** Names of macros that stay text, each once. */
  kept: Set<string>;
  /** Passages that macros lead to without being links, by the words that do so. */
  moves: Map<string, string>;
  /** Marks between the words, in the order of the text. */
  marks: Mark[];
  /** Remarks on what is read otherwise than it is written, with their places. */
  told: Remark[];
}

/** Remark on markup that is read, though not as it is written: `is` says what becomes of it. */
export interface Remark {
  readonly at: number;
  readonly name: string;
  readonly is: string;
  readonly severity: "info" | "warning";
}

/** More guards than this on one thing are kept as a single one we do not read. */
const GUARDS = 24;
/** Words that guards of one import may hold in all; a hostile file could otherwise repeat a long one on every link. */
const GUARD_WORDS = 32 * 1024 * 1024;

/**
 * Deepest nesting that is followed. What lies deeper stands under one guard that is not read, and is only counted until
 * it ends: sixteen million brackets must not become sixteen million levels.
 */
export const NESTING = 1_000;

/** The guard of all that lies too deep. */
export const TOO_DEEP: Guard = { source: "…", expression: null, negated: false };

/** Conditions whose reading is remembered. */
const REMEMBERED = 10_000;

/** Guards as a linked list from the inside out, so that deep nesting is shared and not copied. */
interface Level {
  guards: readonly Guard[];
  outer: Level | null;
  deferred: boolean;
}

/** Collects what a scanner finds in one passage, and keeps track of what encloses the place it has come to. */
export class Scanner {
  readonly scan: PassageScan = {
    links: [],
    assignments: [],
    asked: new Set(),
    entry: [],
    kept: new Set(),
    moves: new Map(),
    marks: [],
    told: [],
  };
  readonly text: string;
  readonly dialect: TweeDialect | null;
  readonly script: ScriptDialect | null;
  readonly names: StoryNames;
  readonly #allowance: Allowance;
  #level: Level = { guards: [], outer: null, deferred: false };

  constructor(text: string, dialect: TweeDialect | null, allowance: Allowance, names: StoryNames = NO_NAMES) {
    this.text = text;
    this.dialect = dialect;
    this.script = dialect === null ? null : SCRIPTS[dialect];
    this.#allowance = allowance;
    this.names = names;
  }

  /** Enters a piece of text that counts only where these guards hold. */
  enter(guards: readonly Guard[], deferred = false): void {
    this.#level = { guards, outer: this.#level, deferred: deferred || this.#level.deferred };
  }

  leave(): void {
    if (this.#level.outer !== null) this.#level = this.#level.outer;
  }

  guard(source: string, negated = false): Guard {
    const trimmed = source.trim();
    const expression = this.script === null ? null : this.#allowance.read(trimmed, this.script);
    if (expression !== null) this.scan.asked.add(expression);
    return { source: trimmed, expression, negated };
  }

  /** Notes what a place means beyond its words. */
  mark(start: number, end: number, meaning: Meaning): void {
    this.scan.marks.push({ start, end, ...meaning });
  }

  /** Notes that markup is read otherwise than it is written. */
  tell(at: number, name: string, is: string, severity: Remark["severity"] = "info"): void {
    this.scan.told.push({ at, name, is, severity });
  }

  addLink(link: TweeLink, more: readonly Guard[] = []): void {
    this.#allowance.count("branches");
    this.scan.links.push({ link, guards: this.#guards(more) });
  }

  /** Adds a link that is shown where it stands; answers the place behind it. */
  linkAt(at: number, link: TweeLink, more: readonly Guard[] = []): number {
    this.addLink(link, more);
    this.mark(at, link.end, { kind: "link", link });
    return link.end;
  }

  /** Notes the assignments of a script, and answers them. */
  addAssignments(source: string, onEntry = true): Assignment[] {
    if (this.script === null) return [];
    const guards = this.#guards([]);
    const assignments = readAssignments(source, this.script);
    for (const assignment of assignments) {
      this.#allowance.count("effects");
      if (assignment.choice !== undefined) this.scan.asked.add(assignment.choice.asked);
      this.scan.assignments.push({ assignment, guards, onEntry: onEntry && !this.#level.deferred });
    }
    return assignments;
  }

  #guards(more: readonly Guard[]): Guard[] {
    const all: Guard[] = [...more].reverse();
    let level: Level | null = this.#level;
    for (; level !== null && all.length <= GUARDS; level = level.outer) all.push(...[...level.guards].reverse());
    if (all.length > GUARDS) {
      all.length = GUARDS - 1;
      all.push({ source: "…", expression: null, negated: false });
    }
    return this.#allowance.grant(all.reverse());
  }
}

/** Allowance of one import: links and assignments in all, and words on repeating guards. */
export class Allowance {
  #words = GUARD_WORDS;
  readonly #counts = { branches: 0, effects: 0 };
  readonly #limits: { branches: number; effects: number };
  readonly #read = new Map<string, Expression | null>();

  constructor(limits: { branches: number; effects: number } = IMPORT_LIMITS) {
    this.#limits = limits;
  }

  /** For text that is no import, and so is not refused for its size. */
  static unlimited(): Allowance {
    return new Allowance({ branches: Number.POSITIVE_INFINITY, effects: Number.POSITIVE_INFINITY });
  }

  /** Counts one more, and ends the import as soon as there are too many. */
  count(what: "branches" | "effects"): void {
    this.#counts[what]++;
    refuseAbove(what, this.#counts[what], this.#limits[what]);
  }

  /** Reads a condition; the same words are read once. */
  read(source: string, script: ScriptDialect): Expression | null {
    if (source.length > SCRIPT_LENGTH) return null;
    let expression = this.#read.get(source);
    if (expression === undefined) {
      expression = readScriptExpression(source, script);
      if (this.#read.size < REMEMBERED) this.#read.set(source, expression);
    }
    return expression;
  }

  grant(guards: Guard[]): Guard[] {
    let words = 0;
    for (const guard of guards) words += guard.source.length;
    if (words <= this.#words) {
      this.#words -= words;
      return guards;
    }
    return guards.length === 0 ? guards : [{ source: "…", expression: null, negated: false }];
  }
}

/** Finds where brackets or tags end, in time that stays in proportion to the text however often that fails. */
export class LookAhead {
  #budget: number;

  constructor(text: string) {
    this.#budget = 3 * text.length + 1_000;
  }

  /**
   * Walks from `from` until `end` answers an index. Quoted strings are stepped over; `quote` says which characters open
   * one at a place. -1 when the text ends first or looking has become too expensive.
   */
  find(text: string, from: number, end: (at: number) => number, opensQuote: (at: number) => boolean): number {
    for (let at = from; at < text.length; at++) {
      if (--this.#budget < 0) return -1;
      if (opensQuote(at)) {
        at = this.#closeQuote(text, at);
        if (at < 0) return -1;
        continue;
      }
      const found = end(at);
      if (found >= 0) return found;
    }
    return -1;
  }

  #closeQuote(text: string, opening: number): number {
    const quote = text.charAt(opening);
    for (let at = opening + 1; at < text.length; at++) {
      if (--this.#budget < 0) return -1;
      const char = text.charAt(at);
      if (char === "\\") at++;
      else if (char === quote) return at;
    }
    return -1;
  }
}
