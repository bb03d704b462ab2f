import type { Column, ListDefinition } from "./list-definition.ts";

/** Below this width, in rem, a row is written in two lines: its title, and its cells after one another. */
const LINES_BELOW = 34;
/** Width of the checkbox and of the menu, in rem. */
export const SIDE = 2.25;

/** Visible columns of a list and their widths. */
export interface FittedColumns<Row> {
  readonly columns: readonly Column<Row>[];
  /** Rows have two lines. */
  readonly isLines: boolean;
  /** For `grid-template-columns`. */
  readonly template: string;
}

/** The columns a person chose: their keys, or null for those the list shows by itself. */
export type ChosenColumns = readonly string[] | null;

/** Whether a column is among those that were chosen. */
export function isChosen<Row>({ key, isExtra }: Column<Row>, chosen: ChosenColumns): boolean {
  return chosen === null ? isExtra !== true : chosen.includes(key);
}

/**
 * Fits the chosen columns into a width. Where they do not fit, those that yield give way, the highest number first.
 *
 * @param width of the list in rem; Infinity while it is not known
 */
export function fitColumns<Row>(
  list: ListDefinition<Row>,
  chosen: ChosenColumns,
  width: number,
  sides: { readonly hasCheckbox: boolean; readonly hasMenu: boolean },
): FittedColumns<Row> {
  const { hasCheckbox, hasMenu } = sides;
  const asked = list.columns.filter((column) => isChosen(column, chosen));
  const isLines = width < LINES_BELOW;
  let columns = asked;
  if (!isLines) {
    const room = width - (hasCheckbox ? SIDE : 0) - (hasMenu ? SIDE : 0) - list.title.width;
    const yielding = asked.filter(({ yields = 0 }) => yields > 0).sort((a, b) => (b.yields ?? 0) - (a.yields ?? 0));
    const left = new Set(asked);
    for (const column of yielding) {
      if ([...left].reduce((sum, each) => sum + each.width, 0) <= room) break;
      left.delete(column);
    }
    columns = asked.filter((column) => left.has(column));
  }
  const side = `${SIDE}rem`;
  const track = ({ width: least, grows = 0 }: Pick<Column<Row>, "width" | "grows">) =>
    grows === 0 ? `${least}rem` : `minmax(${least}rem,${grows}fr)`;
  const tracks = isLines
    ? ["minmax(0,1fr)"]
    : [`minmax(${list.title.width}rem,${list.title.grows ?? 2}fr)`, ...columns.map(track)];
  return {
    columns,
    isLines,
    template: [...(hasCheckbox ? [side] : []), ...tracks, ...(hasMenu ? [side] : [])].join(" "),
  };
}
