import { Circle, CornerDownRight, Diamond, type LucideIcon, Pilcrow, Square, StickyNote } from "lucide-react";
import type { MenuEntry } from "../../../ui/menu-entry.ts";
import { NODE_KINDS_MADE, type NodeKindMade } from "../../gestures/create-node.ts";
import type { Point } from "../../model/rects.ts";
import type { PointMenu } from "./use-point-menu.tsx";

const SIGNS: Readonly<Record<NodeKindMade | "note", LucideIcon>> = {
  line: Pilcrow,
  condition: Diamond,
  hub: CornerDownRight,
  end: Square,
  note: StickyNote,
};

/** The sign of a kind of node. */
export function KindSign({ kind }: { kind: NodeKindMade | "note" }) {
  const Sign = SIGNS[kind] ?? Circle;
  return <Sign aria-hidden="true" className="size-4" />;
}

/** The lines of a menu of kinds; their first letters differ, and each says its own as its key. */
export function kindEntries(pick: (kind: NodeKindMade) => void): readonly MenuEntry[] {
  return NODE_KINDS_MADE.map(({ kind, name }) => ({
    title: name,
    icon: <KindSign kind={kind} />,
    keys: name.charAt(0),
    onSelect: () => pick(kind),
  }));
}

/** A menu that asks which kind of node to make; the first letter picks. */
export function kindMenu(at: Point, pick: (kind: NodeKindMade) => void): PointMenu {
  const letters = NODE_KINDS_MADE.map(({ kind, name }) => [name.charAt(0).toLowerCase(), () => pick(kind)] as const);
  return { at, entries: () => kindEntries(pick), letters: Object.fromEntries(letters) };
}
