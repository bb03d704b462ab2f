import type { Json } from "#domain/json.ts";
import { isList, type PropertyDefinition, type PropertyKind } from "#domain/templates/template.ts";
import { sayValue } from "../../../ui/list/property-columns.tsx";

type Definitions = ReadonlyMap<string, PropertyDefinition>;

/** Column of a board: a value, and the rows that have it. */
export interface BoardColumn<Row> {
  readonly key: string;
  /** Undefined for the rows without a value. */
  readonly value: Json | undefined;
  readonly label: string;
  readonly rows: readonly Row[];
}

interface BoardOf<Row> {
  readonly heldBy: (row: Row) => Json | undefined;
  /** Values that have a column although no row has them, in their order. */
  readonly options: readonly Json[];
  readonly say: (value: Json) => string;
  /** Head of the column of rows without a value. */
  readonly none: string;
}

const NONE = "none";

/** Key of a column by its value. */
export const columnKey = (value: Json | undefined): string => (value === undefined ? NONE : JSON.stringify(value));

/**
 * Returns the columns of a board: the options in their order, then all other values by their words, then the rows without one. Rows keep their
 * order.
 */
export function boardColumns<Row>(
  rows: readonly Row[],
  { heldBy, options, say, none }: BoardOf<Row>,
): BoardColumn<Row>[] {
  const held = new Map<string, { value: Json | undefined; rows: Row[] }>();
  for (const value of options) held.set(columnKey(value), { value, rows: [] });
  for (const row of rows) {
    const own = heldBy(row);
    const value = own === null || own === "" ? undefined : own;
    const key = columnKey(value);
    const column = held.get(key) ?? { value, rows: [] };
    column.rows.push(row);
    held.set(key, column);
  }
  const first = new Set(options.map(columnKey));
  const rank = (key: string) => (first.has(key) ? 0 : key === NONE ? 2 : 1);
  const columns = [...held].map(([key, column]) => ({
    key,
    ...column,
    label: column.value === undefined ? none : say(column.value),
  }));
  if (!held.has(NONE)) columns.push({ key: NONE, value: undefined, rows: [], label: none });
  return columns.sort(
    (a, b) =>
      rank(a.key) - rank(b.key) || (rank(a.key) === 1 ? a.label.localeCompare(b.label, "en", { numeric: true }) : 0),
  );
}

/** Property by whose values a board may have columns. */
interface UsedKinds {
  readonly path: string;
  readonly kinds: Partial<Record<string, number>>;
}

/** Kinds of declared values of which a board has a column each. */
const FIT: ReadonlySet<string> = new Set<PropertyKind>(["choice", "boolean", "reference", "text"]);

/**
 * Returns the columns of a list by which a board may be arranged: declared properties of one value, choices first, then other properties of
 * words, of yes or no, and the place.
 */
export function boardChoices(used: readonly UsedKinds[], definitions: Definitions = new Map()): readonly string[] {
  const declared = [...definitions.values()].filter((each) => FIT.has(each.kind) && !isList(each));
  const rank = ({ kind }: PropertyDefinition) => (kind === "choice" ? 0 : 1);
  const fit = used.filter(({ path, kinds }) => {
    const all = Object.keys(kinds).filter((kind) => kind !== "null");
    const isFit = all.length > 0 && all.every((kind) => kind === "string" || kind === "boolean");
    return path !== "" && !definitions.has(path) && isFit;
  });
  const paths = [
    ...declared.toSorted((a, b) => rank(a) - rank(b)).map(({ key }) => key),
    ...fit.map(({ path }) => path),
  ];
  return [...paths.map((path) => `properties.${path}`), "place"];
}

/** Most different values that make a readable board. */
const FEW = 12;

/** Returns the choice whose values make the most readable board: few of them, each of several rows. */
export function usualChoice<Row>(
  choices: readonly string[],
  rows: readonly Row[],
  heldBy: (row: Row, column: string) => Json | undefined,
): string {
  const measured = choices.map((column) => {
    const values = rows.flatMap((row) => {
      const value = heldBy(row, column);
      return value === undefined || value === null ? [] : [sayValue(value)];
    });
    const different = new Set(values).size;
    const isFew = different >= 2 && different <= FEW && different <= values.length / 2;
    return { column, score: isFew ? values.length / rows.length : -1 };
  });
  const best = measured.toSorted((a, b) => b.score - a.score)[0];
  return best?.column ?? "place";
}
