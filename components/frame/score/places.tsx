"use client";

import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import type { Span } from "./score-words.ts";

/** Places of one finding that are shown. */
const PLACES = 5;

interface PlacesProps {
  spans: readonly Span[];
  /** Returns the words at a place. */
  wordsAt: (span: Span) => string;
  /** Leads to a place in the text. */
  onShow: (span: Span) => void;
}

/** Places of a finding, each of which leads there. */
export function Places({ spans, wordsAt, onShow }: PlacesProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? spans : spans.slice(0, PLACES);
  return (
    <ul className="mt-1 space-y-0.5">
      {shown.map((span) => (
        <li key={`${span.node_id ?? span.passage_id} ${span.start} ${span.end}`}>
          <button
            type="button"
            dir="auto"
            className="block max-w-full cursor-pointer truncate rounded-control px-1 text-start font-reading text-13 text-accent hover:bg-hover"
            onClick={() => onShow(span)}
          >
            {wordsAt(span)}
          </button>
        </li>
      ))}
      {spans.length > shown.length && (
        <li>
          <Button size="sm" onClick={() => setWhole(true)}>
            {spans.length - shown.length} more
          </Button>
        </li>
      )}
    </ul>
  );
}
