import type { JsonObject } from "#domain/json.ts";
import { type StateRule, stateIn } from "#domain/subject-state.ts";
import { yesOrNo } from "#domain/yes-or-no.ts";
import type { ResourceScreenData } from "#server/operation/resource-screen.ts";
import { Badge } from "../../ui/badge.tsx";
import { inWords, type Shape, type ShapeField, shapeOf } from "../../ui/form/shape.ts";
import type { Column, Filter, ListDefinition } from "../../ui/list/list-definition.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { isErased, type Subject } from "./resource-read.ts";

/** Parts of a list that the declaration of its resource does not have. */
export interface ListWords<Row> {
  /** Columns beside or instead of those that are declared. */
  readonly columns?: readonly Column<Row>[] | undefined;
  /** Words for the values of fields. */
  readonly options?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
  /** Face of the names. */
  readonly className?: string | undefined;
}

/** Returns a value as a person reads it; one that was erased says so. */
export function saidIn(value: unknown): string {
  return isErased(value) ? "Erased" : String(value ?? "");
}

/** Returns the name of the state that a subject is in, as screens say it. */
export function stateWords(states: Readonly<Record<string, StateRule>>, row: Subject): string {
  return inWords(stateIn(states, row as unknown as JsonObject));
}

/** Returns the list of a resource, as it is declared. */
export function resourceList<Row extends Subject>(
  data: ResourceScreenData,
  { columns = [], options = {}, className }: ListWords<Row> = {},
): ListDefinition<Row> {
  const { one, many, title, states } = data;
  const shown = shapeOf(data.shown);
  const fields = new Map((shown.kind === "object" ? shown.fields : []).map((field) => [field.name, field]));
  const nameOf = (row: Row) => saidIn(row[title]);
  const own = new Map(columns.map((column) => [column.key, column]));
  const declared = [...data.columns, ...data.extras].flatMap((name) => {
    const field = fields.get(name);
    if (own.has(name) || field === undefined || field.shape.kind === "json" || field.shape.kind === "object") return [];
    return [columnOf<Row>(field, data.extras.includes(name), options[name] ?? {})];
  });
  const usesStates = Object.keys(states).length > 0;
  const stateOf = (row: Row) => stateWords(states, row);
  // With one filter it is clear what "all" is of; of several, each says what it leaves open.
  const isOnly = data.filters.length + (usesStates ? 1 : 0) === 1;
  const allOf = (label: string) => (isOnly ? `All ${many}` : `Any ${label.toLowerCase()}`);
  return {
    name: inWords(many),
    one,
    many,
    id: ({ id }) => id,
    opens: one.replaceAll(" ", "_"),
    order: { key: title, descending: false },
    search: {
      label: `Find ${article(one)} ${one}`,
      texts: (row) => [...fields.keys()].flatMap((name) => textOf(row[name])),
    },
    filters: [
      ...(usesStates ? [choiceFilter<Row>("state", "State", allOf("State"), stateNames(states), stateOf)] : []),
      ...data.filters.flatMap((name) => filterOf<Row>(fields.get(name), allOf, options[name] ?? {})),
    ],
    title: {
      key: title,
      label: fields.get(title)?.label ?? "Name",
      text: nameOf,
      sort: "ascending",
      width: 12,
      className,
    },
    columns: [
      ...(usesStates
        ? [
            {
              key: "state",
              label: "State",
              sort: "ascending" as const,
              value: stateOf,
              cell: (row: Row) => <Badge>{stateOf(row)}</Badge>,
              width: 7,
            },
          ]
        : []),
      ...declared,
      ...columns,
      timeColumn("changed", "Changed", ({ updated_at }) => updated_at, own.size === 0),
      timeColumn("made", "Created", ({ created_at }) => created_at, false),
    ],
  };
}

const stateNames = (states: Readonly<Record<string, StateRule>>) =>
  Object.keys(states).map((state) => ({ value: inWords(state), label: inWords(state) }));

const article = (words: string): string => (/^[aeiou]/.test(words) ? "an" : "a");

const textOf = (value: unknown): readonly string[] =>
  typeof value === "string" ? [value] : Array.isArray(value) ? value.flatMap(textOf) : [];

function timeColumn<Row>(key: string, label: string, time: (row: Row) => string, isShown: boolean): Column<Row> {
  return {
    key,
    label,
    sort: "descending",
    value: (row) => Date.parse(time(row)),
    cell: (row) => <LocalTime iso={time(row)} />,
    width: 9,
    yields: 3,
    isExtra: !isShown,
  };
}

/** Returns a value of a field in words. */
function valueWords(shape: Shape, value: unknown, options: Readonly<Record<string, string>>): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return yesOrNo(value);
  if (Array.isArray(value)) return value.map((each) => valueWords(shape, each, options)).join(", ");
  const chosen = "options" in shape ? shape.options.find((option) => option.value === value)?.label : undefined;
  return options[String(value)] ?? chosen ?? saidIn(value);
}

function columnOf<Row extends Subject>(
  { name, label, shape }: ShapeField,
  isExtra: boolean,
  options: Readonly<Record<string, string>>,
): Column<Row> {
  const isNumber = shape.kind === "number";
  const words = (row: Row) => valueWords(shape, row[name], options);
  return {
    key: name,
    label,
    sort: "ascending",
    value: (row) => (isNumber ? Number(row[name] ?? 0) : words(row)),
    cell: (row) => {
      const value = row[name];
      if (shape.kind === "moment") return typeof value === "string" && <LocalTime iso={value} />;
      return (
        <span dir="auto" className={isNumber ? "numerals" : ""}>
          {words(row)}
        </span>
      );
    },
    width: isNumber ? 6 : 8,
    ...(isNumber && { align: "end" as const }),
    grows: isNumber ? 0 : 1,
    yields: isExtra ? 2 : 1,
    isExtra,
  };
}

function choiceFilter<Row>(
  key: string,
  label: string,
  all: string,
  options: Filter<Row>["options"],
  wordsOf: (row: Row) => string,
): Filter<Row> {
  return { key, label, all, options, matches: (row, value) => wordsOf(row) === value };
}

function filterOf<Row extends Subject>(
  field: ShapeField | undefined,
  allOf: (label: string) => string,
  words: Readonly<Record<string, string>>,
): Filter<Row>[] {
  if (field === undefined) return [];
  const { name, label, shape } = field;
  const isFlag = shape.kind === "flag";
  if (!isFlag && shape.kind !== "choice") return [];
  const options = isFlag
    ? [true, false].map((value) => ({ value: String(value), label: `${label}: ${yesOrNo(value)}` }))
    : shape.options.map((option) => ({ ...option, label: words[option.value] ?? option.label }));
  return [choiceFilter(name, label, allOf(label), options, (row) => String(row[name]))];
}
