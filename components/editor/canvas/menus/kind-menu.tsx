import { Circle, CornerDownRight, Diamond, type LucideIcon, Pilcrow, Square, StickyNote } from "lucide-react";
import type { MenuEntry } from "../../../ui/menu-entry.ts";
import { CARD_KINDS, type CardKind } from "../../gestures/create-card.ts";
import type { Point } from "../../model/rects.ts";
import type { PointMenu } from "./use-point-menu.tsx";

const SIGNS: Readonly<Record<CardKind | "note", LucideIcon>> = {
  line: Pilcrow,
  condition: Diamond,
  hub: CornerDownRight,
  end: Square,
  note: StickyNote,
};

/** The sign of a kind of card. */
export function KindSign({ kind }: { kind: CardKind | "note" }) {
  const Sign = SIGNS[kind] ?? Circle;
  return <Sign aria-hidden="true" className="size-4" />;
}

/** The lines of a menu of kinds; their first letters differ, and each says its own as its key. */
export function kindEntries(pick: (kind: CardKind) => void): readonly MenuEntry[] {
  return CARD_KINDS.map(({ kind, name }) => ({
    title: name,
    icon: <KindSign kind={kind} />,
    keys: name.charAt(0),
    onSelect: () => pick(kind),
  }));
}

/** A menu that asks which kind of card to make; the first letter picks. */
export function kindMenu(at: Point, pick: (kind: CardKind) => void): PointMenu {
  const letters = CARD_KINDS.map(({ kind, name }) => [name.charAt(0).toLowerCase(), () => pick(kind)] as const);
  return { at, entries: () => kindEntries(pick), letters: Object.fromEntries(letters) };
}
