"use client";

import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { GiveFeedback } from "../feedback/give-feedback.tsx";
import { ScoreView } from "./score-view.tsx";
import type { ScoreTarget, Span } from "./score-words.ts";

const TABS = [
  { id: "score", label: "Score" },
  { id: "feedback", label: "Feedback" },
] as const;

interface ScoreFeedbackPanelProps {
  /** Target of the score; null where there is nothing to score yet. */
  target: ScoreTarget | null;
  language?: string | undefined;
  wordsAt: (span: Span) => string;
  onShow: (span: Span) => void;
  /** Told each time that a score is here. */
  onScored?: (() => void) | undefined;
  /** Subject that feedback is given on, and what it is called in a sentence. */
  subject: { readonly id: string; readonly what: string };
  onClose: () => void;
}

/** Panel beside what is written: its score, and feedback on it. Escape and its button close it. */
export function ScoreFeedbackPanel(props: ScoreFeedbackPanelProps) {
  const { target, language, wordsAt, onShow, onScored, subject, onClose } = props;
  const panel = useRef<HTMLElement>(null);
  const [tab, setTab] = useState<(typeof TABS)[number]["id"]>("score");
  const [written, setWritten] = useState<{ readonly of: string; readonly words: string } | null>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label="Score and feedback"
      className="flex w-90 shrink-0 flex-col border-line border-s bg-panel outline-none max-lg:absolute max-lg:inset-y-0 max-lg:end-0 max-lg:z-20 max-sm:w-full print:hidden"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header className="flex min-h-10 items-center border-line border-b ps-4 pe-1">
        <h2 className="grow font-medium text-13">Score and feedback</h2>
        <IconButton label="Close" icon={<X aria-hidden className="size-4" />} onClick={onClose} />
      </header>
      <Tabs label="Score and feedback" tabs={TABS} active={tab} onActivate={setTab} className="grow">
        {tab === "feedback" ? (
          <GiveFeedback
            key={subject.id}
            subjectId={subject.id}
            what={subject.what}
            written={written?.of === subject.id ? written.words : null}
            onWrite={(words) => setWritten(words === null ? null : { of: subject.id, words })}
          />
        ) : target === null ? (
          <p className="px-4 py-3 text-13 text-ink-2">There are no words to score yet.</p>
        ) : (
          <ScoreView target={target} language={language} wordsAt={wordsAt} onShow={onShow} onScored={onScored} />
        )}
      </Tabs>
    </aside>
  );
}
