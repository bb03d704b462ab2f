"use client";

import { X } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { useDialogueState } from "../dialogue/store/dialogue-context.ts";
import { useViewStore } from "../dialogue/view-state.ts";
import { useCan } from "../session/can.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Notice } from "../ui/notice.tsx";
import { FoundProblems } from "./found-problems.tsx";
import { FoundWords } from "./found-words.tsx";
import { SearchFields } from "./search-fields.tsx";
import { asksNothing, NOTHING_ASKED, type SearchQuery } from "./search-query.ts";

/** Looks through all dialogues of the project: by words, speaker, variable, or problem. */
export function SearchPanel() {
  const view = useViewStore();
  const [query, setQuery] = useState<SearchQuery>(NOTHING_ASKED);
  // Typing stays quick: what is found follows when there is time.
  const asked = useDeferredValue(query);
  const fetchable = useCan()("fetch");
  const graphId = useDialogueState((state) => state.graph.id);
  return (
    <search
      aria-label="All dialogues"
      className="flex w-90 shrink-0 flex-col border-line border-s bg-panel max-lg:absolute max-lg:inset-y-0 max-lg:end-0 max-lg:z-20 max-sm:w-full"
    >
      <header className="flex min-h-10 items-center border-line border-b ps-4 pe-1">
        <h2 className="grow font-medium text-13">Search all dialogues</h2>
        <IconButton
          label="Close search"
          icon={<X aria-hidden className="size-4" />}
          onClick={() => view.setState({ side: "inspector" })}
        />
      </header>
      <SearchFields query={query} onChange={setQuery} />
      <div className="min-h-0 grow overflow-y-auto px-2 py-2">
        {!fetchable.allowed && (
          <Notice tone="info">
            <p>{fetchable.reason} Find in this dialogue works without one.</p>
          </Notice>
        )}
        {asksNothing(asked) ? (
          <p className="px-2 text-13 text-ink-3">Type words, or choose a speaker, a variable or a problem.</p>
        ) : asked.problem === "" ? (
          <FoundWords query={asked} openGraphId={graphId} />
        ) : (
          <FoundProblems code={asked.problem} openGraphId={graphId} />
        )}
      </div>
    </search>
  );
}
