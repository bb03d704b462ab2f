"use client";

import { useRef, useState } from "react";

const NONE: ReadonlySet<string> = new Set();

/** The rows a person selected among those shown, with ranges from the row selected last. */
export function useRowSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState(NONE);
  const anchor = useRef<string | null>(null);
  const selected: ReadonlySet<string> = chosen.size === 0 ? NONE : new Set(ids.filter((id) => chosen.has(id)));
  return {
    selected,
    clear: () => setChosen(NONE),
    all: () => setChosen(new Set(ids)),
    toggleAll: () => setChosen(selected.size === ids.length ? NONE : new Set(ids)),
    /** Selects or deselects a row. */
    toggle: (id: string) => {
      const next = new Set(selected);
      if (!next.delete(id)) next.add(id);
      anchor.current = id;
      setChosen(next);
    },
    /** Selects every row from the one selected last, or from `start`, to this one. */
    extend: (id: string, start = id) => {
      const from = ids.indexOf(anchor.current ?? start);
      const to = ids.indexOf(id);
      if (anchor.current === null || from < 0) anchor.current = start;
      const begin = from < 0 ? ids.indexOf(start) : from;
      setChosen(new Set([...selected, ...ids.slice(Math.min(begin, to), Math.max(begin, to) + 1)]));
    },
  };
}

export type RowSelection = ReturnType<typeof useRowSelection>;
