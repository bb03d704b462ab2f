import { toKeyed } from "#domain/dialogue/keyed.ts";
import { invalidValue, Problem } from "../../kernel/problem.ts";
import { stateOf } from "../../record/resource.ts";
import { MAX_OPERATIONS } from "../dialogues/public.ts";
import type { PartEdits } from "./schemas.ts";
import {
  partsOf,
  type SuggestionPart,
  type SuggestionState,
  type SuggestionVersion,
  statusOf,
  suggestion,
} from "./suggestion.ts";

/**
 * The open parts that an answer names, in the order of the suggestion; all that are open when it names none.
 *
 * @throws {@link Problem} `wrong_state` where all parts were answered already, `suggestion_state` where those named were.
 */
export function openParts(
  version: SuggestionVersion,
  answer: "accept" | "reject",
  named: readonly string[] | undefined,
): SuggestionPart[] {
  suggestion.requireState(answer, version);
  const parts = partsOf(version);
  const ids = new Set(parts.map(({ id }) => id));
  const unknown = named?.findIndex((id) => !ids.has(id)) ?? -1;
  if (unknown >= 0) throw invalidValue(["body", "parts", unknown], "no such part", named?.[unknown] ?? null);
  const chosen = named === undefined ? parts.filter(isOpen) : parts.filter(({ id }) => named.includes(id));
  const answered = chosen.filter((part) => !isOpen(part));
  if (answered.length > 0) {
    throw new Problem("suggestion_state", {
      detail: { status: version.status, parts: answered.map(({ id, status }) => ({ id, status })) },
    });
  }
  return chosen;
}

/**
 * Returns a suggestion's state with other words, or other operations, in some of its open parts.
 *
 * @throws {@link ValidationProblem} where a part does not exist or there would be too many operations, `suggestion_state` where
 * it is answered already.
 */
export function edited(version: SuggestionVersion, edits: PartEdits, field: string): SuggestionState {
  const state = stateOf(suggestion.resource, version);
  const byId = new Map(partsOf(version).map((part) => [part.id, part]));
  for (const [index, { id, label, operations }] of edits.entries()) {
    const part = byId.get(id);
    if (part === undefined) throw invalidValue(["body", field, index, "id"], "no such part", id);
    if (!isOpen(part)) {
      throw new Problem("suggestion_state", { detail: { status: state.status, parts: [{ id, status: part.status }] } });
    }
    byId.set(id, { ...part, label: label ?? part.label, operations: operations ?? part.operations });
  }
  const parts = [...byId.values()];
  const total = parts.reduce((sum, { operations }) => sum + operations.length, 0);
  if (edits.length > 0 && total > MAX_OPERATIONS) {
    throw invalidValue(["body", field], `a suggestion holds at most ${MAX_OPERATIONS} operations`, total);
  }
  return { ...state, parts: toKeyed(parts, state.parts) };
}

/** A suggestion's state after some of its parts were answered. */
export function answered(
  state: SuggestionState,
  ids: readonly string[],
  answer: "accepted" | "rejected",
): SuggestionState {
  const parts = partsOf(state).map((part) => (ids.includes(part.id) ? { ...part, status: answer } : part));
  return { ...state, status: statusOf(parts), parts: toKeyed(parts, state.parts) };
}

function isOpen({ status }: SuggestionPart): boolean {
  return status === "open";
}
