import type { GestureOperation } from "../dialogues/public.ts";
import type { SuggestionPart } from "./suggestion.ts";

/** Parts of a suggestion by the subject that they create, change or lead to. */
export interface Naming {
  /** The part that creates or restores a node, group or note. */
  readonly madeBy: ReadonlyMap<string, string>;
  /** Parts whose branches lead to a node, or that make the dialogue begin at it. */
  readonly ledToBy: ReadonlyMap<string, readonly string[]>;
  /** Subjects that each part changes or makes. */
  readonly writtenBy: ReadonlyMap<string, readonly string[]>;
  /** Subjects that each part needs to be there: what it changes, and the groups its nodes are in. */
  readonly neededBy: ReadonlyMap<string, readonly string[]>;
}

/** Finds the subjects that the parts of a suggestion name, without reading the record. */
export function naming(parts: readonly SuggestionPart[]): Naming {
  const madeBy = new Map<string, string>();
  const ledToBy = new Map<string, string[]>();
  const writtenBy = new Map<string, string[]>();
  const neededBy = new Map<string, string[]>();
  const add = (map: Map<string, string[]>, key: string, value: string | null | undefined): void => {
    if (value == null) return;
    const list = map.get(key);
    if (list === undefined) map.set(key, [value]);
    else if (!list.includes(value)) list.push(value);
  };
  for (const { id: part, operations } of parts) {
    for (const operation of operations) {
      const made = madeOf(operation);
      const subject = made ?? subjectOf(operation);
      if (made !== null && !madeBy.has(made)) madeBy.set(made, part);
      add(writtenBy, part, subject);
      if (made === null || operation.op.endsWith(".restore")) add(neededBy, part, subject);
      add(neededBy, part, groupOf(operation));
      for (const target of targetsOf(operation)) add(ledToBy, target, part);
    }
  }
  return { madeBy, ledToBy, writtenBy, neededBy };
}

function madeOf(operation: GestureOperation): string | null {
  switch (operation.op) {
    case "node.create":
      return operation.node.id;
    case "group.create":
      return operation.group.id;
    case "annotation.create":
      return operation.annotation.id;
    case "node.restore":
    case "group.restore":
    case "annotation.restore":
      return operation.id;
    default:
      return null;
  }
}

function subjectOf(operation: GestureOperation): string | null {
  if ("node_id" in operation) return operation.node_id;
  return "id" in operation ? operation.id : null;
}

function groupOf(operation: GestureOperation): string | null {
  if (operation.op === "node.create") return operation.node.group_id;
  return operation.op === "node.update" ? (operation.patch.group_id ?? null) : null;
}

function targetsOf(operation: GestureOperation): string[] {
  const targets = (branches: readonly { target_node_id: string | null }[]) =>
    branches.flatMap(({ target_node_id }) => target_node_id ?? []);
  switch (operation.op) {
    case "node.create":
      return targets(operation.node.branches);
    case "node.update":
      return targets(operation.patch.branches ?? []);
    case "branch.create":
      return targets([operation.branch]);
    case "branch.update":
      return targets([{ target_node_id: operation.patch.target_node_id ?? null }]);
    case "dialogue.update":
      return targets([{ target_node_id: operation.patch.start_node_id ?? null }]);
    default:
      return [];
  }
}
