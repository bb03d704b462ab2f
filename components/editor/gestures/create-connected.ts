import type { NewNode } from "#domain/dialogue/operations/operation.ts";
import type { Spot } from "#domain/layout-layers.ts";
import { quoted } from "./card-name.ts";
import { leadTo, type WireEnd } from "./connect.ts";
import { type CardKind, madeOf, newCard, placed } from "./create-card.ts";
import type { CardGesture } from "./gesture.ts";
import { within } from "./new-branch.ts";
import { freeSpot, type Paper, spotAfter } from "./place.ts";

/** A new card that a thread leads to: at the place where the thread was dropped, or else right of the card it leaves. */
export function createConnected(
  paper: Paper,
  port: WireEnd,
  kind: CardKind,
  at: Spot | null,
  fields: Partial<NewNode> = {},
): CardGesture | null {
  const from = paper.nodes.get(port.nodeId);
  if (from === undefined) return null;
  const card = newCard(kind, { group_id: at === null ? from.group_id : null, ...fields });
  const spot = at === null ? spotAfter(paper, from.id, card) : freeSpot(paper, at, card);
  return {
    label: `Add ${madeOf(kind)} after ${quoted(from)}`,
    operations: [{ op: "node.create", node: placed(card, spot) }, ...leadTo(paper, port, within(card.id))],
    select: [card.id],
    nodeId: card.id,
    said: `Added ${madeOf(kind)} after ${quoted(from)}.`,
  };
}
