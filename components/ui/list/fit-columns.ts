import { measureColumn, measureTitle } from "./column-widths.ts";
import type { Column, ListDefinition } from "./list-definition.ts";

/** Below this width, in rem, a row is written in two lines: its title, and its cells after one another. */
const LINES_BELOW = 34;
/** Width of the checkbox and of the menu, in rem. */
export const SIDE = 2.25;
/** Room between two columns, in rem. */
const GAP = 0.75;

/** Visible columns of a list and their widths. */
export interface FittedColumns<Row> {
  readonly columns: readonly Column<Row>[];
  /** Rows have two lines. */
  readonly isLines: boolean;
  /** For `grid-template-columns`. */
  readonly template: string;
}

/** The columns a person chose: their keys in the order that was chosen, or null for those the list shows by itself. */
export type ChosenColumns = readonly string[] | null;

/** Returns the columns that were chosen, in their order. */
export function chosenColumns<Row>({ columns }: ListDefinition<Row>, chosen: ChosenColumns): readonly Column<Row>[] {
  if (chosen === null) return columns.filter(({ isExtra }) => isExtra !== true);
  return chosen.flatMap((key) => columns.find((column) => column.key === key) ?? []);
}

/**
 * Fits the chosen columns into a width. Columns that tell their texts are as wide as what they hold. Where they do not fit, those that
 * yield give way, the highest number first.
 *
 * @param width of the list in rem; Infinity while it is not known
 */
export function fitColumns<Row>(
  list: ListDefinition<Row>,
  chosen: ChosenColumns,
  width: number,
  sides: { readonly hasCheckbox: boolean; readonly hasMenu: boolean },
  rows: readonly Row[] = [],
): FittedColumns<Row> {
  const { hasCheckbox, hasMenu } = sides;
  const asked = chosenColumns(list, chosen);
  const measured = new Map(
    asked.flatMap((column) => {
      const own = measureColumn(column, rows);
      return own === undefined ? [] : [[column.key, own] as const];
    }),
  );
  const isLines = width < LINES_BELOW;
  const leastOf = ({ key, width: declared }: Column<Row>) => measured.get(key)?.least ?? declared;
  const title = measured.size === 0 ? list.title.width : measureTitle(list, rows, width);
  const gaps = asked.length * GAP;
  let columns = asked;
  if (!isLines) {
    const room = width - (hasCheckbox ? SIDE : 0) - (hasMenu ? SIDE : 0) - title - (measured.size === 0 ? 0 : gaps);
    const yielding = asked.filter(({ yields = 0 }) => yields > 0).sort((a, b) => (b.yields ?? 0) - (a.yields ?? 0));
    const left = new Set(asked);
    for (const column of yielding) {
      if ([...left].reduce((sum, each) => sum + leastOf(each), 0) <= room) break;
      left.delete(column);
    }
    columns = asked.filter((column) => left.has(column));
  }
  const side = `${SIDE}rem`;
  const hasProse = columns.some(({ key }) => measured.get(key)?.isProse === true);
  const track = (column: Column<Row>) => {
    const own = measured.get(column.key);
    const least = leastOf(column);
    if (own?.isProse === true) return `minmax(${least}rem,1fr)`;
    // Without prose, what is left is shared by what columns hold.
    if (own !== undefined) return hasProse ? `${least}rem` : `minmax(${least}rem,${least}fr)`;
    const { grows = 0 } = column;
    return grows === 0 || hasProse ? `${least}rem` : `minmax(${least}rem,${grows}fr)`;
  };
  const first = measured.size === 0 ? `minmax(${title}rem,${list.title.grows ?? 2}fr)` : `${title}rem`;
  const tracks = isLines ? ["minmax(0,1fr)"] : [first, ...columns.map(track)];
  return {
    columns,
    isLines,
    template: [...(hasCheckbox ? [side] : []), ...tracks, ...(hasMenu ? [side] : [])].join(" "),
  };
}
