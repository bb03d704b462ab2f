"use client";

import { useRef, useState } from "react";

/** Which rows are chosen, in what is shown now. */
export function useSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const selected = new Set(ids.filter((id) => chosen.has(id)));
  return {
    selected,
    clear: () => setChosen(new Set()),
    toggleAll: () => setChosen(selected.size === ids.length ? new Set() : new Set(ids)),
    /** Takes a row in or out; a range goes from the last one that was. */
    toggle: (id: string, isRange = false) => {
      const next = new Set(selected);
      const from = last.current === null ? -1 : ids.indexOf(last.current);
      const to = ids.indexOf(id);
      if (isRange && from >= 0)
        for (const each of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(each);
      else if (!next.delete(id)) next.add(id);
      last.current = id;
      setChosen(next);
    },
  };
}
