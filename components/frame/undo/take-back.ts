import { counted } from "#domain/counted.ts";
import type { Outputs, StudioClient } from "../api/client.ts";
import type { OwnCommit } from "../api/commits.ts";
import { leftLine } from "../changes/left-line.ts";
import type { Undoable } from "./undo-stack.ts";

type TakenBack = Outputs["record"]["takeBack"];

/** Result of taking changes back on the server. */
export interface TakeBackResult {
  /** Words for what was undone: "Replaced 7 times"; null where there are none. */
  readonly label: string | null;
  /** Commits that undid it; none where nothing could be undone. */
  readonly commits: readonly number[];
  /** Fields that stay as they are, a line each, with why. */
  readonly left: readonly string[];
}

/** Operations that make subjects which only their own operation deletes, with the area and parameter of that. */
const MAKING: Readonly<Record<string, { readonly area: string; readonly param: string }>> = {
  "dialogues.create": { area: "dialogues", param: "graph_id" },
  "dialogues.duplicate": { area: "dialogues", param: "graph_id" },
  "entities.create": { area: "entities", param: "entity_id" },
  "variables.create": { area: "variables", param: "variable_id" },
  "relationships.create": { area: "relationships", param: "relationship_id" },
  "facts.create": { area: "facts", param: "fact_id" },
  "checkpoints.create": { area: "checkpoints", param: "checkpoint_id" },
};

/** Returns the subjects that an operation made, where taking its commit back would leave them. */
export function madeBy(path: string, answer: unknown): Undoable["made"] {
  if (path === "dialogues.import") {
    const { graphs } = answer as Outputs["dialogues"]["import"];
    const ids = graphs.flatMap(({ id, outcome }) => (outcome === "new" ? [id] : []));
    const isPart = ids.length < graphs.length;
    return ids.length === 0 ? null : { area: "dialogues", param: "graph_id", ids, isPart };
  }
  const making = Object.hasOwn(MAKING, path) ? MAKING[path] : undefined;
  const id = (answer as { id?: unknown } | null | undefined)?.id;
  return making === undefined || typeof id !== "string" ? null : { ...making, ids: [id], isPart: false };
}

type Deletion = { mutate(input: object, options: { context: Record<string, unknown> }): Promise<unknown> };

/**
 * Takes changes back on the server: the commits field by field, so that what others wrote since stays, the last one first; a
 * subject that one of them made is deleted.
 */
export async function takeBackChanges(
  client: StudioClient,
  project_id: string,
  changes: readonly Undoable[],
): Promise<TakeBackResult> {
  const commits: number[] = [];
  const own: OwnCommit = { committed: (seq) => void commits.push(seq) };
  const context = { ...own };
  const answers: TakenBack[] = [];
  const [made] = changes.flatMap((each) => each.made ?? []);
  if (made !== undefined) {
    const area = (client as unknown as Readonly<Record<string, { readonly delete: Deletion }>>)[made.area];
    for (const id of made.ids) await area?.delete.mutate({ project_id, [made.param]: id }, { context });
  }
  if (made === undefined || made.isPart) {
    const seqs = [...new Set(changes.flatMap((each) => each.commits))].sort((a, b) => b - a);
    for (const seq of seqs) {
      answers.push(await client.record.takeBack.mutate({ project_id, commit_seq: String(seq) }, { context }));
    }
  }
  return {
    label: labelOf(changes) ?? wordsOf(answers),
    commits,
    left: answers.flatMap(({ left }) => left).map(leftLine),
  };
}

/** Returns the words of changes that are undone together; null where they have none. */
export function labelOf(changes: readonly Undoable[]): string | null {
  const labels = [...new Set(changes.toReversed().flatMap(({ label }) => label ?? []))];
  const [first] = labels;
  if (first === undefined) return null;
  // A toast says what it did first, and then what follows from it.
  const words = first.replace(/([.!?]) .*$/s, "$1").replace(/\.$/, "");
  return labels.length > 1 ? `${words} and ${labels.length - 1} more` : words;
}

function wordsOf(answers: readonly TakenBack[]): string | null {
  const total = answers.reduce((sum, answer) => sum + answer.total, 0);
  const [first] = answers.flatMap(({ changes }) => changes);
  if (first === undefined) return null;
  if (total !== 1) return counted(total, "change");
  const [field] = first.fields;
  return field === undefined ? `Change of “${first.name}”` : `${field.name} of “${first.name}”`;
}
