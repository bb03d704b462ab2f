"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { closeSide } from "../dialogue/close-side.ts";
import { useDialogueState } from "../dialogue/store/dialogue-context.ts";
import { useViewStore } from "../dialogue/view-state.ts";
import { useCan } from "../session/can.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Notice } from "../ui/notice.tsx";
import { FoundProblems } from "./found-problems.tsx";
import { FoundWords } from "./found-words.tsx";
import { SearchFields } from "./search-fields.tsx";
import { asksNothing, lastAsked, rememberAsked, type SearchQuery } from "./search-query.ts";
import { useSettled } from "./use-settled.ts";

/** A pause in typing, after which is looked for what was typed. */
const PAUSE_MS = 150;

/** Looks through all dialogues of the project: by words, speaker, variable, or problem. */
export function SearchPanel() {
  const view = useViewStore();
  const [query, setQuery] = useState<SearchQuery>(lastAsked);
  const asked = useSettled(query, PAUSE_MS);
  const change = (next: SearchQuery) => {
    rememberAsked(next);
    setQuery(next);
  };
  const fetchable = useCan()("fetch");
  const graphId = useDialogueState((state) => state.graph.id);
  return (
    <search
      aria-label="All dialogues"
      className="flex w-90 shrink-0 flex-col border-line border-s bg-panel max-lg:absolute max-lg:inset-y-0 max-lg:end-0 max-lg:z-20 max-sm:w-full print:hidden"
    >
      <header className="flex min-h-10 items-center border-line border-b ps-4 pe-1">
        <h2 className="grow font-medium text-13">Search all dialogues</h2>
        <IconButton label="Close search" icon={<X aria-hidden className="size-4" />} onClick={() => closeSide(view)} />
      </header>
      <SearchFields query={query} onChange={change} />
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
