"use client";

import { X } from "lucide-react";
import { closeSide, useViewStore } from "../../editor/store/view-state.ts";
import { SearchView } from "../../frame/search/search-view.tsx";
import { IconButton } from "../../ui/icon-button.tsx";

/** The search over all dialogues of the project, beside the open one. */
export function SearchPanel() {
  const view = useViewStore();
  return (
    <search
      aria-label="All dialogues"
      className="flex w-90 shrink-0 flex-col border-line border-s bg-panel max-lg:absolute max-lg:inset-y-0 max-lg:end-0 max-lg:z-20 max-sm:w-full print:hidden"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
        event.preventDefault();
        closeSide(view);
      }}
    >
      <header className="flex min-h-10 items-center border-line border-b ps-4 pe-1">
        <h2 className="grow font-medium text-13">Search all dialogues</h2>
        <IconButton label="Close search" icon={<X aria-hidden className="size-4" />} onClick={() => closeSide(view)} />
      </header>
      <SearchView otherwise="Find in this dialogue works offline." />
    </search>
  );
}
