import type { Column } from "../../../ui/list/list-definition.ts";
import type { Entity } from "../entity/use-entity.ts";

/** Most characters of a value that is shown as a chip. */
const SHORT = 28;

/** A number says nothing without what it counts. */
const NUMBER = /^[-−]?[\d.,]+$/;

/** Words of a card under its name: one line, and short values as chips with what they are. */
export interface CardWords {
  readonly line: string;
  readonly chips: readonly { readonly label: string; readonly text: string }[];
}

/**
 * Returns the words of a card: of the columns that are shown, the first short value is its line, and the next ones are its chips. Yes is
 * said by the name of the property, no by nothing, and a number behind that name.
 */
export function cardWords(
  entity: Entity,
  columns: readonly Column<Entity>[],
  textOf: (entity: Entity, column: string) => string,
  most: number,
): CardWords {
  const said = columns.flatMap(({ key, label, text }) => {
    if (text === undefined || text(entity) === "") return [];
    const own = textOf(entity, key);
    if (own === "Yes") return [{ label, text: label }];
    if (own === "" || own === "No" || own.length > SHORT) return [];
    return [{ label, text: NUMBER.test(own) ? `${label} ${own}` : own }];
  });
  const [first, ...rest] = said;
  const line = first === undefined || first.text.startsWith(first.label) ? "" : first.text;
  return { line, chips: (line === "" ? said : rest).slice(0, most) };
}
