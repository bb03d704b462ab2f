import type { NewNode } from "#domain/dialogue/operations/operation.ts";
import type { Branch } from "#domain/dialogue/wire.ts";
import type { Spot } from "#domain/layout-layers.ts";
import { newId } from "../model/new-id.ts";
import type { CardGesture } from "./gesture.ts";
import { newBranch } from "./new-branch.ts";
import { freeSpot, type Paper } from "./place.ts";

/** Kinds of cards a person makes; imported others are kept and drawn, and not offered. */
export const CARD_KINDS = [
  { kind: "line", name: "Line", made: "a line", hint: "What someone says" },
  { kind: "condition", name: "Condition", made: "a condition", hint: "Goes on by what has happened" },
  { kind: "hub", name: "Hub", made: "a hub", hint: "Where choices come back to" },
  { kind: "end", name: "Ending", made: "an ending", hint: "Where the dialogue ends" },
] as const;
export type CardKind = (typeof CARD_KINDS)[number]["kind"];

/** "a line", "an ending". */
export function madeOf(kind: CardKind): string {
  return CARD_KINDS.find((each) => each.kind === kind)?.made ?? "a card";
}

/** A new card of a kind, without a place. A condition is born with its two ways out: when it holds, and when it does not. */
export function newCard(kind: CardKind, fields: Partial<NewNode> = {}): NewCard {
  const of = { kind };
  const branches: Branch[] = kind === "condition" ? [newBranch(of), newBranch(of, { kind: "else" })] : [];
  return { ...fields, branches: fields.branches ?? branches, kind, id: newId("node") };
}

/** A card to be made; its size is known. */
export type NewCard = NewNode & { readonly kind: CardKind; readonly branches: Branch[] };

/** A card to be made, put at a place. */
export function placed(card: NewCard, { x, y }: Spot): NewNode {
  return { ...card, canvas_x: x, canvas_y: y };
}

/** Puts a new card on the paper, at a place or below what is there already. */
export function createCard(paper: Paper, kind: CardKind, at: Spot, fields: Partial<NewNode> = {}): CardGesture {
  const card = newCard(kind, fields);
  const spot = freeSpot(paper, at, card);
  return {
    label: `Add ${madeOf(kind)}`,
    operations: [{ op: "node.create", node: placed(card, spot) }],
    select: [card.id],
    nodeId: card.id,
    said: `Added ${madeOf(kind)} at ${spot.x}, ${spot.y}.`,
  };
}
