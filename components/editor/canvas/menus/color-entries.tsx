import { COLORS, type Color } from "#domain/dialogue/wire.ts";
import { COLOR_NAMES, COLOR_SWATCHES } from "../../../ui/color-swatches.ts";
import type { MenuEntry } from "../../../ui/menu-entry.ts";

/** The colours of groups and notes, each with its name. */
export function colorEntries(current: string | null, pick: (color: Color) => void): readonly MenuEntry[] {
  return COLORS.map((color) => ({
    title: COLOR_NAMES[color],
    icon: <span className={`size-3 rounded-round forced-color-adjust-none ${COLOR_SWATCHES[color]}`} />,
    ...(color === current && { checked: true }),
    onSelect: () => pick(color),
  }));
}
