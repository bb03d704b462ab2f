import { counted } from "../counted.ts";
import type { ProblemGroup } from "./group-problems.ts";
import type { Problem, ProblemCode, ProblemData } from "./problem.ts";

/** Display names for messages; a function that returns undefined leaves a general word. */
export interface ProblemNames {
  node?: (id: string) => string | undefined;
  variable?: (id: string) => string | undefined;
  entity?: (id: string) => string | undefined;
  fact?: (id: string) => string | undefined;
}

/** Every rule in a few words, for lists of rules. */
export const RULE_NAMES: Readonly<Record<ProblemCode, string>> = {
  missing_start: "Missing start",
  dead_end: "Dead end",
  invalid_target: "Missing target",
  unmatched_import: "Not found on import",
  missing_dialogue: "Missing dialogue",
  undeclared_variable: "Undeclared variable",
  type_mismatch: "Wrong type",
  malformed_logic: "Incomplete logic",
  missing_reference: "Names what is gone",
  no_ending: "No ending",
  unreachable: "Cannot be reached",
  no_route_to_end: "No way to an ending",
  open_choice: "Choice goes nowhere yet",
  asks_nothing: "Asks nothing yet",
  never_holds: "Never true",
  never_set: "Never set",
  never_told: "Never told",
  nobody_answers: "Nobody answers",
  unknown_action: "Unknown action",
  empty_text: "Empty line",
  empty_choice: "Empty choice",
  duplicate_choice: "Same words twice",
  unknown_speaker: "Unknown speaker",
  always_holds: "Always true",
  unmatched_speaker: "Speaker not matched",
  opaque_logic: "Logic kept as text",
};

/** The rule a problem is about in a few words, as a heading. To a writer a lost target is one, whoever lost it. */
export function ruleName({ code, data }: Pick<Problem, "code" | "data">): string {
  const isTarget = code === "unmatched_import" && data.target_node_id !== undefined;
  return RULE_NAMES[isTarget ? "invalid_target" : code];
}

/** The rule of a group. */
export function groupRuleName({ code, problems }: ProblemGroup): string {
  return ruleName({ code, data: problems[0]?.data ?? {} });
}

/** A problem in one sentence, for its node. */
export function describeProblem(problem: Problem, names: ProblemNames = {}): string {
  const { code, data, branch_id } = problem;
  const choice =
    data.choice_text === undefined || data.choice_text.trim() === "" ? "A choice" : quoted(data.choice_text);
  const it = branch_id === null ? "this card" : "this choice";
  switch (code) {
    case "missing_start":
      return "The card this dialogue starts with no longer exists.";
    case "dead_end":
      return "Nothing follows this card, and it is not marked as an ending.";
    case "invalid_target":
      return `${choice} leads to a card that does not exist.`;
    case "unmatched_import":
      return branch_id !== null && data.target_node_id !== undefined
        ? `${choice} leads to ${quoted(data.name ?? "")}, which was not in the imported file.`
        : `The logic of ${it} names ${quoted(data.name ?? "")}, which was not in the imported file.`;
    case "missing_dialogue":
      return data.name === undefined
        ? `${branch_id === null ? "This ending" : choice} leaves for a dialogue that does not exist.`
        : `${branch_id === null ? "This ending" : choice} leaves for the dialogue ${quoted(data.name)}, which does not exist.`;
    case "undeclared_variable":
      return `The logic of ${it} uses ${undeclared(problem, names)}.`;
    case "type_mismatch":
      return mismatch(problem, names, it);
    case "malformed_logic":
      return `The logic of ${it} is incomplete. ${data.reason ?? ""}`.trim();
    case "missing_reference":
      return `The logic of ${it} names ${missingPlace(problem.cause)} that does not exist.`;
    case "no_ending":
      return "No card is an ending, and nothing leaves for another dialogue.";
    case "unreachable":
      return problem.cause === problem.node_id
        ? "Nothing that can be reached from the start leads here."
        : `This card is reached only through ${nodeOf(problem.cause, names)}, to which nothing leads.`;
    case "no_route_to_end":
      return problem.cause === problem.node_id
        ? "From here the story goes round in a circle and never ends."
        : `From here the story ends up going round in a circle at ${nodeOf(problem.cause, names)}.`;
    case "open_choice":
      return `${choice} goes nowhere yet.`;
    case "asks_nothing":
      return "Asks nothing yet: this check has no test.";
    case "never_set":
      return `${data.holds === true ? "Always true" : "Can never be true"}: ${inStates(data, names)}. Nothing changes ${variableOf(problem, names)}.`;
    case "never_told":
      return `Nothing ever tells ${names.entity?.(data.entity_id ?? "") ?? "somebody"} ${factOf(problem.cause, names)}, so they never know it.`;
    case "nobody_answers":
      return "Nobody answers here: the character of this talk has no voice, so players only choose.";
    case "unknown_action":
      return `A choice waits for the action ${quoted(data.name ?? "")}, which the character does not take.`;
    case "never_holds":
      if (data.states !== undefined)
        return data.states.length === 0
          ? "Can never be true here, whatever the player does."
          : `Can never be true: ${inStates(data, names)}.`;
      return branch_id === null
        ? "The conditions of this card can never hold."
        : "The conditions of this choice can never hold, so nobody will ever see it.";
    case "always_holds":
      return `The conditions of ${it} always hold, so they are not needed.`;
    case "empty_text":
      return "This line has no text.";
    case "empty_choice":
      return "This choice has no text.";
    case "duplicate_choice":
      return `${choice} is offered twice on this card.`;
    case "unknown_speaker":
      return "The speaker of this line no longer exists.";
    case "unmatched_speaker":
      return `The label ${quoted(data.name ?? "")} belongs to no character.`;
    case "opaque_logic":
      return `Some logic of ${it} is in another language. It is kept, but cannot be checked or played.`;
  }
}

/** A group of problems in one sentence: what is wrong, how often, and because of what. */
export function describeGroup(group: ProblemGroup, names: ProblemNames = {}): string {
  const [first] = group.problems;
  const count = group.problems.length;
  if (first === undefined) return groupRuleName(group);
  if (count === 1 && group.code !== "undeclared_variable") return describeProblem(first, names);
  switch (group.code) {
    case "invalid_target":
      return `${count} choices lead to a card that does not exist.`;
    case "unmatched_import":
      return `${count} places name ${quoted(first.data.name ?? "")}, which was not in the imported file.`;
    case "missing_dialogue":
      return `${count} places leave for a dialogue that does not exist.`;
    case "undeclared_variable":
      return `${counted(count, "place uses", "places use")} ${undeclared(first, names)}.`;
    case "missing_reference":
      return `${count} places name ${missingPlace(group.cause)} that does not exist.`;
    case "unreachable":
      return `${count} cards cannot be reached, because nothing leads to ${nodeOf(group.cause, names)}.`;
    case "no_route_to_end":
      return `From ${count} cards no ending can be reached: the story goes round in a circle at ${nodeOf(group.cause, names)}.`;
    case "unknown_speaker":
      return `${count} lines have a speaker who no longer exists.`;
    case "never_set":
      return `${count} places ask for ${variableOf(first, names)}, which nothing changes.`;
    case "never_told":
      return `${count} places ask who knows ${factOf(first.cause, names)}, which nothing tells.`;
    case "unmatched_speaker":
      return `${count} lines are labelled ${quoted(first.data.name ?? "")}, which belongs to no character.`;
    default:
      return `${describeProblem(first, names)} (${count} times)`;
  }
}

/** Values of variables in words: "coins is always 0 here". */
function inStates({ states = [] }: ProblemData, names: ProblemNames): string {
  const told = states.map(({ variable_id, values }) => {
    const name = names.variable?.(variable_id) ?? "a variable";
    const [only] = values;
    if (values.length < 2) return `${name} is always ${only ?? "the same"}`;
    return `${name} is ${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
  });
  return `${told.join(" and ")} here`;
}

function variableOf({ variable_id }: Problem, names: ProblemNames): string {
  return (variable_id === null ? undefined : names.variable?.(variable_id)) ?? "it";
}

function missingPlace(id: string): string {
  if (id.startsWith("br_")) return "a choice";
  if (id.startsWith("fact_")) return "a fact";
  if (id.startsWith("qst_")) return "a quest";
  if (id.startsWith("stg_")) return "a stage of a quest";
  if (id.startsWith("obj_")) return "an objective of a quest";
  return id.startsWith("dlg_") ? "a dialogue" : "a card";
}

function factOf(id: string, names: ProblemNames): string {
  const words = names.fact?.(id);
  return words === undefined ? "a fact" : quoted(words);
}

function mismatch({ data, variable_id }: Problem, names: ProblemNames, it: string): string {
  const about = variable_id === null ? "" : ` at ${quoted(names.variable?.(variable_id) ?? variable_id)}`;
  if (data.expected === undefined || data.actual === undefined) {
    return `The logic of ${it} mixes types${about}. ${data.reason ?? ""}`.trim();
  }
  return `The logic of ${it} mixes types${about}: ${data.expected} was expected, ${data.actual} was found.`;
}

function undeclared({ variable_id, data }: Problem, names: ProblemNames): string {
  const name = (variable_id === null ? undefined : names.variable?.(variable_id)) ?? data.name;
  return name === undefined ? "a variable that is not declared" : `the variable ${quoted(name)}, which is not declared`;
}

function nodeOf(id: string, names: ProblemNames): string {
  const name = names.node?.(id);
  return name === undefined || name.trim() === "" ? "one card" : quoted(name);
}

function quoted(text: string): string {
  return `‘${shortName(text)}’`;
}

/** A name or text as messages quote it: in one line of sixty characters. */
export function shortName(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
