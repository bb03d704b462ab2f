"use client";

import { firstWords } from "#domain/first-words.ts";
import { ScoreFeedbackPanel } from "../../frame/score/score-feedback-panel.tsx";
import { usePassages } from "./use-book.ts";

export interface ScoreBesideProps {
  readonly chapterId: string;
  readonly onClose: () => void;
}

/** Score of the open chapter, as it was last saved, and feedback on it. */
export function ScoreBeside({ chapterId, onClose }: ScoreBesideProps) {
  const passages = usePassages(chapterId).rows ?? [];
  const hasProse = passages.some(({ kind, text }) => kind === "prose" && text.trim() !== "");
  return (
    <ScoreFeedbackPanel
      key={chapterId}
      target={hasProse ? { kind: "chapter", chapter_id: chapterId } : null}
      wordsAt={({ passage_id: id, start, end }) => {
        const words = passages.find((each) => each.id === id)?.text ?? "";
        return (end > start ? words.slice(start, end) : firstWords(words)) || "A passage";
      }}
      onShow={({ passage_id: id, start, end }) => {
        if (id === null) return;
        const block = document.querySelector<HTMLElement>(`[data-passage="${CSS.escape(id)}"]`);
        block?.scrollIntoView({ block: "center" });
        const field = block?.querySelector("textarea");
        field?.focus({ preventScroll: true });
        // What was written since may have moved the words.
        const scored = passages.find((each) => each.id === id)?.text.slice(start, end);
        if (field != null && field.value.slice(start, end) === scored) field.setSelectionRange(start, end);
      }}
      subject={{ id: chapterId, what: "this chapter" }}
      onClose={onClose}
    />
  );
}
