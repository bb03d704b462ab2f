import { counted } from "#domain/counted.ts";
import { deletionIn } from "#domain/undone-areas.ts";
import type { Inputs, Outputs, StudioClient } from "../api/client.ts";
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

/** Returns what has to be known of a change to undo and redo it, beside its commits. */
export function partsOf(
  path: string,
  input: Readonly<Record<string, unknown>>,
  answer: unknown,
): Pick<Undoable, "made" | "isPartMade" | "deleted"> {
  const none = { made: [], isPartMade: false, deleted: [] };
  const [area = "", operation = ""] = path.split(".");
  const { param, ending } = deletionIn(area);
  const name = operation.slice(0, operation.length - ending.length);
  const of = { area, ...(ending !== "" && { name: `delete${ending}` }) };
  const { project_id, base_seq: _, ...asked } = input;
  if (name === "delete") return { ...none, deleted: [{ ...of, input: { project_id, ...asked } }] };
  if (path === "dialogues.import") {
    const { graphs } = answer as Outputs["dialogues"]["import"];
    const fresh = graphs.filter(({ outcome }) => outcome === "new");
    const made = fresh.map(({ id }) => ({ area, input: { project_id, graph_id: id } }));
    return { ...none, made, isPartMade: made.length < graphs.length };
  }
  if (path === "ideas.promote") return { ...none, made: promotedTo(answer, project_id), isPartMade: true };
  const facts = factsMade(path, input, answer);
  if (facts !== null) {
    const made = facts.map((fact_id) => ({ area, input: { project_id, fact_id } }));
    return { ...none, made, isPartMade: path === "facts.supersede" };
  }
  const id = (answer as { id?: unknown } | null | undefined)?.id;
  if (param === null || typeof id !== "string" || (name !== "create" && name !== "duplicate")) return none;
  return { ...none, made: [{ ...of, input: { project_id, [param]: id } }] };
}

/** Returns the deletions of what a promotion made: what names others goes first. */
function promotedTo(answer: unknown, project_id: unknown): Undoable["made"] {
  const { promoted_to } = answer as Outputs["ideas"]["promote"];
  if (promoted_to === null) return [];
  const { fact_ids, seed_ids, entity_ids } = promoted_to;
  return [
    ...fact_ids.map((fact_id) => ({ area: "facts", input: { project_id, fact_id } })),
    ...seed_ids.map((seed_id) => ({ area: "seeds", input: { project_id, seed_id } })),
    ...entity_ids.map((entity_id) => ({ area: "entities", input: { project_id, entity_id } })),
  ];
}

/** Returns the ids of the facts that a call makes besides what else it does; null where it makes none. */
function factsMade(path: string, input: Readonly<Record<string, unknown>>, answer: unknown): string[] | null {
  if (path === "facts.supersede") {
    return typeof input.by === "object" ? [(answer as Outputs["facts"]["supersede"]).by.id] : null;
  }
  if (path !== "facts.batch") return null;
  const parts = input.facts as Inputs["facts"]["batch"]["facts"];
  const made = parts.flatMap((part) => (part.op === undefined || part.op === "create" ? (part.id ?? []) : []));
  return made.length === 0 ? null : made;
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

type DeleteCall = { mutate(input: object, options: { context: Record<string, unknown> }): Promise<unknown> };

/**
 * Takes changes back on the server, or does them again: the commits field by field, so that what others wrote since stays, the last one
 * first; subjects that stand alone by the operation that deletes them.
 */
export async function takeBackChanges(
  client: StudioClient,
  project_id: string,
  changes: readonly Undoable[],
  isUndo: boolean,
): Promise<TakeBackResult> {
  const commits: number[] = [];
  const own: OwnCommit = { committed: (seq) => void commits.push(seq) };
  const context = { ...own };
  const answers: TakenBack[] = [];
  const deletions = changes.flatMap(({ made, deleted }) => (isUndo ? made : deleted));
  for (const { area, name = "delete", input } of deletions) {
    const calls = (client as unknown as Readonly<Record<string, Readonly<Record<string, DeleteCall>>>>)[area];
    await calls?.[name]?.mutate(input, { context });
  }
  // What was deleted just now is gone as it was meant to be.
  const taken = new Set(deletions.flatMap(({ input }) => Object.values(input)));
  if (deletions.length === 0 || (isUndo && changes.some(({ isPartMade }) => isPartMade))) {
    const seqs = [...new Set(changes.flatMap((each) => each.commits))].sort((a, b) => b - a);
    for (const seq of seqs) {
      answers.push(await client.record.takeBack.mutate({ project_id, commit_seq: String(seq) }, { context }));
    }
  }
  return {
    label: labelOf(changes) ?? wordsOf(answers),
    commits,
    left: answers
      .flatMap(({ left }) => left)
      .filter(({ reason, subject_id }) => reason !== "gone" || !taken.has(subject_id))
      .map(leftLine),
  };
}

function wordsOf(answers: readonly TakenBack[]): string | null {
  const total = answers.reduce((sum, answer) => sum + answer.total, 0);
  const [first] = answers.flatMap(({ changes }) => changes);
  if (first === undefined) return null;
  if (total !== 1) return counted(total, "change");
  const [field] = first.fields;
  return field === undefined ? `Change of “${first.name}”` : `${field.name} of “${first.name}”`;
}
