import type { LineProgress } from "../dialogue/line-status.ts";
import type { Branch, DialogueAnnotation, DialogueGroup, NodeKind, Variable } from "../dialogue/wire.ts";
import type { Effect, Expression } from "../expression.ts";
import type { JsonObject } from "../json.ts";
import type { TextMark } from "../text-marks/text-mark.ts";

export const IMPORT_FORMATS = ["fabula_json", "twee3", "arcweave_json", "ink", "yarn", "articy_json"] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/**
 * Result of an importer: the wire forms, with names and keys in place of ids. Expressions name variables by name, and
 * entities, nodes and branches by key.
 */
export interface ImportedStory {
  format: ImportFormat;
  /** Identity that the file itself states: the IFID of a Twine story, the GUID of an articy project; absent for none. */
  id?: string | null;
  name: string | null;
  graphs: ImportedGraph[];
  variables: ImportedVariable[];
  entities: ImportedEntity[];
  report: ReportItem[];
  /** Language of the texts, where the file names it; absent where it names none. */
  language?: string | null;
  /** Languages beside it that the file has texts in; absent for none. */
  other_languages?: readonly string[];
}

export interface ImportedGraph {
  /** Stable across imports of the same file: (format, key) is the source of the graph. */
  key: string;
  name: string;
  description: string;
  /** The path of the folder it lies in; absent where the file says nothing of it. */
  folder?: string;
  start_key: string | null;
  nodes: ImportedNode[];
  groups: ImportedGroup[];
  annotations: ImportedAnnotation[];
  extensions: JsonObject;
}

export interface ImportedNode extends LineProgress {
  /** Unique within the graph. */
  key: string;
  kind: NodeKind;
  title: string | null;
  text: string;
  /** Marks on the text, in their normal form. */
  text_marks?: TextMark[];
  tags: string[];
  speaker_key: string | null;
  speaker_label: string | null;
  group_key: string | null;
  canvas_x: number;
  canvas_y: number;
  conditions: Expression[];
  on_enter_effects: ImportedEffect[];
  branches: ImportedBranch[];
  exit_to: { graph_key: string; node_key: string | null } | null;
  /** Free-form properties; absent where the file says nothing of them. */
  properties?: JsonObject;
  extensions: JsonObject;
}

export type ImportedEffect = Omit<Effect, "id">;

export interface ImportedBranch
  extends Omit<Branch, "id" | "target_node_id" | "target_graph_id" | "text_marks" | "conditions" | "effects"> {
  /** Set where an expression refers to the branch; unique among the nodes and branches of its graph. */
  key: string | null;
  /** Key of a node of the graph, or of one that is not in the file; null leads nowhere. */
  target_key: string | null;
  /** Graph that the branch leaves for; `target_key` is then a node of that graph. */
  target_graph_key: string | null;
  /** Marks on the words of the choice, in their normal form. */
  text_marks?: TextMark[];
  conditions: Expression[];
  effects: ImportedEffect[];
}

export interface ImportedGroup extends Omit<DialogueGroup, "id" | "graph_id"> {
  key: string;
}

export interface ImportedAnnotation extends Omit<DialogueAnnotation, "id" | "graph_id"> {
  key: string;
}

export interface ImportedVariable extends Omit<Variable, "id"> {
  /** Name of the variable in every file of its format, whatever it is called; absent where a story calls it by its name alone. */
  key?: string;
  /** Set where the file gives no first value: `default` is what its type suggests. */
  guessed?: true;
}

export interface ImportedEntity {
  key: string;
  type: string;
  name: string;
  properties: JsonObject;
  parent_key: string | null;
}

export type ReportSeverity = "info" | "warning" | "error";

/** Entry of the report about the imported file. */
export interface ReportItem {
  severity: ReportSeverity;
  /** Names the kind of remark, e.g. `twee_guard_kept_opaque`. */
  code: string;
  message: string;
  graph_key: string | null;
  node_key: string | null;
  /** The words of the file it is about, shortened. */
  source: string | null;
}

/** Limits of one import. A larger one is refused before anything is written. */
export const IMPORT_LIMITS = {
  nodes: 100_000,
  branches: 300_000,
  effects: 300_000,
  entities: 100_000,
  variables: 10_000,
  jsonDepth: 64,
  reportItems: 1_000,
} as const;
