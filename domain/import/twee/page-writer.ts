import type { BranchKind, NodeKind } from "../../dialogue/wire.ts";
import { type Expression, negate, walkExpression } from "../../expression.ts";
import { checkEffect, checkExpression, type Declarations, type ValueType } from "../../expression-type.ts";
import type { TextMark, TextMarkKind } from "../../text-marks/text-mark.ts";
import { blankNode, NO_BRANCH } from "../blank-parts.ts";
import type { Losses } from "../losses.ts";
import { quoted } from "../report.ts";
import type { Guard } from "../script/guards.ts";
import type { ScriptDialect } from "../script/parse-expression.ts";
import type { Resolver } from "../script/resolve.ts";
import {
  type Assignment,
  type ChosenValue,
  readChoice,
  readEither,
  readScriptExpression,
} from "../script/statements.ts";
import { temporaryName, tokenize } from "../script/tokens.ts";
import type { ImportedBranch, ImportedEffect, ImportedNode, ImportedVariable } from "../story.ts";
import { setterOf } from "./branches.ts";
import { isSugarCube, type TweeDialect } from "./dialects.ts";
import { isComputed, isImageLink, isWebAddress, type TweeLink } from "./links.ts";
import type { LostLook } from "./look.ts";
import { withLooks } from "./look-passage.ts";
import { isStill, macroAsWritten } from "./macro-names.ts";
import type { Label } from "./marks.ts";
import { piecesOf } from "./pieces.ts";
import { lineOfRuns, type Run, textOfRuns } from "./runs.ts";
import type { ShownPiece } from "./shown-pieces.ts";
import { withoutWords } from "./silent-pieces.ts";
import { isOnlyLinks, isOpaque, isSilent, setByUnread, setIn, variablesIn } from "./unknown-values.ts";

/** A node on its way. */
export interface Draft {
  readonly id: string;
  readonly passage: string;
  node: ImportedNode;
  /** Drafts that its branches lead to, once all are written; undefined for what is none. */
  targets: readonly (Draft | undefined)[];
  /** Number of branches that lead to it, and whether it can be come to, as found out when drafts are put together. */
  ways: number;
  isFound: boolean;
  /** Key of its card: its id before it has one. */
  key: string;
}

function draftOf(id: string, passage: string, node: ImportedNode): Draft {
  return { id, passage, node, targets: [], ways: 0, isFound: false, key: id };
}

/** Context of writing the passages of a story. */
export interface StoryContext {
  readonly dialect: TweeDialect | null;
  readonly script: ScriptDialect | null;
  readonly resolver: Resolver;
  readonly declarations: Declarations;
  readonly losses: Losses;
  /** Looks of words that no mark of ours has. */
  readonly lost: Set<LostLook>;
  /** Names in braces that no variable has. */
  readonly unset: Set<string>;
  /** Words of the texts of scripts that have markup and are shown. */
  readonly values: ReadonlyMap<string, string>;
  readonly drafts: Map<string, Draft>;
  /** Returns the first node of a passage that players can reach. */
  readonly entryOf: (name: string) => string | null;
  /** The variables that a passage sets when it is shown, with those it shows. */
  readonly changedBy: (name: string) => ReadonlySet<string>;
  /** Returns whether a passage may leave the page that shows it. */
  readonly leaves: (name: string) => boolean;
  /** The variable that counts the passages come to. */
  readonly turns: () => string;
  /** The links of a passage that several others show and come back from, once it is written; null for one without. */
  readonly shared: (name: string) => SharedLinks | null;
  /** The variable with the name of the page that is shown. */
  readonly pageName: () => string;
  /** The variable with the visits of the page that is shown; null where no passage shown inside others asks for them. */
  readonly pageVisits: string | null;
  /** The variable that says whether the value of one is unknown; null where it is always known. */
  readonly unknownOf: (name: string) => string | null;
  /** The texts that a variable is ever set to; empty where it may have another value. */
  readonly textsOf: (name: string) => readonly string[];
  /** Whether anything of the story may set a variable, read or not. */
  readonly isEverSet: (name: string) => boolean;
  /** Notes a draft that no other of its passage leads to. */
  readonly root: (id: string) => void;
  /** Declares a variable for what the formats keep without a name, and answers the one it has. */
  readonly hold: (wanted: string, type: ImportedVariable["type"], description: string) => string;
}

/** A link of a page, and what it takes to be there. */
interface Offer {
  readonly piece: ShownPiece;
  readonly asked: readonly GuardMoment[];
  /** Whether it is only there once something was chosen. */
  readonly isLater: boolean;
  /** Moment at which it was come to. */
  readonly moment: number;
  /** The variable that says whether it was come to, where that cannot be asked later. */
  flag: string | null;
  conditions: Expression[];
  /** The choice itself, where the passage around it has written it; without a target it comes back to the page. */
  branch?: ImportedBranch;
}

/** Links of a passage that several others show and come back from: they are choices of each of those. */
export interface SharedLinks {
  readonly offers: Offer[];
  /** Variables that a visit begins without. */
  readonly flags: string[];
  /** The drafts that lead back to the page that is shown. */
  readonly backs: string[];
}

/** Guards that have to hold, and when they are asked. */
interface GuardMoment {
  readonly guards: readonly Guard[];
  readonly moment: number;
}

/** Pattern of the ways in which scripts name the page that is shown. */
const PAGE_NAME = /^(?:passage\(\)|passage\.name|\(\s*passage\s*:\s*\)'s\s+name)$/i;
/** Values that formats show within the words of a link. */
const LABEL_VALUES = {
  chapbook: /\{\s*([A-Za-z_]\w*)\s*\}/,
  snowman: /<%(?:[=-]\s*(?:(?:window\.)?story\.state|s)\.([A-Za-z_]\w*)\s*;?\s*%>|[\s\S]*?%>)/,
};
/** Characters that stand for values while the words around them are read. */
const FIRST_VALUE = 0xe100;
const MOST_VALUES = 1_000;
/** More guards than these are asked where they stand. */
const ASKED_LATER = 12;

/** Writes one passage as cards: each statement is told what comes behind it. */
export class PageWriter {
  readonly #context: StoryContext;
  readonly #name: string;
  readonly #pieces: readonly ShownPiece[];
  /** Whether it is shown inside others, and come back from. */
  readonly #isShown: boolean;
  readonly #offers: Offer[] = [];
  readonly #byPiece = new Map<ShownPiece, Offer>();
  readonly #changed = new Map<string, number>();
  /** Variables that every visit begins without. */
  readonly #flags: string[] = [];
  /** Passages kept once whose links are choices of this one, and whether it shows any passage that is kept once. */
  readonly #shared: SharedLinks[] = [];
  #shows = false;
  /** The variable with the name of the page, where something comes back to it. */
  #backVariable: string | null = null;
  /** Whether the page has said anything where it has come to. */
  #hasWords = false;
  #moment = 0;
  #count = 0;
  /** Whether something of it is not understood, that may lead on. */
  isUnread = false;

  constructor(context: StoryContext, name: string, pieces: readonly ShownPiece[], isShown = false) {
    this.#context = context;
    this.#name = name;
    this.#pieces = pieces;
    this.#isShown = isShown;
  }

  /** Writes the passage as one that a player comes to. */
  page(own: Partial<ImportedNode>, counted: readonly ImportedEffect[]): void {
    this.#find(this.#pieces, [], false);
    for (const offer of this.#offers) this.#decide(offer);
    const first = this.#write(this.#pieces, this.#last());
    const { pageVisits } = this.#context;
    const visits: ImportedEffect[] =
      pageVisits === null || !this.#shows
        ? []
        : [{ op: "set", target: pageVisits, value: { fn: "visits", args: [{ ref: this.#name }] }, when: [] }];
    const here: ImportedEffect[] =
      this.#backVariable === null
        ? []
        : [{ op: "set", target: this.#backVariable, value: { lit: this.#name }, when: [] }];
    this.#entry(entryId(this.#name), first, {
      ...own,
      on_enter_effects: [...counted, ...visits, ...here, ...this.#reset()],
    });
  }

  /** Writes the passage as one that others show, and that is come back from; its links are choices of theirs. */
  shown(own: Partial<ImportedNode>, links: SharedLinks | null): void {
    this.#find(this.#pieces, [], true);
    if (links !== null) this.#share(links);
    const last = this.#add("return", []);
    const first = this.#write(this.#pieces, last);
    this.#entry(shownId(this.#name), first, { ...own, on_enter_effects: this.#reset() });
  }

  #reset(): ImportedEffect[] {
    return this.#flags.map((target) => this.#set(target, false));
  }

  /** Notes the links that the pages around this passage offer: each is there once it was come to. */
  #share(links: SharedLinks): void {
    const own = this.#offers.filter(({ flag }) => flag === null);
    for (const offer of own) {
      offer.flag = this.#context.hold(
        `${this.#name}: ${this.#labelWords(offer.piece)}`,
        "boolean",
        "Whether a link is shown.",
      );
      this.#flags.push(offer.flag);
      offer.conditions = [{ op: "eq", args: [{ var: offer.flag }, { lit: true }] }];
    }
    for (const offer of own) {
      const { piece, conditions } = offer;
      if (piece.kind !== "in-place") continue;
      const back = this.#add("condition", []);
      const branch = this.#inPlace(piece, conditions, back);
      const { target_key } = branch;
      if (target_key !== null && target_key !== back && target_key.startsWith(`${this.#name}\u0000shown `)) {
        this.#context.root(target_key);
        links.backs.push(back);
      }
      offer.branch = target_key === back ? { ...branch, target_key: null } : branch;
    }
    links.offers.push(...this.#offers);
    links.backs.push(...this.#shared.flatMap(({ backs }) => backs));
    links.flags.push(...new Set([...this.#flags, ...this.#shared.flatMap(({ flags }) => flags)]));
  }

  /** Writes the passage as one that is carried out before the story begins. */
  opening(own: Partial<ImportedNode>, start: string): void {
    this.#entry(entryId(this.#name), this.#write(this.#pieces, start), own);
  }

  #entry(id: string, first: string, own: Partial<ImportedNode>): void {
    const node = Object.assign(blankNode("", "hub"), own);
    node.branches = [way("auto", first)];
    this.#context.drafts.set(id, draftOf(id, this.#name, node));
  }

  /** Writes the end of the passage: its links, or nothing. */
  #last(): string {
    if (this.#offers.length === 0) return this.#add("line", []);
    const id = this.#add("choice", []);
    const draft = this.#context.drafts.get(id);
    for (const back of this.#shared.flatMap(({ backs }) => backs)) this.#comeBack(back, id);
    if (draft !== undefined) draft.node.branches = this.#offers.flatMap((each) => this.#branches(each, id));
    return id;
  }

  /** Finds the links of the page, in their order, with what has to hold for each. */
  #find(pieces: readonly ShownPiece[], asked: readonly GuardMoment[], isLater: boolean): void {
    for (const piece of pieces) {
      switch (piece.kind) {
        case "text":
          this.#hasWords ||= piece.text.trim() !== "";
          break;
        case "print":
          this.#hasWords = true;
          break;
        case "goto":
          this.#tellWordsBefore(piece.line);
          break;
        case "set":
          for (const { target } of piece.assignments) if (target !== null) this.#change(target, isLater);
          break;
        case "detour":
          // What its links do comes once they are chosen.
          for (const target of this.#context.changedBy(piece.to))
            this.#change(target, isLater || this.#context.shared(piece.to) !== null);
          if (this.#context.leaves(piece.to)) this.#tellWordsBefore(piece.line);
          this.#hasWords = true;
          this.#findShared(piece.to, isLater || asked.length > 0);
          break;
        case "if": {
          // What lies deep inside others is kept and not asked again.
          const isDeep = asked.length >= ASKED_LATER;
          const outer = isDeep ? [] : asked;
          const unknown = this.#unknownIn(piece);
          if (unknown?.isOpaque === true && isOnlyLinks(piece)) {
            for (const { body } of piece.clauses) this.#find(body, asked, isLater);
            break;
          }
          const failed: Guard[] = [];
          const moment = ++this.#moment;
          for (const { guards, body } of piece.clauses) {
            const own = failed.length + guards.length > ASKED_LATER ? [] : [{ guards: [...failed, ...guards], moment }];
            this.#find(body, [...outer, ...own], isLater || isDeep || own.length === 0 || unknown !== null);
            failed.push(...guards.map((guard) => ({ ...guard, negated: !guard.negated })));
          }
          break;
        }
        case "link":
        case "cycle":
        case "in-place": {
          const offer: Offer = { piece, asked, isLater, moment: this.#moment, flag: null, conditions: [] };
          this.#offers.push(offer);
          this.#byPiece.set(piece, offer);
          if (piece.kind === "in-place") {
            // What is chosen says its own words before it leaves.
            const hadWords = this.#hasWords;
            this.#hasWords = false;
            this.#find(shownBody(piece), [], true);
            this.#hasWords = hadWords;
          }
          break;
        }
        default:
      }
    }
  }

  /** Tells that words are read which the format never shows, since the page is left at once. */
  #tellWordsBefore(line: number): void {
    if (!this.#hasWords) return;
    const what = "The words before a way that is gone at once are read, which Twine does not show";
    this.#context.losses.add("twee_read_otherwise", what, line, this.#name);
  }

  /** Takes the links of a passage that is shown here and kept once for all who show it. */
  #findShared(name: string, isConditional: boolean): void {
    this.#shows = true;
    const links = this.#context.shared(name);
    if (links === null) return;
    // It forgets its links whenever it is shown; where it may not be shown, the page forgets them.
    if (isConditional) this.#flags.push(...links.flags);
    this.#shared.push(links);
    this.#offers.push(...links.offers);
  }

  /** Leads from the end of what a shared link does back to this page. */
  #comeBack(back: string, here: string): void {
    const draft = this.#context.drafts.get(back);
    if (draft === undefined) return;
    this.#backVariable = this.#context.pageName();
    const isHere: Expression = { op: "eq", args: [{ var: this.#backVariable }, { lit: this.#name }] };
    draft.node = { ...draft.node, branches: [...draft.node.branches, { ...way("auto", here), conditions: [isHere] }] };
  }

  #change(variable: string, isLater: boolean): void {
    const moment = isLater ? Number.POSITIVE_INFINITY : ++this.#moment;
    this.#changed.set(variable, Math.max(moment, this.#changed.get(variable) ?? 0));
  }

  /** Decides whether what a link depends on can be asked where the page ends, or has to be kept until then. */
  #decide(offer: Offer): void {
    const { asked, isLater } = offer;
    if (offer.flag !== null) return;
    const guards = asked.flatMap((each) => each.guards);
    const changes = asked.some(({ guards: own, moment }) =>
      own.some(({ expression }) => expression !== null && this.#mayChange(expression, moment)),
    );
    if (!isLater && !changes && guards.length <= ASKED_LATER) {
      offer.conditions = this.#conditions(guards);
      return;
    }
    offer.flag = this.#context.hold(
      `${this.#name}: ${this.#labelWords(offer.piece)}`,
      "boolean",
      "Whether a link is shown.",
    );
    this.#flags.push(offer.flag);
    offer.conditions = [{ op: "eq", args: [{ var: offer.flag }, { lit: true }] }];
  }

  #mayChange(expression: Expression, moment: number): boolean {
    let may = false;
    walkExpression(expression, (part) => {
      if ("var" in part && (this.#changed.get(part.var) ?? 0) > moment) may = true;
      if ("fn" in part && (part.fn === "random" || part.fn === "roll")) may = true;
    });
    return may;
  }

  #branches(offer: Offer, here: string): ImportedBranch[] {
    const { piece, conditions, branch } = offer;
    if (branch !== undefined) return [{ ...branch, target_key: branch.target_key ?? here }];
    const ways = this.#waysOf(offer);
    if (ways !== null) return ways.flatMap((each) => this.#branches(each, here));
    if (piece.kind === "cycle") return this.#cycle(piece, conditions, here);
    if (piece.kind === "in-place") return [this.#inPlace(piece, conditions, here)];
    if (piece.kind !== "link") return [];
    const { link, use } = piece;
    const { dialect } = this.#context;
    const target = this.#target(link.target, piece.line);
    const effects = link.setter === null ? [] : this.#effectsOf(setterOf(link.setter, dialect), piece.line);
    const one =
      use === "one" ? this.#context.hold(`${this.#name}: chosen`, "boolean", "Whether a choice was made.") : null;
    return [
      {
        ...way("choice", ""),
        target_key: target,
        ...this.#choice({ text: link.text, isVerbatim: isVerbatim(link, dialect) }, piece.line, link.target),
        conditions: one === null ? conditions : [...conditions, { op: "eq", args: [{ var: one }, { lit: false }] }],
        effects: one === null ? effects : [...effects, this.#set(one, true)],
        repeat: use === "once" ? "once" : "sticky",
        extensions: { twee3: { link: link.raw } },
      },
    ];
  }

  /** A link to a passage that a variable names, as one for each text that the story ever sets it to; null for any other. */
  #waysOf(offer: Offer): Offer[] | null {
    const { piece, conditions, moment } = offer;
    const target = piece.kind === "link" ? piece.link.target : piece.kind === "in-place" ? targetIn(piece.body) : null;
    if (target === null || !/^[$_][A-Za-z_]\w*$/.test(target) || this.#context.entryOf(target) !== null) return null;
    const variable = variableName(target);
    const values = this.#context.textsOf(variable);
    if (values.length === 0 || (this.#changed.get(variable) ?? 0) > moment) return null;
    return values.map((value): Offer => {
      const isSo: Expression = { op: "eq", args: [{ var: variable }, this.#here({ lit: value })] };
      const to = (each: ShownPiece) =>
        each.kind === "goto" && each.target === target ? { ...each, target: value } : each;
      const led: ShownPiece =
        piece.kind === "link"
          ? { ...piece, link: { ...piece.link, target: value } }
          : piece.kind === "in-place"
            ? { ...piece, body: piece.body.map(to) }
            : piece;
      return { ...offer, piece: led, conditions: [...conditions, isSo] };
    });
  }

  /** Returns the target of a link: the entry of a passage, or the name of a missing one. */
  #target(name: string, line: number): string | null {
    const entry = this.#context.entryOf(name);
    if (entry !== null) return entry;
    const { losses, dialect } = this.#context;
    if (name === "") losses.add("twee_link_without_passage", "A link names no passage", line, this.#name);
    else if (isWebAddress(name))
      losses.add("twee_link_without_passage", "A link leads out to the web, to no passage", line, this.#name);
    else if (isComputed(name, dialect))
      losses.add("twee_link_without_passage", "The target of a link is computed by a script", line, this.#name);
    else {
      losses.add("twee_missing_passage", `There is no passage ${quoted(name)}`, line, this.#name);
      return name;
    }
    return null;
  }

  #cycle(piece: ShownPiece & { kind: "cycle" }, conditions: Expression[], here: string): ImportedBranch[] {
    const name = variableName(piece.variable);
    return piece.values.map((value, at) => ({
      ...way("choice", here),
      choice_text: value,
      conditions: [...conditions, { op: "eq", args: [{ var: name }, { lit: value }] }],
      effects: [
        { op: "set", target: name, value: { lit: piece.values[(at + 1) % piece.values.length] ?? "" }, when: [] },
      ],
    }));
  }

  #inPlace(piece: ShownPiece & { kind: "in-place" }, conditions: Expression[], here: string): ImportedBranch {
    const { stays } = piece.mode;
    const choice = this.#choice(piece.label, piece.line, targetIn(piece.body) || "Go on");
    const effects: ImportedEffect[] = [];
    const asked = [...conditions];
    if (!stays && !leadsOn(piece.body)) {
      const gone = this.#context.hold(
        `${this.#name}: ${choice.choice_text} (chosen)`,
        "boolean",
        "Whether a link was chosen.",
      );
      this.#flags.push(gone);
      asked.push({ op: "eq", args: [{ var: gone }, { lit: false }] });
      effects.push(this.#set(gone, true));
    }
    const body = shownBody(piece);
    const plain = this.#plainEnd(body);
    if (plain !== null) {
      effects.push(...plain.effects);
      return { ...way("choice", plain.target ?? here), ...choice, conditions: asked, effects };
    }
    return { ...way("choice", this.#write(body, here)), ...choice, conditions: asked, effects };
  }

  /** The effects of a body that only sets and leads on; null where it does more. */
  #plainEnd(body: readonly ShownPiece[]): { effects: ImportedEffect[]; target: string | null } | null {
    const effects: ImportedEffect[] = [];
    for (const piece of body) {
      if (piece.kind === "text" && piece.text.trim() === "") continue;
      if (piece.kind === "goto") return { effects, target: this.#target(piece.target, piece.line) };
      if (piece.kind !== "set") return null;
      effects.push(...this.#effectsOf(piece.assignments, piece.line));
    }
    return { effects, target: null };
  }

  /** Writes pieces, and answers where they begin. */
  #write(pieces: readonly ShownPiece[], next: string): string {
    let entry = next;
    for (const step of this.#stepsOf(pieces).reverse())
      entry = step instanceof Card ? this.#card(step, entry) : this.#step(step, entry);
    return entry;
  }

  /** Steps of pieces: cards, and what they branch or leave at. Apart from their writing, which nests as deep as they do. */
  #stepsOf(pieces: readonly ShownPiece[]): (Card | ShownPiece)[] {
    const steps: (Card | ShownPiece)[] = [];
    let card = new Card();
    const turn = () => {
      steps.push(card);
      card = new Card();
    };
    for (const piece of pieces) {
      switch (piece.kind) {
        case "text":
          card.runs.push({ text: piece.text, styles: piece.styles ?? [], isQuoted: piece.isQuoted === true });
          break;
        case "media":
          this.#media(piece, piece.line);
          break;
        case "print":
          if (!this.#print(piece, card)) {
            const name = /^[$_]\w+$/.test(piece.source) ? piece.source : "print";
            this.#unread({ ...piece, name }, card);
          }
          break;
        case "set": {
          const effects = this.#effectsOf(piece.assignments, piece.line);
          if (effects.some(({ target }) => target !== null && card.shown.has(target))) turn();
          card.effects.push(...effects);
          break;
        }
        case "unread":
          this.#unread(piece, card);
          break;
        case "link":
        case "cycle":
        case "in-place":
          this.#come(piece, card);
          break;
        case "goto":
        case "if":
        case "detour":
          turn();
          steps.push(piece);
          break;
      }
      if (piece.kind === "goto") break;
    }
    steps.push(card);
    return steps;
  }

  /** A link that is come to: its words, and that it is there. */
  #come(piece: ShownPiece & { kind: "link" | "cycle" | "in-place" }, card: Card): void {
    const flag = this.#byPiece.get(piece)?.flag ?? null;
    if (flag !== null) card.effects.push(this.#set(flag, true));
    if (piece.kind === "cycle") {
      const name = variableName(piece.variable);
      const [first = ""] = piece.values;
      const isKnown: Expression = {
        op: "any",
        args: piece.values.map((value) => ({ op: "eq", args: [{ var: name }, { lit: value }] })),
      };
      const flag = this.#context.unknownOf(name);
      if (flag !== null) card.effects.push({ ...this.#set(flag, false) });
      card.effects.push({ op: "set", target: name, value: { lit: first }, when: [negate(isKnown)] });
      return;
    }
    if (piece.kind === "link" ? piece.isApart : piece.mode.isApart) return;
    // A picture has no words in the text around it.
    if (piece.kind === "link" && isImageLink(piece.link)) return;
    for (const run of this.#labelRuns(labelOf(piece, this.#context.dialect), piece.line)) {
      card.runs.push({ ...run, styles: [...run.styles, ...(piece.styles ?? [])], link: piece });
      if (run.isValue === true) card.shown.add(run.text);
    }
  }

  #card(card: Card, next: string): string {
    const { text, marks } = textOfRuns(card.runs);
    if (text === "" && card.effects.length === 0) return next;
    return this.#add(text === "" ? "instruction" : "line", [way("auto", next)], {
      text,
      ...textMarks(marks),
      on_enter_effects: card.effects,
    });
  }

  #step(piece: ShownPiece, next: string): string {
    switch (piece.kind) {
      case "goto": {
        const target = this.#target(piece.target, piece.line);
        if (!this.#isShown && target !== null) return target;
        return this.#add("jump", [{ ...way("auto", ""), target_key: target, unwind: this.#isShown }]);
      }
      case "detour":
        return this.#add("detour", [way("auto", shownId(piece.to)), way("else", next)]);
      case "if":
        return this.#if(piece, next);
      default:
        return next;
    }
  }

  #if(piece: ShownPiece & { kind: "if" }, next: string): string {
    const unknown = this.#unknownIn(piece);
    if (unknown === null) return this.#alternatives(piece, next, null);
    const what = isSilent(piece)
      ? "what it sets is unknown"
      : isOnlyLinks(piece)
        ? "its links are shown in any case"
        : "a player chooses between its ways";
    const message = unknown.isOpaque
      ? `A condition could not be converted: ${what}`
      : `A condition asks for ${unknown.names.map(quoted).join(", ")}: where that is unknown, ${what}`;
    this.#context.losses.add("twee_condition", message, piece.line, this.#name);
    if (isSilent(piece)) {
      const set = setIn(piece, this.#context.dialect);
      const card = new Card();
      if (unknown.isOpaque) this.#keep(piece, card);
      card.effects.push(...Array.from(set).flatMap((name) => this.#becomesUnknown(name)));
      const open = this.#instruction(card.effects, next);
      return unknown.isOpaque ? open : this.#alternatives(piece, next, { open, unknown });
    }
    if (isOnlyLinks(piece)) {
      if (unknown.isOpaque) return next;
      const links = piece.clauses.flatMap(({ body }) => body).flatMap((each) => this.#byPiece.get(each)?.flag ?? []);
      const open = this.#instruction(
        links.map((flag) => this.#set(flag, true)),
        next,
      );
      return this.#alternatives(piece, next, { open, unknown });
    }
    return this.#alternatives(piece, next, { open: null, unknown });
  }

  #instruction(effects: ImportedEffect[], next: string): string {
    return effects.length === 0 ? next : this.#add("instruction", [way("auto", next)], { on_enter_effects: effects });
  }

  /** Keeps what an `if` sets or does that nobody sees, where nothing says whether it happens. */
  #keep({ clauses }: ShownPiece & { kind: "if" }, card: Card): void {
    for (const { body } of clauses) {
      for (const piece of body) {
        if (piece.kind === "if") this.#keep(piece, card);
        else if (piece.kind === "unread") this.#unread(piece, card);
        else if (piece.kind === "media") this.#media(piece, piece.line);
        else if (piece.kind === "set") {
          for (const { source } of piece.assignments) {
            const value = this.#context.resolver.opaque(source);
            card.effects.push({ op: "opaque", target: null, value, when: [] });
          }
        }
      }
    }
  }

  /** Effects of setting a variable to what cannot be told. */
  #becomesUnknown(name: string): ImportedEffect[] {
    const flag = this.#context.unknownOf(name);
    return flag === null ? [] : [this.#set(flag, true)];
  }

  /** Unknown parts of the conditions of an `if`: a condition, or the values of variables; null where there are none. */
  #unknownIn({ clauses }: ShownPiece & { kind: "if" }): Unknown | null {
    const names = new Set<string>();
    for (const { guards } of clauses) {
      for (const condition of this.#context.resolver.conditions(guards)) {
        if (isOpaque(condition)) return { isOpaque: true, names: [] };
        for (const name of variablesIn(condition)) if (this.#context.unknownOf(name) !== null) names.add(name);
      }
    }
    return names.size === 0 ? null : { isOpaque: false, names: [...names] };
  }

  /** Writes the alternatives of an `if`: by their conditions or, where those are unknown, as choices of the player. */
  #alternatives(
    { clauses }: ShownPiece & { kind: "if" },
    next: string,
    either: { readonly open: string | null; readonly unknown: Unknown } | null,
  ): string {
    const branches: ImportedBranch[] = [];
    const chosen: ImportedBranch[] = [];
    let hasElse = false;
    for (const { guards, body } of clauses) {
      const conditions = this.#conditions(guards);
      const target = this.#write(body, next);
      const words = either === null ? "" : this.#firstWords(body);
      chosen.push({ ...way("choice", target), choice_text: words || (guards.length === 0 ? "Otherwise" : "Go on") });
      if (guards.length === 0) {
        hasElse = true;
        branches.push(way("else", target));
      } else branches.push({ ...way("auto", target), conditions });
    }
    if (!hasElse) {
      branches.push(way("else", next));
      chosen.push({ ...way("choice", next), choice_text: "Otherwise" });
    }
    if (either === null) {
      if (branches.every(({ target_key }) => target_key === next)) return next;
      return this.#add("condition", branches);
    }
    const open = either.open ?? this.#add("choice", chosen);
    if (either.unknown.isOpaque) return open;
    const flags = either.unknown.names.map((name) => this.#isUnknown(name));
    return this.#add("condition", [{ ...way("auto", open), conditions: [anyOf(flags)] }, ...branches]);
  }

  #conditions(guards: readonly Guard[]): Expression[] {
    return this.#context.resolver.conditions(guards).map((each) => this.#here(each));
  }

  /** The first words that a player reads of pieces, or where they lead. */
  #firstWords(pieces: readonly ShownPiece[]): string {
    for (const piece of pieces) {
      const words = this.#wordsOf(piece);
      if (words !== "") return words;
    }
    return "";
  }

  #wordsOf(piece: ShownPiece): string {
    switch (piece.kind) {
      case "text": {
        const [line = ""] = piece.text.trim().split("\n");
        const sentence = /^.{0,59}?[.!?…](?=\s|$)/.exec(line)?.[0] ?? line;
        return sentence.length <= 60 ? sentence : `${sentence.slice(0, 59).replace(/\s+\S*$/, "")}…`;
      }
      case "link":
      case "in-place":
        return this.#labelWords(piece);
      case "goto":
        return piece.target;
      case "detour":
        return piece.to;
      case "if":
        return piece.clauses.map(({ body }) => this.#firstWords(body)).find((words) => words !== "") ?? "";
      default:
        return "";
    }
  }

  #isUnknown(name: string): Expression {
    return { op: "eq", args: [{ var: this.#context.unknownOf(name) ?? name }, { lit: true }] };
  }

  /** Effects, with what they make of the variables whose values may be unknown. */
  #withUnknown(effects: readonly ImportedEffect[]): ImportedEffect[] {
    let last = "";
    return effects.flatMap((effect): ImportedEffect[] => {
      const { target, op, value } = effect;
      const flag = target === null || value === null ? null : this.#context.unknownOf(target);
      if (flag === null || target === null || value === null) return [effect];
      if (isOpaque(value)) return [effect, this.#set(flag, true)];
      const from = [...variablesIn(value)].filter((name) => this.#context.unknownOf(name) !== null);
      const asked = op === "set" ? from : from.length === 0 ? [] : [target, ...from];
      if (op !== "set" && asked.length === 0) return [effect];
      const becomes: ImportedEffect =
        asked.length === 0
          ? this.#set(flag, false)
          : { op: "set", target: flag, value: anyOf(asked.map((name) => this.#isUnknown(name))), when: [] };
      const same = JSON.stringify(becomes);
      if (same === last) return [effect];
      last = same;
      return [becomes, effect];
    });
  }

  /** The effects of assignments; one that could not be expressed is kept as it is written. */
  #effectsOf(assignments: readonly Assignment[], line: number): ImportedEffect[] {
    const effects = assignments.flatMap((assignment): ImportedEffect[] => {
      if (assignment.either !== undefined && assignment.target !== null) {
        return this.#draw(assignment.target, assignment.either);
      }
      const chosen =
        assignment.choice === undefined || assignment.target === null
          ? null
          : this.#choose(assignment.target, assignment.choice);
      if (chosen !== null) return chosen;
      const effect = this.#context.resolver.effect(assignment, []);
      const value = effect.value === null ? null : this.#here(effect.value);
      if (value !== null && "op" in value && value.op === "opaque") {
        const what =
          assignment.target === null
            ? "The value assigned by a macro"
            : `The value assigned to ${quoted(assignment.target)}`;
        this.#context.losses.add("twee_value", `${what} could not be converted`, line, this.#name);
      }
      return [{ ...effect, value }];
    });
    return this.#withUnknown(effects);
  }

  /** Effects that set a variable to one of several values. */
  #draw(target: string, values: readonly Expression[]): ImportedEffect[] {
    const [only] = values;
    if (values.length === 1 && only !== undefined) return [{ op: "set", target, value: this.#here(only), when: [] }];
    const drawn = this.#context.hold("drawn", "integer", "Which of several values was drawn.");
    const fell: ImportedEffect = {
      op: "set",
      target: drawn,
      value: { fn: "random", args: [{ lit: 1 }, { lit: values.length }] },
      when: [],
    };
    return [
      fell,
      ...values.map((value, at): ImportedEffect => {
        const when: Expression[] = [{ op: "eq", args: [{ var: drawn }, { lit: at + 1 }] }];
        return { op: "set", target, value: this.#here(value), when };
      }),
    ];
  }

  /** Effects that set a variable to one of two values by what holds; null where that cannot be told. */
  #choose(target: string, { asked, yes, no }: ChosenValue): ImportedEffect[] | null {
    const { resolver, declarations } = this.#context;
    const [condition] = resolver.conditions([{ source: "", expression: asked, negated: false }]);
    const set = (value: Expression, when: Expression[]): ImportedEffect => {
      return { op: "set", target, value: this.#here(value), when };
    };
    if (condition === undefined || isOpaque(condition)) return null;
    if ([yes, no].some((value) => checkEffect(set(value, []), declarations).length > 0)) return null;
    if ([...variablesIn(condition)].some((name) => this.#context.unknownOf(name) !== null)) return null;
    const chosen = this.#context.hold("holds", "boolean", "Whether what a value depends on holds.");
    return [
      this.#set(chosen, false),
      { ...this.#set(chosen, true), when: [this.#here(condition)] },
      set(yes, [{ op: "eq", args: [{ var: chosen }, { lit: true }] }]),
      set(no, [{ op: "eq", args: [{ var: chosen }, { lit: false }] }]),
    ];
  }

  /** Writes a value into a text; false where it cannot be told. */
  #print(piece: ShownPiece & { kind: "print" }, card: Card): boolean {
    const { line, styles = [], isEscaped = false } = piece;
    const source = piece.source.trim();
    const { script, declarations, dialect, unset } = this.#context;
    const naked = /^[$_][A-Za-z]\w*$/.test(source) ? variableName(source) : null;
    const isInsert = dialect === "chapbook" && /^[A-Za-z_]\w*$/.test(source);
    if ((naked !== null || isInsert) && declarations(naked ?? source) === undefined) {
      if (dialect === "harlowe") return this.#unset(source, { line, styles }, card.runs);
      card.runs.push({ text: isInsert ? `{${piece.source}}` : source, styles });
      if (isInsert) unset.add(source);
      return true;
    }
    if (!this.#isShown && PAGE_NAME.test(source)) {
      card.runs.push({ text: this.#name, styles, isQuoted: true });
      return true;
    }
    const read = script === null ? null : readScriptExpression(source, script);
    const whole = read === null ? null : joinedLiteral(read);
    const expression = whole === null || "lit" in whole ? whole : this.#here(whole);
    if (expression === null) return this.#printEither(source, card, styles) || this.#printChoice(source, card, styles);
    if ("lit" in expression) {
      const words = isEscaped ? escapedSigns(String(expression.lit)) : String(expression.lit);
      const runs = this.#runsIn(words, line, true);
      if (runs === null) return false;
      card.runs.push(...runs.map((run) => ({ ...run, styles: [...run.styles, ...styles] })));
      return true;
    }
    const { type, findings } = checkExpression(expression, declarations);
    if (findings.length > 0) return false;
    if ("var" in expression) {
      if (isEscaped) this.#tellEscaped(expression.var, line);
      this.#show(expression.var, card, styles);
      return true;
    }
    const held = this.#holdPrinted([type.type]);
    if (held === null) return false;
    card.effects.push({ op: "set", target: held, value: expression, when: [] });
    this.#show(held, card, styles);
    return true;
  }

  /** Shows a variable of Harlowe that is none of ours: one that nothing sets is 0 there; false for any other. */
  #unset(
    source: string,
    { line, styles }: { readonly line: number; readonly styles: readonly TextMarkKind[] },
    runs: Run[],
  ): boolean {
    if (this.#context.isEverSet(variableName(source))) return false;
    runs.push({ text: "0", styles });
    const what = `Nothing sets ${quoted(source)}: it is shown as 0`;
    this.#context.losses.add("twee_name_unset", what, line, this.#name, "info");
    return true;
  }

  /** Tells where a text that is HTML elsewhere would be shown with its signs. */
  #tellEscaped(name: string, line: number): void {
    const { values, textsOf, losses, dialect } = this.#context;
    const [macro, signs] = dialect === "snowman" ? ["<%- %>", /[<&]/] : ["<<->>", /[<&]|''/];
    const written = new Set(textsOf(name).flatMap((text) => [text, values.get(text) ?? text]));
    const isHtml = [...values].some(([text, words]) => signs.test(text) && (written.has(text) || written.has(words)));
    const what = `${quoted(macro)} shows the signs of ${dialect === "snowman" ? "HTML" : "markup"} in ${quoted(name)}: its words are shown without them`;
    if (isHtml) losses.add("twee_read_otherwise", what, line, this.#name);
  }

  /** Declares a variable for a value that is printed, of what it can be; null where that is neither text nor number. */
  #holdPrinted(types: readonly ValueType["type"][]): string | null {
    const isText = types.every((type) => type === "string");
    if (!isText && !types.every((type) => type === "integer" || type === "number")) return null;
    return this.#context.hold("value", isText ? "string" : "number", "A value computed for a text.");
  }

  #printEither(source: string, card: Card, styles: readonly TextMarkKind[]): boolean {
    const { script, declarations } = this.#context;
    const tokens = script === null ? null : tokenize(source, script.syntax);
    const values = tokens === null || script === null ? null : readEither(tokens, script);
    if (values === null) return false;
    const held = this.#holdPrinted(values.map((value) => checkExpression(value, declarations).type.type));
    if (held === null) return false;
    card.effects.push(...this.#draw(held, values));
    this.#show(held, card, styles);
    return true;
  }

  #printChoice(source: string, card: Card, styles: readonly TextMarkKind[]): boolean {
    const { script, declarations } = this.#context;
    const tokens = script === null ? null : tokenize(source, script.syntax);
    const choice = tokens === null || script === null ? null : readChoice(tokens, script);
    if (choice === null) return false;
    const kinds = [choice.yes, choice.no].map((value) => checkExpression(value, declarations).type.type);
    const held = this.#holdPrinted(kinds);
    if (held === null) return false;
    const effects = this.#choose(held, choice);
    if (effects === null) return false;
    card.effects.push(...effects);
    this.#show(held, card, styles);
    return true;
  }

  #show(name: string, card: Card, styles: readonly TextMarkKind[]): void {
    card.runs.push({ text: name, styles, isValue: true });
    card.shown.add(name);
  }

  #unread({ name, source, line }: { name: string; source: string; line: number }, card: Card): void {
    const { losses, resolver, dialect } = this.#context;
    this.isUnread ||= !isStill(name);
    losses.add(
      "twee_unread",
      `${quoted(macroAsWritten(name, dialect))} could not be converted and is kept with its card`,
      line,
      this.#name,
    );
    card.effects.push({ op: "opaque", target: null, value: resolver.opaque(source), when: [] });
    for (const name of setByUnread(source, dialect)) card.effects.push(...this.#becomesUnknown(name));
  }

  /** The words of a link, with the values that stand in them. */
  #labelRuns(label: Label, line: number): Run[] {
    if ("source" in label) return this.#valueOf(label.source, [], line);
    if (label.isVerbatim === true) {
      const { text } = label;
      return /^[$_]\w+$/.test(text) ? this.#valueOf(text, [], line) : [{ text, styles: [], isQuoted: true }];
    }
    // Chapbook has its links as elements when it reads Markdown: their tags and entities are letters.
    const isElement = this.#context.dialect === "chapbook";
    const { text, names } = this.#valuesIn(label.text, line);
    const runs = this.#runsIn(isElement ? escapedSigns(text) : text, line, false) ?? [];
    if (names.length === 0) return runs;
    return runs.flatMap((run): Run[] =>
      run.text.split(/([\ue100-\uf8ff])/).map((part, at) => {
        const name = at % 2 === 0 ? undefined : names[part.charCodeAt(0) - FIRST_VALUE];
        return name === undefined ? { ...run, text: part } : { text: name, styles: run.styles, isValue: true };
      }),
    );
  }

  /** The words of a link with a sign for each value in them, and the variables that these show. */
  #valuesIn(label: string, line: number): { text: string; names: readonly string[] } {
    const { dialect, declarations, losses } = this.#context;
    const pattern = dialect === "chapbook" || dialect === "snowman" ? LABEL_VALUES[dialect] : null;
    const names: string[] = [];
    if (pattern === null || !pattern.test(label)) return { text: label, names };
    const text = label.replace(new RegExp(pattern, "g"), (written, name?: string) => {
      if (name !== undefined && declarations(name) !== undefined && names.length < MOST_VALUES)
        return String.fromCharCode(FIRST_VALUE + names.push(name) - 1);
      if (dialect === "snowman")
        losses.add("twee_read_otherwise", "A script in the words of a link is left out", line, this.#name);
      return dialect === "snowman" ? "" : written;
    });
    return { text, names };
  }

  /** A value that is shown within a line, or the words that name it where there is none. */
  #valueOf(source: string, styles: readonly TextMarkKind[], line: number): Run[] {
    const { declarations, dialect, losses } = this.#context;
    const isName = /^[$_]\w+$/.test(source);
    if (isName && declarations(variableName(source)) !== undefined)
      return [{ text: variableName(source), styles, isValue: true }];
    if (!isName || dialect !== "harlowe") return [{ text: source, styles }];
    const runs: Run[] = [];
    if (!this.#unset(source, { line, styles }, runs))
      losses.add(
        "twee_unread",
        `The value of ${quoted(source)} in a link is not known: it is left out`,
        line,
        this.#name,
      );
    return runs;
  }

  /** Words within a line as their format sets them; null where they are to be whole and something cannot be read. */
  #runsIn(text: string, line: number, isWhole: boolean): Run[] | null {
    const { dialect, lost } = this.#context;
    const pieces = piecesOf(text, withLooks(text, [], dialect, lost, true), dialect, 0);
    if (isWhole && pieces.some(({ kind }) => kind === "unread")) return null;
    return pieces.flatMap((piece): Run[] => {
      const styles = piece.styles ?? [];
      if (piece.kind === "text") return [{ text: piece.text, styles, isQuoted: piece.isQuoted === true }];
      if (piece.kind === "media") this.#media(piece, line);
      return piece.kind === "print" ? this.#valueOf(piece.source, styles, line) : [];
    });
  }

  #media({ what, source }: { what: string; source: string | null }, line: number): void {
    const named = source === null ? "" : ` ${quoted(source)}`;
    this.#context.losses.add("twee_media", `${what}${named} is left out`, line, this.#name);
  }

  /** The words of a choice; `otherwise` where a label has none. */
  #choice(label: Label, line: number, otherwise = ""): Pick<ImportedBranch, "choice_text" | "text_marks"> {
    const { text, marks } = lineOfRuns(this.#labelRuns(label, line));
    if (text === "") return { choice_text: otherwise };
    return { choice_text: text, ...textMarks(marks) };
  }

  #labelWords(piece: ShownPiece): string {
    if (piece.kind === "cycle") return piece.variable;
    if (piece.kind !== "link" && piece.kind !== "in-place") return "";
    const words = this.#choice(labelOf(piece, this.#context.dialect), piece.line).choice_text;
    return words || (piece.kind === "link" ? piece.link.target : (targetIn(piece.body) ?? ""));
  }

  /** An expression as it is asked in this passage. */
  #here(expression: Expression): Expression {
    if ("fn" in expression && !("op" in expression)) {
      if (expression.fn === "turns") return { var: this.#context.turns() };
      if ((expression.fn === "visits" || expression.fn === "visited") && expression.args.length === 0) {
        const { pageVisits } = this.#context;
        if (!this.#isShown || pageVisits === null) return { ...expression, args: [{ ref: this.#name }] };
        return expression.fn === "visits" ? { var: pageVisits } : { op: "gt", args: [{ var: pageVisits }, { lit: 0 }] };
      }
    }
    if ("op" in expression && expression.op === "gt" && this.#context.dialect === "harlowe") {
      const [visits] = expression.args;
      const of = "fn" in visits && !("op" in visits) && visits.fn === "visits" ? visits.args[0] : undefined;
      if (of !== undefined && "ref" in of && this.#isShown) {
        const what = `${quoted("(history:)")} of a page that shows this passage counts the page itself as well`;
        this.#context.losses.add("twee_condition", what, null, this.#name);
      }
      if (of !== undefined && "ref" in of && of.ref === this.#name)
        return { ...expression, args: [visits, { lit: 1 }] };
    }
    if ("lit" in expression && typeof expression.lit === "string") {
      return { lit: this.#context.values.get(expression.lit) ?? expression.lit };
    }
    if (!("args" in expression)) return expression;
    return { ...expression, args: expression.args.map((each) => this.#here(each)) } as Expression;
  }

  #set(target: string, value: boolean): ImportedEffect {
    return { op: "set", target, value: { lit: value }, when: [] };
  }

  #add(kind: NodeKind, branches: ImportedBranch[], more?: Partial<ImportedNode>): string {
    const id = `${this.#name}\u0000${this.#isShown ? "shown " : ""}${this.#count++}`;
    const node = Object.assign(blankNode("", kind), more);
    node.branches = branches;
    this.#context.drafts.set(id, draftOf(id, this.#name, node));
    return id;
  }
}

/** A sum of texts that are written out as the one text that it is. */
function joinedLiteral(expression: Expression): Expression {
  if (!("op" in expression) || expression.op !== "arith" || expression.fn !== "add") return expression;
  const [left, right] = [joinedLiteral(expression.args[0]), joinedLiteral(expression.args[1])];
  const isText = "lit" in left && "lit" in right && (typeof left.lit === "string" || typeof right.lit === "string");
  return isText ? { lit: `${left.lit}${right.lit}` } : expression;
}

/** Unknown part of what an `if` asks: a condition, or values of these variables. */
interface Unknown {
  readonly isOpaque: boolean;
  readonly names: readonly string[];
}

function anyOf(conditions: readonly Expression[]): Expression {
  const [only] = conditions;
  return conditions.length === 1 && only !== undefined ? only : { op: "any", args: [...conditions] };
}

/** A card that is being written. */
class Card {
  readonly runs: Run[] = [];
  readonly effects: ImportedEffect[] = [];
  /** Variables whose values its text shows: what changes them comes later. */
  readonly shown = new Set<string>();
}

export function entryId(name: string): string {
  return `${name}\u0000entry`;
}

export function shownId(name: string): string {
  return `${name}\u0000shown`;
}

/** A branch to a draft. */
function way(kind: BranchKind, target: string): ImportedBranch {
  return { ...NO_BRANCH, kind, target_key: target };
}

/** The variable of a name with its sigil. */
function variableName(written: string): string {
  return written.startsWith("_") ? temporaryName(written) : written.replace(/^\$/, "");
}

/** The words of a link or of a link with content. */
function labelOf(piece: ShownPiece & { kind: "link" | "in-place" }, dialect: TweeDialect | null): Label {
  return piece.kind === "in-place"
    ? piece.label
    : { text: piece.link.text, isVerbatim: isVerbatim(piece.link, dialect) };
}

/** Words whose signs of HTML are letters. */
function escapedSigns(words: string): string {
  return words.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Whether the words of a link in brackets are shown as they stand. */
function isVerbatim({ raw }: TweeLink, dialect: TweeDialect | null): boolean {
  return isSugarCube(dialect) && raw.startsWith("[");
}

function textMarks(marks: readonly TextMark[]): { text_marks?: TextMark[] } {
  return marks.length === 0 ? {} : { text_marks: [...marks] };
}

/** Whether pieces end by leaving the page. */
function leadsOn(pieces: readonly ShownPiece[]): boolean {
  return pieces.findLast((piece) => piece.kind !== "text" || piece.text.trim() !== "")?.kind === "goto";
}

/** The passage that pieces lead to, directly or by one of their links; null where none does. */
function targetIn(pieces: readonly ShownPiece[]): string | null {
  const way = pieces.find(({ kind }) => kind === "goto" || kind === "link");
  return way?.kind === "goto" ? way.target : way?.kind === "link" ? way.link.target : null;
}

/** The content of a link as it is read once that is chosen. */
function shownBody({ body, mode }: ShownPiece & { kind: "in-place" }): readonly ShownPiece[] {
  return mode.shows ? body : withoutWords(body);
}
