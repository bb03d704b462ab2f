import { type FocusEvent, type KeyboardEvent, useState } from "react";
import { rowByKey } from "./row-by-key.ts";

/** Rows that Page Up and Page Down go over. */
const PAGE = 10;

const ROW = "[data-row]";

/**
 * Makes one of the rows of a part a stop of the Tab key; arrows, Page, Home and End go from one to the next. A row is an element with its key as
 * `data-row`, and takes `tabIndex` from {@link tabIndexOf}.
 *
 * @param keys - keys of the rows in their order.
 */
export function useRowStop(keys: readonly string[]) {
  const [chosen, setChosen] = useState<string | null>(null);
  const stop = chosen !== null && keys.includes(chosen) ? chosen : (keys[0] ?? null);
  return {
    stop,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const key = target.matches(ROW) ? target.dataset.row : undefined;
      if (key !== undefined) setChosen(key);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { target, currentTarget, key, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (!(target instanceof HTMLElement) || !target.matches(ROW) || altKey || ctrlKey || metaKey || shiftKey) return;
      const rows = [...currentTarget.querySelectorAll<HTMLElement>(ROW)];
      const goal = rowByKey(rows.length, rows.indexOf(target), key, PAGE);
      if (goal === undefined) return;
      event.preventDefault();
      rows[goal]?.focus();
    },
  };
}

/** Returns the place of a row in the order of the Tab key. */
export function tabIndexOf(key: string, stop: string | null): 0 | -1 {
  return key === stop ? 0 : -1;
}
