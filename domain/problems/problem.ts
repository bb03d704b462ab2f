/** Severities of problems: an error breaks play, a warning is probably unintended, an info is worth knowing. */
export const SEVERITIES = ["error", "warning", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Every rule a dialogue is checked by, with its severity; in the order in which they are listed. */
export const PROBLEM_SEVERITY = {
  missing_start: "error",
  dead_end: "error",
  invalid_target: "error",
  unmatched_import: "error",
  missing_dialogue: "error",
  undeclared_variable: "error",
  type_mismatch: "error",
  malformed_logic: "error",
  missing_reference: "error",
  no_ending: "warning",
  unreachable: "warning",
  no_route_to_end: "warning",
  open_choice: "warning",
  asks_nothing: "warning",
  never_holds: "warning",
  never_set: "warning",
  never_told: "warning",
  nobody_answers: "warning",
  unknown_action: "warning",
  empty_text: "warning",
  empty_choice: "warning",
  duplicate_choice: "warning",
  unknown_speaker: "warning",
  always_holds: "info",
  unmatched_speaker: "info",
  opaque_logic: "info",
} as const satisfies Record<string, Severity>;

export type ProblemCode = keyof typeof PROBLEM_SEVERITY;
export const PROBLEM_CODES = Object.keys(PROBLEM_SEVERITY) as ProblemCode[];

/** Parameters of a problem's message, besides the names of the subjects that the problem points at. */
export interface ProblemData {
  /** Location in a node's logic: a JSON pointer whose first steps are a list and the id of its entry. */
  path?: string;
  /** Entity that a condition asks to know something. */
  entity_id?: string;
  /** The target of a branch, the missing node. */
  target_node_id?: string | null;
  choice_text?: string;
  /** Name that an import has for the subject it could not find, the label of a speaker, or the key of an action. */
  name?: string;
  expected?: string;
  actual?: string;
  /** A sentence of the expression checker. */
  reason?: string;
  /** Values of variables wherever a condition is asked, where they are few. */
  states?: SeenValues[];
  /** Whether a condition always holds, rather than never. */
  holds?: boolean;
}

/** All values of a variable at one place. */
export interface SeenValues {
  variable_id: string;
  /** Values as they are read: a number, yes or no, a text in quotation marks. */
  values: string[];
}

/** One thing that is wrong, or may be, in a dialogue. It holds ids only, so that renaming changes no problem. */
export interface Problem {
  code: ProblemCode;
  severity: Severity;
  /** The node; null when it is about the dialogue. */
  node_id: string | null;
  branch_id: string | null;
  variable_id: string | null;
  /**
   * Cause to put right: problems of one code with one cause go away together. It is the id of a node, branch, variable,
   * entity, fact, quest or dialogue (which may no longer exist), or `label:` and the label of a speaker.
   */
  cause: string;
  data: ProblemData;
}

/** Whether a thing exists, by id; of what is not known (undefined) nothing is said. A map will do. */
export type Existence = Pick<ReadonlyMap<string, boolean>, "get">;

type ProblemSubject = Partial<Pick<Problem, "node_id" | "branch_id" | "variable_id">>;

/** A problem with the severity of its code. */
export function problem(code: ProblemCode, cause: string, place: ProblemSubject, data: ProblemData = {}): Problem {
  return {
    code,
    severity: PROBLEM_SEVERITY[code],
    node_id: place.node_id ?? null,
    branch_id: place.branch_id ?? null,
    variable_id: place.variable_id ?? null,
    cause,
    data,
  };
}

/** A name for a problem that stays the same as long as it does; unique within a dialogue. */
export function problemKey({ code, node_id, branch_id, variable_id, data }: Problem): string {
  return `${code} ${node_id ?? ""} ${branch_id ?? ""} ${variable_id ?? ""} ${data.path ?? ""}`;
}

/** Counts the problems of each severity. */
export function countProblems(problems: Iterable<Pick<Problem, "severity">>): Record<Severity, number> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of problems) counts[severity]++;
  return counts;
}
