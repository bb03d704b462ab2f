import type { Expression } from "#domain/expression.ts";
import type { ImportedBranch, ImportedEffect, ImportedNode } from "#domain/import/story.ts";

type Value = string | number | boolean;

/** A column and row of the canvas grid. */
export type Cell = readonly [column: number, row: number];

// A card is 264 px wide; both steps are multiples of the canvas's 8-px snap.
const COLUMN_WIDTH = 320;
const ROW_HEIGHT = 184;

/** The canvas position of a cell; row -1, above the cards, is kept for annotations. */
export function at([column, row]: Cell): { canvas_x: number; canvas_y: number } {
  return { canvas_x: column * COLUMN_WIDTH, canvas_y: (row + 1) * ROW_HEIGHT };
}

/** The variable holds exactly this value. */
export function is(variable: string, value: Value): Expression {
  return { op: "eq", args: [{ var: variable }, { lit: value }] };
}

/** The variable is this large or larger. */
export function atLeast(variable: string, value: number): Expression {
  return { op: "gte", args: [{ var: variable }, { lit: value }] };
}

/** The player has been at this card before. */
export function visited(nodeKey: string): Expression {
  return { fn: "visited", args: [{ ref: nodeKey }] };
}

/** One of these holds. */
export function any(...args: Expression[]): Expression {
  return { op: "any", args };
}

/** All of these hold. */
export function all(...args: Expression[]): Expression {
  return { op: "all", args };
}

/** Gives a variable a value, if everything in `when` holds. */
export function set(variable: string, value: Value, ...when: Expression[]): ImportedEffect {
  return { op: "set", target: variable, value: { lit: value }, when };
}

/** Raises a number. */
export function add(variable: string, amount: number): ImportedEffect {
  return { op: "add", target: variable, value: { lit: amount }, when: [] };
}

/** Lowers a number. */
export function sub(variable: string, amount: number): ImportedEffect {
  return { op: "sub", target: variable, value: { lit: amount }, when: [] };
}

/** What a choice needs and does beyond its words; left out: always there, any number of times, without effect. */
export interface ChoiceTerms {
  needs?: Expression[];
  does?: ImportedEffect[];
  once?: boolean;
  /** Shown but not to be chosen while `needs` does not hold; otherwise it is hidden. */
  showLocked?: boolean;
}

function branch(kind: ImportedBranch["kind"], target: string, text: string, terms: ChoiceTerms = {}): ImportedBranch {
  return {
    key: null,
    kind,
    target_key: target,
    target_graph_key: null,
    choice_text: text,
    conditions: terms.needs ?? [],
    effects: terms.does ?? [],
    when_unavailable: terms.showLocked ? "disable" : "hide",
    repeat: terms.once ? "once" : "sticky",
    repeat_scope: "playthrough",
    weight: 1,
    extensions: {},
  };
}

/** Something the player may say, or do (then the text is in parentheses). */
export function choice(text: string, target: string, terms?: ChoiceTerms): ImportedBranch {
  return branch("choice", target, text, terms);
}

/** The story goes on by itself when everything in `needs` holds. */
export function auto(target: string, ...needs: Expression[]): ImportedBranch {
  return branch("auto", target, "", { needs });
}

/** Where a condition card leads when none of its other branches does. */
export function otherwise(target: string): ImportedBranch {
  return branch("else", target, "");
}

/** A card as its writer thinks of it. */
export interface Card {
  key: string;
  kind?: ImportedNode["kind"];
  title: string;
  cell: Cell;
  /** External id of the character who speaks; left out for narration. */
  speaker?: string;
  /** What the player sees instead of the speaker's name. */
  label?: string;
  tags?: string[];
  /** Paragraphs. */
  text: string[];
  enter?: ImportedEffect[];
  branches: ImportedBranch[];
  exitTo?: ImportedNode["exit_to"];
}

/** Turns the cards of one act into nodes of its group. */
export function act(groupKey: string | null, cards: Card[]): ImportedNode[] {
  return cards.map((card) => ({
    key: card.key,
    kind: card.kind ?? "line",
    title: card.title,
    text: card.text.join("\n\n"),
    tags: card.tags ?? [],
    speaker_key: card.speaker ?? null,
    speaker_label: card.label ?? null,
    group_key: groupKey,
    ...at(card.cell),
    conditions: [],
    on_enter_effects: card.enter ?? [],
    branches: card.branches,
    exit_to: card.exitTo ?? null,
    extensions: {},
  }));
}
