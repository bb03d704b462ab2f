import { COLORS, type Color } from "#domain/dialogue.ts";
import type { MenuEntry } from "../../ui/menu-entry.ts";

const NAMES: Readonly<Record<Color, string>> = {
  neutral: "Grey",
  red: "Red",
  orange: "Orange",
  yellow: "Yellow",
  green: "Green",
  cyan: "Cyan",
  blue: "Blue",
  purple: "Purple",
  pink: "Pink",
  brown: "Brown",
};

// Written out, because classes are found in the source by reading it.
const SWATCHES: Readonly<Record<Color, string>> = {
  neutral: "bg-group-neutral",
  red: "bg-group-red",
  orange: "bg-group-orange",
  yellow: "bg-group-yellow",
  green: "bg-group-green",
  cyan: "bg-group-cyan",
  blue: "bg-group-blue",
  purple: "bg-group-purple",
  pink: "bg-group-pink",
  brown: "bg-group-brown",
};

/** The colours of groups and notes, each with its name. */
export function colorEntries(current: string | null, pick: (color: Color) => void): readonly MenuEntry[] {
  return COLORS.map((color) => ({
    title: NAMES[color],
    icon: <span className={`size-3 rounded-round forced-color-adjust-none ${SWATCHES[color]}`} />,
    ...(color === current && { checked: true }),
    onSelect: () => pick(color),
  }));
}
