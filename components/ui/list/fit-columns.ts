import { measureColumn, measureTitle } from "./column-widths.ts";
import type { Column, ListDefinition } from "./list-definition.ts";

/** Below this width, in rem, a row is written in two lines: its title, and its cells after one another. */
const LINES_BELOW = 34;
/** Width of the checkbox and of the menu, in rem. */
export const SIDE = 2.25;
/** Room between two columns, in rem. */
const GAP = 0.75;
/** Room at both sides of a row, in rem. */
const PADDING = 2;

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
  // Columns that are measured fill the list to its edge.
  const edges = measured.size === 0 ? 0 : PADDING + GAP * (asked.length + (hasCheckbox ? 1 : 0) + (hasMenu ? 1 : 0));
  let columns = asked;
  if (!isLines) {
    const room = width - (hasCheckbox ? SIDE : 0) - (hasMenu ? SIDE : 0) - title - edges;
    const kept = new Set<Column<Row>>();
    let taken = 0;
    // A wide column that does not fit makes way for narrow ones that matter less.
    for (const column of asked.toSorted((one, other) => (one.yields ?? 0) - (other.yields ?? 0))) {
      if ((column.yields ?? 0) > 0 && taken + leastOf(column) > room) continue;
      kept.add(column);
      taken += leastOf(column);
    }
    columns = asked.filter((column) => kept.has(column));
  }
  const side = `${SIDE}rem`;
  const hasProse = columns.some(({ key }) => measured.get(key)?.isProse === true);
  const track = (column: Column<Row>) => {
    const width = measured.get(column.key);
    const least = leastOf(column);
    if (width?.isProse === true) return `minmax(${least}rem,1fr)`;
    // Without prose, what is left is shared by what columns hold.
    if (width !== undefined) return hasProse ? `${least}rem` : `minmax(${least}rem,${least}fr)`;
    const { grows = 0 } = column;
    return grows === 0 || hasProse ? `${least}rem` : `minmax(${least}rem,${grows}fr)`;
  };
  const first = measured.size === 0 ? `minmax(${title}rem,${list.title.grows ?? 2}fr)` : `${title}rem`;
  const own = columns.map(track);
  const last = columns.at(-1);
  // Something has to take what is left.
  if (last !== undefined && measured.size > 0 && !own.some((each) => each.includes("fr)")))
    own[own.length - 1] = `minmax(${leastOf(last)}rem,1fr)`;
  const tracks = isLines ? ["minmax(0,1fr)"] : [first, ...own];
  return {
    columns,
    isLines,
    template: [...(hasCheckbox ? [side] : []), ...tracks, ...(hasMenu ? [side] : [])].join(" "),
  };
}
