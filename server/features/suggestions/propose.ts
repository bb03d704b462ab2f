import { toKeyed } from "#domain/dialogue/keyed.ts";
import { newId } from "../../kernel/ids.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import type { GestureOperation } from "../dialogues/public.ts";
import { type SuggestionPart, type SuggestionState, suggestion } from "./suggestion.ts";

/** Proposal that a suggestion is made from. */
interface Proposal {
  graphId: string;
  label: string;
  source: SuggestionState["source"];
  /** The sequence it was written against: what others changed since then meets it as mine and theirs. */
  baseSeq: number;
  /** Each becomes a part that can be accepted without the others. */
  gestures: readonly { label: string; operations: readonly GestureOperation[] }[];
}

/** The state of a suggestion that nobody has answered. */
export function proposed({ graphId, label, source, baseSeq, gestures }: Proposal): SuggestionState {
  const parts = gestures.map(
    (gesture, index): SuggestionPart => ({
      id: `p${index + 1}`,
      label: gesture.label,
      status: "open",
      operations: [...gesture.operations],
    }),
  );
  return { graph_id: graphId, label, source, base_seq: baseSeq, status: "open", parts: toKeyed(parts) };
}

/** Records a proposal in a unit of work, and answers its id. The dialogue is not touched. */
export function propose(unit: UnitOfWork, proposal: Proposal, now: number): string {
  const id = newId(suggestion.resource.prefix, now);
  unit.create(suggestion.resource, id, proposed(proposal));
  return id;
}
