import type { Condition, Effect, VariableValue } from "../expression.ts";
import type { JsonObject } from "../json.ts";
import type { TextMark } from "../text-marks/text-mark.ts";
import { type LineProgress, NEW_LINE } from "./line-status.ts";

/** Every kind a node can have. The studio offers some of them; the others come from imports and are kept. */
export const NODE_KINDS = [
  "entry",
  "line",
  "choice",
  "condition",
  "instruction",
  "hub",
  "jump",
  "detour",
  "return",
  "random",
  "storylet_group",
  "subgraph",
  "command",
  "wait_event",
  "talk",
  "end",
] as const;
export type NodeKind = (typeof NODE_KINDS)[number];
/** The kind at which a player says what comes to mind to the npc that speaks there. */
export const TALK_KIND: NodeKind = "talk";
export const DEFAULT_NODE_KIND: NodeKind = "line";

/** The kind that ends a dialogue. */
export const TERMINAL_KIND: NodeKind = "end";

/** Kinds that need no branches: what ends a dialogue, and what goes back to where a detour began. */
export const CLOSING_KINDS: readonly NodeKind[] = [TERMINAL_KIND, "return"];

/** Whether a node of a kind needs no branches. */
export function needsNoBranches(kind: string): boolean {
  return CLOSING_KINDS.some((closing) => closing === kind);
}

export const BRANCH_KINDS = ["choice", "auto", "else", "fallback", "event"] as const;
export type BranchKind = (typeof BRANCH_KINDS)[number];

export const WHEN_UNAVAILABLE = ["hide", "disable"] as const;
export type WhenUnavailable = (typeof WHEN_UNAVAILABLE)[number];

export const BRANCH_REPEATS = ["sticky", "once", "limited"] as const;
export type BranchRepeat = (typeof BRANCH_REPEATS)[number];

/** The highest limit of a branch. */
export const MAX_REPEATS = 1_000_000;

export const REPEAT_SCOPES = ["playthrough", "visit", "player"] as const;
export type RepeatScope = (typeof REPEAT_SCOPES)[number];

/** Default values of a branch. */
export const BRANCH_DEFAULTS = {
  kind: "choice",
  target_node_id: null,
  target_graph_id: null,
  choice_text: "",
  text_marks: [] as TextMark[],
  when_unavailable: "hide",
  repeat: "sticky",
  repeat_scope: "playthrough",
  repeat_limit: null,
  unwind: false,
  weight: 1,
  opened_by: null,
  ...NEW_LINE,
} as const satisfies Partial<Branch>;

/** Colour tokens of groups and annotations; how each looks in light and dark is the theme's business. */
export const COLORS = [
  "neutral",
  "red",
  "orange",
  "yellow",
  "green",
  "cyan",
  "blue",
  "purple",
  "pink",
  "brown",
] as const;
export type Color = (typeof COLORS)[number];
export const DEFAULT_COLOR: Color = "neutral";

export function isColor(value: string): value is Color {
  return (COLORS as readonly string[]).includes(value);
}

export const VARIABLE_TYPES = ["boolean", "integer", "number", "string", "enum", "set"] as const;
export type VariableType = (typeof VARIABLE_TYPES)[number];

/** Lifetimes of a variable's value. */
export const VARIABLE_SCOPES = ["project", "playthrough", "dialogue", "temporary"] as const;
export type VariableScope = (typeof VARIABLE_SCOPES)[number];

/** Default values of a variable. */
export const VARIABLE_DEFAULTS = { scope: "playthrough", min: null, max: null } as const satisfies Partial<Variable>;

/** Origin of an imported subject: the format and its key there, so that importing again updates it. */
export type Source = {
  format: string;
  key: string;
};

/** Outcome of a talk that opens a branch: everything in it has to come up. */
export type TalkOutcome = {
  /** Facts that the npc tells, by their ids. */
  facts: string[];
  /** Actions that the npc takes, by the keys that it declares them with. */
  actions: string[];
};

export type Branch = LineProgress & {
  id: string;
  kind: BranchKind;
  target_node_id: string | null;
  /** Dialogue that the branch leaves for; null, or this graph's own id, while it stays. */
  target_graph_id: string | null;
  choice_text: string;
  /** Marks on the words of the choice, in their normal form. */
  text_marks: TextMark[];
  conditions: Condition[];
  effects: Effect[];
  when_unavailable: WhenUnavailable;
  repeat: BranchRepeat;
  repeat_scope: RepeatScope;
  /** Number of times a `limited` branch can be taken; null is once. */
  repeat_limit: number | null;
  /** Whether nothing is come back to any more once it is taken: detours under way end. */
  unwind: boolean;
  weight: number;
  /** Outcome of a talk that opens the branch, at a node of kind `talk`; null for one that only its written answer takes. */
  opened_by: TalkOutcome | null;
  extensions: JsonObject;
};

/** The part of a recorded resource that says when it held. */
export type RecordMeta = {
  created_at: string;
  updated_at: string;
  valid_from_seq: number | null;
  valid_to_seq: number | null;
};

export type ExitTo = {
  graph_id: string;
  node_id: string | null;
};

export type DialogueNode = RecordMeta &
  LineProgress & {
    id: string;
    project_id: string;
    graph_id: string;
    kind: NodeKind;
    title: string | null;
    text: string;
    /** Marks on the text, in their normal form. */
    text_marks: TextMark[];
    speaker_id: string | null;
    speaker_label: string | null;
    tags: string[];
    group_id: string | null;
    canvas_x: number | null;
    canvas_y: number | null;
    conditions: Condition[];
    on_enter_effects: Effect[];
    branches: Branch[];
    exit_to: ExitTo | null;
    /** Free-form properties, such as those that a template of its kind declares. */
    properties: JsonObject;
    extensions: JsonObject;
    source: Source | null;
  };

export type DialogueGraph = RecordMeta & {
  id: string;
  project_id: string;
  /** Identifier that a caller gave it; null where none did. */
  external_id: string | null;
  name: string;
  description: string;
  /** The path of the folder it lies in, such as `Act 1/Harbour`; empty at the top. */
  folder: string;
  start_node_id: string | null;
  extensions: JsonObject;
  source: Source | null;
};

export interface DialogueGroup {
  id: string;
  graph_id: string;
  title: string;
  color: string;
}

export interface DialogueAnnotation {
  id: string;
  graph_id: string;
  text: string;
  canvas_x: number;
  canvas_y: number;
  width: number | null;
  height: number | null;
  color: string;
}

export interface Variable {
  id: string;
  name: string;
  type: VariableType;
  default: VariableValue;
  enum_values: string[];
  scope: VariableScope;
  /** The least and the greatest value of a number; null is without bound. */
  min: number | null;
  max: number | null;
  description: string;
}

/** The value a variable of this type has when nothing else is said. */
export function neutralValue(type: VariableType, enumValues: readonly string[] = []): VariableValue {
  switch (type) {
    case "set":
      return [];
    case "boolean":
      return false;
    case "integer":
    case "number":
      return 0;
    case "string":
      return "";
    case "enum":
      return enumValues[0] ?? "";
  }
}

/** Whether a value may be the default, or become the value, of a variable of this type. */
export function fitsType(value: VariableValue, type: VariableType, enumValues: readonly string[] = []): boolean {
  switch (type) {
    case "set":
      return (
        Array.isArray(value) && new Set(value).size === value.length && value.every((each) => enumValues.includes(each))
      );
    case "boolean":
      return typeof value === "boolean";
    case "integer":
      return Number.isSafeInteger(value);
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "string":
      return typeof value === "string";
    case "enum":
      return typeof value === "string" && enumValues.includes(value);
  }
}

/** Whether variables of a type declare the values they can have. */
export function declaresValues(type: VariableType): boolean {
  return type === "enum" || type === "set";
}

/** Whether values of a type can have bounds. */
export function isBounded(type: VariableType): boolean {
  return type === "integer" || type === "number";
}

/** A number brought within bounds; null is without bound. */
export function withinBounds(value: number, { min, max }: Pick<Variable, "min" | "max">): number {
  return Math.min(max ?? value, Math.max(min ?? value, value));
}

/** Returns how often a branch can be taken within its scope; Infinity without a limit. */
export function limitOf({ repeat, repeat_limit }: Pick<Branch, "repeat" | "repeat_limit">): number {
  if (repeat === "sticky") return Number.POSITIVE_INFINITY;
  return repeat === "limited" ? (repeat_limit ?? 1) : 1;
}
