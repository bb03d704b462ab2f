import { needsNoBranches } from "#domain/dialogue/wire.ts";
import { nextLine } from "../gestures/create-connected.ts";
import type { Gesture } from "../gestures/gesture.ts";
import { addBranch } from "../gestures/new-branch.ts";
import type { PlacedModel } from "../gestures/place.ts";

/** Kinds of what Enter goes on with, in the order in which Tab offers them. A direction is a line that nobody speaks. */
export const ELEMENTS = ["speaker", "line", "choice", "direction"] as const;
export type ElementKind = (typeof ELEMENTS)[number];

/** A place in the script that is written in: the words of a card, its speaker, or the words of one of its choices. */
export interface ScriptPlace {
  readonly nodeId: string;
  /** Id of the choice; null for what is said. */
  readonly branchId: string | null;
  readonly isSpeaker?: boolean;
}

/** The next element: what makes it, and where writing goes on; or why there is none. */
export type NextElement =
  | { readonly gesture: Gesture; readonly at: ScriptPlace }
  | { readonly gesture: null; readonly reason: string };

/** Returns the element that Enter makes after a place. */
export function nextElement(model: PlacedModel, { nodeId, branchId }: ScriptPlace, kind: ElementKind): NextElement {
  const node = model.nodes.get(nodeId);
  const isClosed = node === undefined || needsNoBranches(node.kind);
  const choice = kind === "choice" && !isClosed ? addBranch(model, nodeId) : null;
  if (choice !== null) return { gesture: choice, at: { nodeId, branchId: choice.branchId } };
  const next = nextLine(model, nodeId, branchId, { isSpoken: kind === "line" });
  if (next.kind === "nowhere") return { gesture: null, reason: next.reason };
  if (next.kind === "asked") return { gesture: next.gesture, at: { nodeId, branchId: next.gesture.branchId } };
  return { gesture: next.gesture, at: { nodeId: next.gesture.nodeId, branchId: null, isSpeaker: kind === "speaker" } };
}
