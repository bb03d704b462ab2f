import { counted } from "#domain/counted.ts";
import type { BulkAction, ListDefinition } from "./list-definition.ts";

/** More than this is deleted only after its number was typed. */
const MANY = 20;

/** The action that deletes rows and brings them back, in the words of a list. */
export function deletion<Row>(
  { one, many, title }: ListDefinition<Row>,
  steps: Pick<BulkAction<Row>, "run" | "undo" | "keys" | "disabledReason">,
): BulkAction<Row> {
  const capital = many.charAt(0).toUpperCase() + many.slice(1);
  return {
    ...steps,
    title: "Delete",
    removes: true,
    said: (rows) =>
      rows.length === 1 && rows[0] !== undefined
        ? `Deleted “${title.text(rows[0])}”`
        : `Deleted ${counted(rows.length, one, many)}`,
    failed: "Not everything could be deleted",
    undoFailed: "Not everything could be restored",
    asks: {
      from: MANY,
      title: (count) => `Delete ${count} ${many}?`,
      why: `${capital} move to Recently deleted with everything in them. You can restore them from there.`,
      action: (count) => `Delete ${count} ${many}`,
    },
  };
}
