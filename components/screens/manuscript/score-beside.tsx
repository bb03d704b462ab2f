"use client";

import { useState } from "react";
import { firstWords } from "#domain/first-words.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { ScoreFeedbackPanel } from "../../frame/score/score-feedback-panel.tsx";
import { blocksOf, spanInField } from "./blocks.ts";
import type { PassageDesk } from "./passage-desk.ts";
import { usePassages } from "./use-book.ts";

export interface ScoreBesideProps {
  readonly chapterId: string;
  readonly desk: PassageDesk;
  readonly onClose: () => void;
}

/** Score of the open chapter, as it was last saved, and feedback on it. */
export function ScoreBeside({ chapterId, desk, onClose }: ScoreBesideProps) {
  const { at } = useMoment();
  const saved = blocksOf(chapterId, usePassages(chapterId).rows ?? [], at === null ? desk : null);
  const hasProse = saved.some(({ kind, base }) => kind === "prose" && base !== null && base.text.trim() !== "");
  /** Texts that the score is of, by passage: what is written on has other places. */
  const [scored, setScored] = useState<ReadonlyMap<string, string>>(new Map());
  const textOf = (id: string | null) => scored.get(id ?? "") ?? saved.find((each) => each.id === id)?.base?.text ?? "";
  return (
    <ScoreFeedbackPanel
      key={chapterId}
      target={hasProse ? { kind: "chapter", chapter_id: chapterId } : null}
      wordsAt={({ passage_id: id, start, end }) => {
        const words = textOf(id);
        return (end > start ? words.slice(start, end) : firstWords(words)) || "A passage";
      }}
      onShow={(span) => {
        const { passage_id: id } = span;
        if (id === null) return;
        const block = document.querySelector<HTMLElement>(`[data-passage="${CSS.escape(id)}"]`);
        block?.scrollIntoView({ block: "center" });
        const field = block?.querySelector("textarea");
        field?.focus({ preventScroll: true });
        const place = field == null ? null : spanInField(field.value, textOf(id), span);
        if (place !== null) field?.setSelectionRange(...place);
      }}
      onScored={() =>
        setScored(new Map(saved.flatMap(({ id, base }) => (base === null ? [] : [[id, base.text] as const]))))
      }
      subject={{ id: chapterId, what: "this chapter" }}
      onClose={onClose}
    />
  );
}
