"use client";

import { useState } from "react";
import { showToast } from "../toast.ts";
import type { BulkAction, ListDefinition, ListRows } from "./list-definition.ts";

/** Failed action: its title, and the error. */
export interface ActionFailure {
  readonly what: string;
  readonly error: unknown;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Does bulk actions row by row. Rows that leave are hidden at once; what fails stops the rest, brings those back and is
 * kept as the failure to show; what was done is said, with Undo where it can be taken back.
 */
export function useBulkActions<Row>(list: ListDefinition<Row>, source: ListRows<Row>) {
  const [gone, setGone] = useState(NONE);
  const [failure, setFailure] = useState<ActionFailure | null>(null);
  const show = (ids: readonly string[]) => setGone((now) => new Set([...now].filter((id) => !ids.includes(id))));

  /** Runs a step for each row until one throws; answers the rows it was done to. */
  async function each(rows: readonly Row[], what: string, step: (row: Row) => Promise<unknown>): Promise<Row[]> {
    const done: Row[] = [];
    setFailure(null);
    try {
      for (const row of rows) {
        await step(row);
        done.push(row);
      }
    } catch (error) {
      setFailure({ what, error });
    }
    return done;
  }

  async function undo(action: BulkAction<Row>, rows: readonly Row[]): Promise<void> {
    const { undo: step, undoFailed = action.failed } = action;
    if (step === undefined) return;
    const done = await each(rows, undoFailed, step);
    show(done.map(list.id));
    await source.again();
  }

  return {
    gone,
    failure,
    fail: setFailure,
    act: async (action: BulkAction<Row>, rows: readonly Row[]): Promise<void> => {
      const ids = rows.map(list.id);
      if (action.removes === true) setGone((now) => new Set([...now, ...ids]));
      const done = await each(rows, action.failed, action.run);
      if (done.length > 0) {
        showToast({
          text: action.said(done),
          ...(action.undo !== undefined && { undo: () => void undo(action, done) }),
        });
      }
      await source.again();
      const doneIds = new Set(done.map(list.id));
      show(ids.filter((id) => !doneIds.has(id)));
    },
  };
}
