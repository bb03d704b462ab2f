"use client";

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { isOver, type RunAction } from "#domain/runtime/log.ts";
import { pressNumber, pressOnward } from "../../editor/player/take-by-number.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import type { Story } from "./ask-link.ts";
import { keepProgress, readProgress } from "./kept-progress.ts";
import { PageChoices } from "./page-choices.tsx";
import { after, before, lastPage, newSeed, type Playthrough, playthroughOf } from "./playthrough.ts";
import { SendPath } from "./send-path.tsx";
import { pageAloud, StoryPages } from "./story-pages.tsx";

interface StoryPlayerProps {
  story: Story;
  token: string;
  /** Longest comment that a reader can send with a path, in characters. */
  longest: number;
}

/** Plays a story: its lines so far, and the choices of the current page. */
export function StoryPlayer({ story, token, longest }: StoryPlayerProps) {
  const [run, setRun] = useState<Playthrough>(() =>
    playthroughOf(story, readProgress(story.share_id) ?? { seed: newSeed(), actions: [] }),
  );
  const [isSending, setSending] = useState(false);
  const stage = useRef<HTMLElement>(null);
  const page = lastPage(run);
  const isBeginning = run.actions.length === 0;
  const over = isOver(page);

  useEffect(() => {
    document.title = story.title;
  }, [story.title]);
  useEffect(() => keepProgress(story.share_id, run), [story.share_id, run]);
  // Numbers take the choices wherever the focus is; Enter and Space go on where there is only one way and nothing else takes them. The
  // keys are there as soon as the choices are.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (stage.current === null) return;
      pressNumber(event, stage.current);
      pressOnward(event, stage.current);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);

  /** Shows the next page, and moves the focus to the story: the pressed button is gone, and keys must still act. */
  const show = (next: Playthrough) => {
    setSending(false);
    setRun(next);
    stage.current?.focus({ preventScroll: true });
  };
  const act = (action: RunAction) => show(after(story, run, action));
  const restart = () => show(playthroughOf(story, { seed: newSeed(), actions: [] }));

  return (
    <main
      id="main"
      ref={stage}
      tabIndex={-1}
      aria-label={story.title}
      className="mx-auto flex min-h-dvh max-w-[40rem] flex-col px-5 pt-8 pb-6 outline-none sm:px-8 sm:pt-16"
    >
      <h1 className="sr-only">{story.title}</h1>
      {story.draft && (
        <p className="mb-6 flex items-center gap-2 text-13 text-ink-3">
          <Badge tone="warn">Draft</Badge> Still being written.
        </p>
      )}
      {run.isCutShort && (
        <p role="status" className="mb-6 border-warn border-s-2 ps-3 text-13 text-ink-2">
          The story has changed since your last visit. You continue from the last step that still exists.
        </p>
      )}
      <StoryPages story={story} pages={run.pages} />
      <PageChoices halt={page.halt} onAct={act} />
      <p role="status" className="sr-only">
        {pageAloud(story, page)}
      </p>
      <div className="min-h-10 grow" />
      {(over || isSending) && story.takes_paths && (
        <SendPath
          key={run.actions.length}
          token={token}
          path={{ base_seq: story.base_seq, seed: run.seed, actions: run.actions }}
          longest={longest}
        />
      )}
      {(!isBeginning || over) && (
        <nav aria-label="Story" className="mt-8 border-line border-t pt-3">
          <div className="-mx-2.5 flex flex-wrap gap-1">
            <Button
              variant="bare"
              className="min-h-11"
              disabledReason={isBeginning ? "This is the beginning." : null}
              onClick={() => show(before(run))}
            >
              Back
            </Button>
            <Button variant="bare" className="min-h-11" onClick={restart}>
              Start again
            </Button>
            {story.takes_paths && !over && (
              <Button
                variant="bare"
                className="min-h-11"
                aria-expanded={isSending}
                onClick={() => setSending(!isSending)}
              >
                Tell the authors
              </Button>
            )}
          </div>
        </nav>
      )}
    </main>
  );
}
