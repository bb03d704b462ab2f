"use client";

import { type KeyboardEvent, useState } from "react";
import { Notice } from "../../ui/notice.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { useCan } from "../session/can.ts";
import { FoundProblems } from "./found-problems.tsx";
import { FoundWords } from "./found-words.tsx";
import { SearchFields } from "./search-fields.tsx";
import { asksNothing, lastAsked, rememberAsked, type SearchQuery } from "./search-query.ts";

/** A pause in typing, after which is looked for what was typed. */
const PAUSE_MS = 150;

interface SearchViewProps {
  /** Words that were typed before this was here. */
  typed?: string;
  /** Hint for use without a connection. */
  otherwise?: string;
}

/** Search and its results: by words, speaker, variable, or problem. */
export function SearchView({ typed = "", otherwise = "" }: SearchViewProps) {
  const [query, setQuery] = useState<SearchQuery>(() =>
    typed === "" ? lastAsked() : { ...lastAsked(), words: typed, problem: "" },
  );
  const asked = useSettled(query, PAUSE_MS);
  const change = (next: SearchQuery) => {
    rememberAsked(next);
    setQuery(next);
  };
  const fetchable = useCan()("fetch");
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows are a shorter way to what Tab reaches.
    <div className="flex min-h-0 grow flex-col" onKeyDown={walkFound}>
      <SearchFields query={query} onChange={change} selectsWords={typed === ""} />
      <div className="min-h-0 grow overflow-y-auto px-2 py-2">
        {!fetchable.allowed && (
          <Notice tone="info">
            <p>
              {fetchable.reason} {otherwise}
            </p>
          </Notice>
        )}
        {asksNothing(asked) ? (
          <p className="px-2 text-13 text-ink-3">Type text, or choose a speaker, a variable or a problem.</p>
        ) : asked.problem === "" ? (
          <FoundWords query={asked} />
        ) : (
          <FoundProblems code={asked.problem} />
        )}
      </div>
    </div>
  );
}

/** Moves with Up and Down from the field through the results and back; a list of options keeps its own arrows. */
function walkFound(event: KeyboardEvent<HTMLElement>): void {
  if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input[type=search], [data-found]")];
  const at = stops.indexOf(event.target as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  stops[at + step]?.focus();
}
