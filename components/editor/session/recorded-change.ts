import { nodeListsFromKeyed, type StoredNodeLists } from "#domain/dialogue/keyed.ts";
import type { Outputs } from "../../frame/api/client.ts";
import { madeNode } from "../model/apply-node.ts";
import type { Annotation, Graph, Group, Node } from "../model/model.ts";

/** One recorded transition, as the feed brings it. */
export type RecordedEvent = Outputs["record"]["events"]["events"][number];
type Change = RecordedEvent["change"];
type Fields = Record<string, unknown>;

/** A card, group, note, or the dialogue itself. */
export type Subject = Node | Group | Annotation | Graph;

/** What became of a subject: its new state, gone, or `unknown` where the change alone does not say. */
export type Outcome = { readonly subject: Subject } | "gone" | "unknown" | "elsewhere";

const LISTS = new Set(["branches", "conditions", "on_enter_effects", "effects"]);
const SUBJECT_TYPES = new Set(["dialogue", "dialogue_node", "dialogue_group", "dialogue_annotation"]);

/** What an event makes of its subject, given the subject as it was known, as far as that follows from the event. */
export function outcomeOf(graphId: string, known: Subject | undefined, event: RecordedEvent): Outcome {
  if (!SUBJECT_TYPES.has(event.subject_type)) return "elsewhere";
  const whole = event.change.set?.[""];
  if (whole !== undefined) return made(graphId, known, event, whole as Fields);
  if (known === undefined) return "elsewhere";
  if (event.change.unset?.includes("")) return "gone";
  return changed(known, event.change);
}

function made(
  graphId: string,
  known: Subject | undefined,
  { subject_type, subject_id: id }: RecordedEvent,
  state: Fields,
): Outcome {
  if (subject_type === "dialogue")
    return known === undefined ? "elsewhere" : { subject: pick(known, { ...state, id }) };
  if (state.graph_id !== graphId) return "elsewhere";
  if (subject_type === "dialogue_group") return { subject: pick<Group>({ id, title: "", color: "" }, state) };
  if (subject_type === "dialogue_annotation") {
    const empty: Annotation = { id, text: "", canvas_x: 0, canvas_y: 0, width: null, height: null, color: "" };
    return { subject: pick(empty, state) };
  }
  const lists = {
    branches: state.branches ?? {},
    conditions: state.conditions ?? {},
    on_enter_effects: state.on_enter_effects ?? {},
  } as StoredNodeLists;
  const { source_format: format, source_key: key } = state;
  const source = typeof format === "string" && typeof key === "string" ? { format, key } : null;
  return { subject: { ...pick(madeNode({ id }), state), ...nodeListsFromKeyed(lists), source } };
}

/** An object with those of its fields that a state has too. */
function pick<T extends object>(shape: T, state: Fields): T {
  const next = { ...shape } as Fields;
  for (const name of Object.keys(shape))
    if (Object.hasOwn(state, name) && state[name] !== undefined) next[name] = state[name];
  return next as T;
}

/** A subject after changes at pointers; `unknown` where an ordered list changed, for its order is not in what is shown. */
function changed(known: Subject, { set = {}, unset = [] }: Change): Outcome {
  let next: Fields = known as unknown as Fields;
  for (const pointer of unset) {
    const after = without(next, tokensOf(pointer));
    if (after === null) return "unknown";
    next = after;
  }
  for (const [pointer, value] of Object.entries(set)) {
    const after = withValue(next, tokensOf(pointer), value);
    if (after === null) return "unknown";
    next = after;
  }
  return { subject: next as unknown as Subject };
}

function tokensOf(pointer: string): string[] {
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function withValue(target: Fields, [head = "", ...rest]: string[], value: unknown): Fields | null {
  if (rest.length === 0) {
    if (LISTS.has(head) || head === "order") return null;
    // What is stored and not shown, such as where an import took it from.
    return head in target ? { ...target, [head]: value } : target;
  }
  if (head === "branches") return withBranch(target, rest, (branch, inside) => withValue(branch, inside, value));
  if (LISTS.has(head)) return null;
  const child = nested(target[head], rest, value);
  return { ...target, [head]: child };
}

function nested(target: unknown, [head = "", ...rest]: string[], value: unknown): Fields {
  const fields = isRecord(target) ? target : {};
  return { ...fields, [head]: rest.length === 0 ? value : nested(fields[head], rest, value) };
}

function without(target: Fields, [head = "", ...rest]: string[]): Fields | null {
  if (head === "branches") {
    const branches = target.branches as readonly { id: string }[];
    if (rest.length === 1) return { ...target, branches: branches.filter(({ id }) => id !== rest[0]) };
    return withBranch(target, rest, (branch, inside) => without(branch, inside));
  }
  if (LISTS.has(head)) return null;
  if (rest.length === 0) {
    const { [head]: _, ...others } = target;
    return others;
  }
  const child = target[head];
  return isRecord(child) ? { ...target, [head]: without(child, rest) ?? child } : target;
}

function withBranch(
  target: Fields,
  [id = "", ...inside]: string[],
  change: (branch: Fields, inside: string[]) => Fields | null,
): Fields | null {
  const branches = target.branches as readonly { id: string }[];
  const index = branches.findIndex((branch) => branch.id === id);
  const branch = branches[index];
  if (branch === undefined || inside.length === 0) return null;
  const next = change(branch as unknown as Fields, inside);
  return next === null ? null : { ...target, branches: branches.with(index, next as never) };
}
