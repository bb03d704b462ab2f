import { type Expression, walkExpression } from "../../expression.ts";
import type { Declarations } from "../../expression-type.ts";
import type { Losses } from "../losses.ts";
import { quoted } from "../report.ts";
import type { Resolver } from "../script/resolve.ts";
import { temporaryName } from "../script/tokens.ts";
import {
  IMPORT_LIMITS,
  type ImportedEffect,
  type ImportedGroup,
  type ImportedNode,
  type ImportedVariable,
} from "../story.ts";
import { refuseAbove } from "../story-limits.ts";
import { setterOf } from "./branches.ts";
import { SCRIPTS, type TweeDialect } from "./dialects.ts";
import type { LostLook } from "./look.ts";
import { tellOtherValues } from "./other-values.ts";
import { type Draft, entryId, PageWriter, type SharedLinks, type StoryContext, shownId } from "./page-writer.ts";
import { everyPiece, type Piece } from "./piece.ts";
import { type ReadPassage, SHOWN_DEPTH } from "./read-passage.ts";
import type { ShownPiece } from "./shown-pieces.ts";
import { heard, silenced, withoutWords } from "./silent-pieces.ts";
import { connect, findAll, simplify } from "./simplify.ts";
import { setByUnread } from "./unknown-values.ts";

/** Source of a story's cards. */
export interface WrittenStory {
  /** Passages that are cards, in their order. */
  readonly pages: readonly ReadPassage[];
  /** Every passage that another can show, by its name. */
  readonly all: ReadonlyMap<string, ReadPassage>;
  /** Names of passages that are cards already. */
  readonly written: ReadonlySet<string>;
  /** Names of those shown before and after each page. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Passages executed before the story begins, in order. */
  readonly openings: readonly ReadPassage[];
  /** The page it begins with. */
  readonly start: string | null;
  readonly dialect: TweeDialect | null;
  readonly resolver: Resolver;
  readonly declarations: Declarations;
  readonly variables: readonly ImportedVariable[];
  readonly losses: Losses;
  readonly lost: Set<LostLook>;
  readonly unset: Set<string>;
  readonly values: ReadonlyMap<string, string>;
  /** Variables that may take a value that cannot be told. */
  readonly unknown: ReadonlySet<string>;
  /** Returns the fields of a passage's card that come from its header. */
  readonly ownOf: (read: ReadPassage) => Partial<ImportedNode>;
}

/** Cards, groups and variables written from a story's passages. */
export interface WrittenPassages {
  readonly nodes: ImportedNode[];
  readonly groups: ImportedGroup[];
  readonly held: ImportedVariable[];
  readonly start: string | null;
  /** Passages that have no card of their own, since others show them. */
  readonly inside: readonly string[];
  /** Cards on which a story stops where something is not understood. */
  readonly unread: ReadonlySet<string>;
}

/** Passage that is kept once for all that show it, with the names of those inside it that are kept so as well. */
interface KeptPassage {
  readonly pieces: readonly ShownPiece[];
  readonly names: ReadonlySet<string>;
}

/** More passages than these are not offered for one link. */
const TARGETS = 20;

/** Pieces that passages shown in others may come to in all. */
const SHOWN_PIECES = 100_000;

/** Writes the passages of a story as cards. */
export class TweeStoryWriter {
  readonly #story: WrittenStory;
  readonly #drafts = new Map<string, Draft>();
  readonly #held = new Map<string, ImportedVariable>();
  readonly #names: Set<string>;
  readonly #counts = new Map<string, number>();
  /** Passages that are shown in others, and those of them that are come back from. */
  readonly #inside = new Set<string>();
  readonly #detoured = new Set<string>();
  readonly #linked = new Map<string, boolean>();
  readonly #changed = new Map<string, Set<string>>();
  /** Number of passages that show each passage. */
  readonly #uses = new Map<string, number>();
  /** Passages with links that are kept once, by name; null while one is worked out. */
  readonly #kept = new Map<string, KeptPassage | null>();
  readonly #links = new Map<string, SharedLinks>();
  readonly #roots: string[] = [];
  #page: string | null = null;
  /** Variables that say whether the values of others are unknown. */
  readonly #unknown = new Map<string, string>();
  #turns: string | null = null;
  #set: Set<string> | null = null;
  readonly #texts = new Map<string, readonly string[]>();
  #left = SHOWN_PIECES;

  constructor(story: WrittenStory) {
    this.#story = story;
    this.#names = new Set(story.variables.map(({ name }) => name));
  }

  write(): WrittenPassages {
    const { pages, all, before, after, openings, start, losses, lost, unset, values, dialect } = this.#story;
    this.#countUses();
    const wrapped = new Map(
      pages.map((page) => {
        const { line } = page.passage;
        // What is shown around a page stands on lines of its own.
        const apart: Piece = { line, kind: "text", text: "\n" };
        const around = (names: readonly string[]) => names.map((target): Piece => ({ line, kind: "include", target }));
        const own = [
          ...around(before).flatMap((each) => [each, apart]),
          ...page.pieces,
          ...around(after).flatMap((each) => [apart, each]),
        ];
        return [page.key, { own, shown: this.#shown(own, [page.key], new Set()) }] as const;
      }),
    );
    const opened = openings.map((each) => [each, this.#shown(each.pieces, [each.key], null)] as const);
    const named = this.#named();
    const written = pages.filter(({ key }) => key === start || named.has(key) || !this.#inside.has(key));
    const keys = new Set(written.map(({ key }) => key));
    const context: StoryContext = {
      dialect,
      script: dialect === null ? null : SCRIPTS[dialect],
      resolver: this.#story.resolver,
      declarations: (name) => this.#story.declarations(name) ?? this.#held.get(name),
      losses,
      lost,
      unset,
      values,
      drafts: this.#drafts,
      entryOf: (name) => (keys.has(name) ? entryId(name) : this.#story.written.has(name) ? name : null),
      changedBy: (name) => this.#changedBy(name),
      leaves: (name) => everyPiece(all.get(name)?.pieces ?? []).some(({ kind }) => kind === "goto"),
      shared: (name) => this.#linksOf(name, context),
      pageName: () => (this.#page ??= this.#hold("page", "string", "Name of the passage that is shown.")),
      pageVisits: this.#asksForVisits()
        ? this.#hold("visits", "integer", "Visits of the passage that is shown.")
        : null,
      root: (id) => this.#roots.push(id),
      unknownOf: (name) => this.#unknownOf(name),
      textsOf: (name) => this.#textsOf(name),
      isEverSet: (name) => this.#everSet().has(name),
      turns: () => (this.#turns ??= this.#hold("turns", "integer", "Number of passages visited.")),
      hold: (wanted, type, description) => this.#hold(wanted, type, description),
    };
    if (this.#asksForTurns()) context.turns();
    const counted: ImportedEffect[] =
      this.#turns === null ? [] : [{ op: "add", target: this.#turns, value: { lit: 1 }, when: [] }];
    const unreadPages = new Set<string>();
    const roots: string[] = [];
    const around = {
      allowance: { left: SHOWN_PIECES },
      piecesOf: (name: string) => all.get(name)?.pieces ?? [],
      context,
    };
    let first = start === null ? null : (context.entryOf(start) ?? start);
    for (const [opening, pieces] of opened.toReversed()) {
      if (first === null) break;
      new PageWriter(context, opening.key, pieces).opening(this.#story.ownOf(opening), first);
      first = entryId(opening.key);
      roots.unshift(first);
    }
    for (const page of written) {
      const { own, shown } = wrapped.get(page.key) ?? { own: [], shown: [] };
      if (dialect === "sugarcube") tellOtherValues(page.key, own, around);
      const writer = new PageWriter(context, page.key, shown);
      writer.page(this.#story.ownOf(page), counted);
      if (writer.isUnread) unreadPages.add(page.key);
      roots.push(entryId(page.key));
    }
    const done = new Set<string>();
    for (
      let more = [...this.#detoured];
      more.length > 0;
      more = [...this.#detoured].filter((name) => !done.has(name))
    ) {
      for (const name of more) {
        done.add(name);
        const read = all.get(name);
        if (read === undefined) continue;
        if (this.#linksOf(name, context) === null) {
          new PageWriter(context, name, this.#shown(read.pieces, [name], null), true).shown(
            this.#story.ownOf(read),
            null,
          );
        }
      }
    }
    connect(this.#drafts);
    findAll(this.#drafts, roots);
    const shown = [...done].map(shownId).concat(this.#roots);
    const reached = new Set(shown.filter((id) => this.#drafts.get(id)?.isFound === true));
    const drafts = simplify(this.#drafts, [...roots, ...shown.filter((id) => reached.has(id))]);
    refuseAbove("nodes", this.#story.written.size + drafts.length, IMPORT_LIMITS.nodes);
    const { nodes, groups } = this.#finish(drafts, keys);
    const unread = new Set(drafts.flatMap(({ key, passage }) => (unreadPages.has(passage) ? [key] : [])));
    const inside = [...this.#inside].filter((name) => !keys.has(name) && !reached.has(shownId(name)));
    return {
      nodes,
      groups,
      held: [...this.#held.values()],
      start: first === null ? null : (this.#drafts.get(first)?.key ?? first),
      inside,
      unread,
    };
  }

  /** Pieces with other passages where they are shown: their own pieces, or a way there and back. */
  #shown(pieces: readonly Piece[], within: readonly string[], once: Set<string> | null): ShownPiece[] {
    return pieces.flatMap((piece): ShownPiece[] => {
      if (piece.kind === "if") {
        const clauses = piece.clauses.map(({ guards, body }) => ({ guards, body: this.#shown(body, within, once) }));
        return [{ ...piece, clauses }];
      }
      if (piece.kind === "in-place") {
        const body = piece.mode.shows ? piece.body : silenced(piece.body);
        return [{ ...piece, body: this.#shown(body, within, once) }];
      }
      return piece.kind === "include" ? this.#include(piece, within, once) : [{ ...piece }];
    });
  }

  /** A passage where it is shown; `once` has those with links that the page shows already, and is null where none is kept once. */
  #include(
    { target, line, aloud, isSilent }: Piece & { kind: "include" },
    within: readonly string[],
    once: Set<string> | null,
  ): ShownPiece[] {
    const read = this.#story.all.get(target);
    if (read === undefined) {
      this.#story.losses.add("twee_missing_passage", `There is no passage ${quoted(target)}`, line, within[0]);
      return [];
    }
    this.#left -= read.pieces.length + 1;
    if (within.includes(target) || within.length > SHOWN_DEPTH || this.#left < 0) {
      return [{ line, kind: "unread", name: "include", source: target }];
    }
    this.#inside.add(target);
    if (isSilent === true) return withoutWords(this.#shown(silenced(read.pieces), [...within, target], null));
    const inPlace = () => {
      const shown = this.#shown(read.pieces, [...within, target], once);
      return aloud === true ? heard(shown) : shown;
    };
    if (isPlain(read.pieces)) return inPlace();
    if (this.#hasLinks(target, [])) {
      if (!this.#isKept(target, read, once)) return inPlace();
      this.#detoured.add(target);
    } else if (!this.#detoured.has(target)) {
      this.#detoured.add(target);
      // What it shows in turn is shown inside others as well.
      this.#shown(read.pieces, [...within, target], null);
    }
    return [{ line, kind: "detour", to: target }];
  }

  /** Counts the passages that show each passage: those around every page are shown by all pages. */
  #countUses(): void {
    const { pages, all, before, after } = this.#story;
    const use = (name: string, times: number) => this.#uses.set(name, (this.#uses.get(name) ?? 0) + times);
    for (const { pieces } of all.values()) {
      const shown = everyPiece(pieces).flatMap((piece) => (piece.kind === "include" ? [piece.target] : []));
      for (const name of new Set(shown)) use(name, 1);
    }
    for (const name of [...before, ...after]) use(name, pages.length);
  }

  /**
   * Whether a passage with links is kept once for all that show it, and its links are choices of theirs: several do, it is more than
   * words and links, and this page has not shown it before.
   */
  #isKept(name: string, { pieces }: ReadPassage, once: Set<string> | null): boolean {
    if (once === null || (this.#uses.get(name) ?? 0) < 2 || isFlat(pieces)) return false;
    const kept = this.#keptOf(name, pieces);
    if (kept === null || [...kept.names].some((each) => once.has(each))) return false;
    for (const each of kept.names) once.add(each);
    return true;
  }

  #keptOf(name: string, pieces: readonly Piece[]): KeptPassage | null {
    let kept = this.#kept.get(name);
    if (kept === undefined) {
      this.#kept.set(name, null);
      const names = new Set<string>();
      kept = { pieces: this.#shown(pieces, [name], names), names: names.add(name) };
      this.#kept.set(name, kept);
    }
    return kept;
  }

  /** The links of a passage that is kept once, which is written the first time they are asked for; null for any other. */
  #linksOf(name: string, context: StoryContext): SharedLinks | null {
    const kept = this.#detoured.has(name) ? this.#kept.get(name) : null;
    const read = this.#story.all.get(name);
    if (kept === undefined || kept === null || read === undefined) return null;
    let links = this.#links.get(name);
    if (links === undefined) {
      links = { offers: [], flags: [], backs: [] };
      this.#links.set(name, links);
      new PageWriter(context, name, kept.pieces, true).shown(this.#story.ownOf(read), links);
    }
    return links;
  }

  /** Whether a passage that is come back from, or one shown in it, asks how often the page around it was visited. */
  #asksForVisits(): boolean {
    const asks = (expression: Expression | null) => expression !== null && asksOwnVisits(expression);
    const seen = new Set<string>();
    const open = [...this.#detoured];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      const read = seen.has(name) ? undefined : this.#story.all.get(name);
      if (read === undefined) continue;
      seen.add(name);
      if ([...read.scan.asked].some(asks)) return true;
      if (read.scan.assignments.some(({ assignment }) => asks(assignment.value))) return true;
      for (const piece of everyPiece(read.pieces)) {
        if (piece.kind === "print" && /visit/i.test(piece.source)) return true;
        if (piece.kind === "include") open.push(piece.target);
      }
    }
    return false;
  }

  /** The texts that a variable is ever set to, where nothing sets it to anything else. */
  #textsOf(name: string): readonly string[] {
    const known = this.#texts.get(name);
    if (known !== undefined) return known;
    const { all, dialect } = this.#story;
    const values: (Expression | null)[] = [];
    for (const { pieces, scan } of all.values()) {
      const setters = scan.links.flatMap(({ link }) => (link.setter === null ? [] : setterOf(link.setter, dialect)));
      for (const assignment of [...scan.assignments.map((each) => each.assignment), ...setters]) {
        const { target, op, value, either, choice } = assignment;
        if (target !== name) continue;
        if (op !== "set") values.push(null);
        else values.push(...(either ?? (choice === undefined ? [value] : [choice.yes, choice.no])));
      }
      for (const piece of everyPiece(pieces)) {
        if (piece.kind === "cycle" && piece.variable.endsWith(name)) values.push(null);
        if (piece.kind === "unread" && setByUnread(piece.source, dialect).includes(name)) values.push(null);
      }
    }
    const texts = values.map((value) => (value !== null && "lit" in value ? value.lit : null));
    const isKnown = texts.every((text) => typeof text === "string");
    const found = isKnown ? [...new Set(texts)] : [];
    this.#texts.set(name, found.length > TARGETS ? [] : found);
    return this.#texts.get(name) ?? [];
  }

  /** Names of the variables that anything of the story sets, or may set where it is not read. */
  #everSet(): ReadonlySet<string> {
    if (this.#set !== null) return this.#set;
    const names = new Set<string>();
    this.#set = names;
    for (const { pieces, scan } of this.#story.all.values()) {
      for (const { assignment } of scan.assignments) if (assignment.target !== null) names.add(assignment.target);
      for (const piece of everyPiece(pieces)) {
        if (piece.kind === "cycle") names.add(piece.variable.replace(/^\$/, ""));
        if (piece.kind === "unread") for (const name of setByUnread(piece.source, this.#story.dialect)) names.add(name);
      }
    }
    return names;
  }

  /** Whether a passage has links, or shows one that has. */
  #hasLinks(name: string, within: readonly string[]): boolean {
    const known = this.#linked.get(name);
    if (known !== undefined) return known;
    if (within.includes(name)) return false;
    const found = everyPiece(this.#story.all.get(name)?.pieces ?? []).some((piece) => {
      if (piece.kind === "include") return piece.isSilent !== true && this.#hasLinks(piece.target, [...within, name]);
      return piece.kind === "link" || piece.kind === "in-place" || piece.kind === "cycle";
    });
    this.#linked.set(name, found);
    return found;
  }

  /** The variables that a passage sets when it is shown, with those it shows. */
  #changedBy(name: string): ReadonlySet<string> {
    const known = this.#changed.get(name);
    if (known !== undefined) return known;
    const changed = new Set<string>();
    this.#changed.set(name, changed);
    for (const piece of everyPiece(this.#story.all.get(name)?.pieces ?? [])) {
      if (piece.kind === "set") for (const { target } of piece.assignments) if (target !== null) changed.add(target);
      if (piece.kind === "include") for (const target of this.#changedBy(piece.target)) changed.add(target);
    }
    return changed;
  }

  /** Names of the passages that something leads to, or that are asked for. */
  #named(): Set<string> {
    const named = new Set<string>();
    const refer = (part: Expression) => {
      if ("ref" in part) named.add(part.ref);
    };
    for (const { pieces, scan } of this.#story.all.values()) {
      for (const piece of everyPiece(pieces)) {
        const target = piece.kind === "link" ? piece.link.target : piece.kind === "goto" ? piece.target : null;
        if (target === null) continue;
        named.add(target);
        if (/^[$_][A-Za-z_]\w*$/.test(target)) {
          const variable = target.startsWith("_") ? temporaryName(target) : target.slice(1);
          for (const text of this.#textsOf(variable)) named.add(text);
        }
      }
      for (const asked of scan.asked) walkExpression(asked, refer);
    }
    return named;
  }

  #asksForTurns(): boolean {
    const asks = (expression: Expression | null): boolean => {
      let found = false;
      if (expression !== null) {
        walkExpression(expression, (part) => {
          if ("fn" in part && part.fn === "turns") found = true;
        });
      }
      return found;
    };
    for (const { pieces, scan } of this.#story.all.values()) {
      if ([...scan.asked].some(asks) || scan.assignments.some(({ assignment }) => asks(assignment.value))) return true;
      if (everyPiece(pieces).some((piece) => piece.kind === "print" && /turns?\b|history/.test(piece.source)))
        return true;
    }
    return false;
  }

  /** The variable that says whether the value of one is unknown; null where it is always known. */
  #unknownOf(name: string): string | null {
    if (!this.#story.unknown.has(name) || this.#story.declarations(name) === undefined) return null;
    let flag = this.#unknown.get(name);
    if (flag === undefined) {
      flag = this.#hold(`${name} (unknown)`, "boolean", "Whether the value of a variable could not be worked out.");
      this.#unknown.set(name, flag);
    }
    return flag;
  }

  #hold(wanted: string, type: ImportedVariable["type"], description: string): string {
    const base =
      wanted
        .replace(/[{}\n]+/g, " ")
        .replace(/\s+/g, " ")
        .trim()
        .slice(0, 80)
        .trim() || "value";
    const isOne = wanted.endsWith(": chosen");
    if (isOne && this.#held.has(base)) return base;
    // What is worked out is numbered from the first, other names from the second.
    const isNumbered = wanted === "value" || wanted === "drawn";
    let count = this.#counts.get(base) ?? 0;
    let name: string;
    do {
      count++;
      name = count === 1 && !isNumbered ? base : `${base} ${count}`;
    } while (this.#names.has(name));
    this.#counts.set(base, count);
    this.#names.add(name);
    const initial = type === "boolean" ? false : type === "string" ? "" : 0;
    this.#held.set(name, {
      name,
      type,
      default: initial,
      enum_values: [],
      scope: "playthrough",
      min: null,
      max: null,
      description,
    });
    return name;
  }

  #finish(drafts: readonly Draft[], pages: ReadonlySet<string>) {
    const taken = new Set<string>(this.#story.all.keys());
    const others: Draft[] = [];
    for (const draft of drafts) {
      const { id, passage } = draft;
      if (id === entryId(passage) || (id === shownId(passage) && !pages.has(passage))) draft.key = passage;
      else others.push(draft);
    }
    const counts = new Map<string, number>();
    for (const draft of others) {
      const { id, passage } = draft;
      const base = id.startsWith(shownId(passage)) ? `${passage} (shown)` : passage;
      let count = counts.get(base) ?? (base === passage ? 1 : 0);
      let key: string;
      do {
        count++;
        key = count === 1 ? base : `${base} ${count}`;
      } while (taken.has(key));
      counts.set(base, count);
      taken.add(key);
      draft.key = key;
    }
    const sizes = new Map<string, number>();
    for (const { passage } of drafts) sizes.set(passage, (sizes.get(passage) ?? 0) + 1);
    const nodes = drafts.map(({ id, passage, node, key, targets }): ImportedNode => {
      // Visits that a card asks of itself need no name.
      const own = (expression: Expression) => ownVisits(expression, key);
      return {
        ...node,
        key,
        title: id === entryId(passage) ? node.title : (node.title ?? key),
        group_key: (sizes.get(passage) ?? 0) > 1 ? passage : null,
        on_enter_effects: node.on_enter_effects.map((effect) => ({
          ...effect,
          value: effect.value === null ? null : own(effect.value),
          when: effect.when.map(own),
        })),
        branches: node.branches.map((branch, at) => ({
          ...branch,
          target_key: targets[at]?.key ?? branch.target_key,
          conditions: branch.conditions.map(own),
        })),
      };
    });
    const groups = Array.from(sizes).flatMap(([key, size]): ImportedGroup[] => {
      return size > 1 ? [{ key, title: key, color: "neutral" }] : [];
    });
    return { nodes, groups };
  }
}

/** An expression with the visits of a card itself asked without its name. */
function ownVisits(expression: Expression, key: string): Expression {
  if ("fn" in expression && !("op" in expression) && (expression.fn === "visits" || expression.fn === "visited")) {
    const [of] = expression.args;
    if (expression.args.length === 1 && of !== undefined && "ref" in of && of.ref === key)
      return { ...expression, args: [] };
  }
  if (!("args" in expression)) return expression;
  return { ...expression, args: expression.args.map((each) => ownVisits(each, key)) } as Expression;
}

/** Whether an expression asks for visits without saying of what. */
function asksOwnVisits(expression: Expression): boolean {
  let asks = false;
  walkExpression(expression, (part) => {
    if (!("fn" in part) || "op" in part || part.args.length > 0) return;
    if (part.fn === "visits" || part.fn === "visited") asks = true;
  });
  return asks;
}

/** Whether pieces make no card of their own: words, links, and links that only set something and lead on. */
function isFlat(pieces: readonly Piece[]): boolean {
  return pieces.every((piece) => {
    if (piece.kind !== "in-place") return piece.kind !== "if" && piece.kind !== "goto" && piece.kind !== "include";
    return piece.body.every(
      ({ kind, ...inner }) => kind === "set" || kind === "goto" || ("text" in inner && inner.text.trim() === ""),
    );
  });
}

/** Whether pieces are only words and what is set: they can stand in the text of another card. */
function isPlain(pieces: readonly Piece[]): boolean {
  return pieces.every(
    ({ kind }) => kind === "text" || kind === "print" || kind === "set" || kind === "unread" || kind === "media",
  );
}
