"use client";

import { useState } from "react";
import { late, useLate } from "../../ui/late.tsx";
import { useTypedAhead } from "../commands/typed-ahead.ts";
import { useCommandHandlers } from "../commands/use-command-handlers.ts";

const SearchLate = late(() => import("../search/search-dialog.tsx").then((part) => part.SearchDialog));

/** Does the search over all dialogues, on pages of a project that have no place for it at their side. */
export function ProjectSearch() {
  const [open, setOpen] = useState(false);
  useCommandHandlers({
    "search.open": () => {
      setOpen(true);
      // What is typed must not wait for a window that does not come.
      SearchLate.fetch().catch(() => setOpen(false));
    },
  });
  const Dialog = useLate(SearchLate, open);
  const typed = useTypedAhead(open, Dialog !== null, () => setOpen(false));
  return Dialog === null ? null : <Dialog typed={typed.current.text} onClose={() => setOpen(false)} />;
}
