"use client";

import { useState } from "react";
import { counted } from "#domain/counted.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Inputs } from "../../frame/api/client.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { GenerationStanding } from "../../frame/generation/generation-standing.tsx";
import { type SessionView, useGeneration } from "../../frame/generation/use-generation.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { CONTROL, FormField } from "../../ui/form/field.tsx";
import { useCloseTwice } from "../../ui/form/use-close-twice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import type { Chapter } from "./book-types.ts";
import { type AskedReading, FactsAfter } from "./facts-after.tsx";
import type { PassageDesk } from "./passage-desk.ts";
import { ReviewDraft } from "./review-draft.tsx";
import { useRefreshBook } from "./use-book.ts";

type Mode = Inputs["chapters"]["generate"]["mode"];

/** Span of a passage that is to be written anew, of the version that is shown. */
export interface RewriteSpan {
  readonly passageId: string;
  readonly start: number;
  readonly end: number;
  readonly words: string;
  readonly seq: number;
}

/** Properties of the window. */
export interface GenerateChapterProps {
  readonly chapter: Chapter;
  /** Span that a rewrite replaces; null for the whole chapter. */
  readonly span: RewriteSpan | null;
  readonly desk: PassageDesk;
  readonly onClose: () => void;
}

const MODES: readonly { readonly value: Mode; readonly label: string; readonly means: string }[] = [
  { value: "outline", label: "Outline", means: "Proposes a summary and beats, behind those that there are." },
  { value: "draft", label: "Draft", means: "Writes a passage for each beat that no passage tells." },
  { value: "continue", label: "Continue", means: "Writes what follows the last passage." },
];

/** Dialog that has a chapter outlined, drafted, continued or rewritten in part, shows the draft before it is kept, and what follows from it. */
export function GenerateChapter({ chapter, span, desk, onClose }: GenerateChapterProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const refresh = useRefreshBook();
  const closed = reasonOf(useCan()("change"));
  const [mode, setMode] = useState<Mode>(span !== null ? "rewrite" : chapter.beats.length === 0 ? "outline" : "draft");
  const [instructions, setInstructions] = useState("");
  const [isReviewed, setReviewed] = useState(true);
  const [made, setMade] = useState<SessionView | null>(null);
  const [isCancelled, setCancelled] = useState(false);
  const { attempt, isBusy, problem } = useAttempt();
  const { standing, start, forget } = useGeneration((session) => {
    setMade(session);
    void refresh();
  });
  const [isTyped, setTyped] = useState(false);
  const [isWarned, setWarned] = useState(false);
  const isRunning = standing.state === "running";
  const close = () => {
    forget();
    onClose();
  };
  const brief = useCloseTwice(instructions.trim() !== "" && !isRunning, close);
  /** Closes a draft that waits; where something was changed in it, the second time. */
  const leave = () => {
    if (isTyped && !isWarned) setWarned(true);
    else close();
  };
  const begin = () =>
    start(async () => {
      // The text is generated from the record, so what was typed has to be there.
      await Promise.all([...desk.drafts.keys()].map((id) => desk.flush(id)));
      const scope =
        span === null
          ? null
          : { passage_id: span.passageId, start: span.start, end: span.end, base_revision: span.seq };
      return client.chapters.generate.mutate({
        ...{ project_id, chapter_id: chapter.id, mode, instructions, review: isReviewed },
        ...(scope !== null && { scope }),
      });
    });
  const answer = (action: string, value?: unknown, comment?: string) =>
    void attempt(async () => {
      if (standing.state !== "asked") return;
      const { sessionId, interrupt } = standing;
      await client.sessions.respond.mutate({
        session_id: sessionId,
        action,
        ...(interrupt !== null && { interrupt_id: interrupt.id }),
        ...(value !== undefined && { value }),
        ...(comment !== undefined && { comment }),
      } as never);
      if (action === "cancel" || (action === "reject" && comment === undefined)) {
        forget();
        setCancelled(true);
      } else start(async () => ({ session_id: sessionId }));
    });
  const title = span === null ? `Generate for “${chapter.title}”` : "Rewrite the chosen words";
  if (made !== null) {
    const { facts: asked = null } = (made.result ?? {}) as { facts?: AskedReading | null };
    return (
      <DialogPopup size="lg" title={title} onClose={close} footer={<Button onClick={close}>Done</Button>}>
        <div className="space-y-4 text-13">
          <p role="status">{madeWords(made, mode)}</p>
          {asked !== null && <FactsAfter chapterId={chapter.id} asked={asked} />}
        </div>
      </DialogPopup>
    );
  }
  if (standing.state === "asked" && standing.interrupt !== null) {
    return (
      <DialogPopup
        size="lg"
        title={title}
        onClose={leave}
        footer={<Button onClick={leave}>Decide later in the inbox</Button>}
      >
        <AlertLine className="text-13">{problem}</AlertLine>
        <ReviewDraft
          key={standing.interrupt.id}
          interrupt={standing.interrupt}
          before={span?.words ?? null}
          isBusy={isBusy}
          disabledReason={closed}
          onTyped={(is) => {
            setTyped(is);
            setWarned(false);
          }}
          onAnswer={answer}
        />
        {isWarned && (
          <div className="mt-4">
            <Notice tone="warn" announce>
              The draft waits in the inbox without your changes. Close again to leave them.
            </Notice>
          </div>
        )}
      </DialogPopup>
    );
  }
  return (
    <DialogPopup
      size="md"
      title={title}
      description="Without a provider key you get a sketch: beats from open threads, and a labelled note for each beat. Prose is never made up."
      onClose={brief.close}
      footer={
        <>
          <Button onClick={close}>{isRunning ? "Close and continue in the background" : "Cancel"}</Button>
          <Button variant="primary" onClick={begin} disabledReason={closed ?? (isRunning ? "Generating…" : null)}>
            Generate
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {isCancelled && <p role="status">Nothing was kept. You can ask again.</p>}
        {span === null ? (
          <div className="space-y-1">
            <SegmentedControl label="What is made" value={mode} onChange={setMode} options={MODES} />
            <p className="text-12 text-ink-2">{MODES.find(({ value }) => value === mode)?.means}</p>
          </div>
        ) : (
          <blockquote
            dir="auto"
            className="max-h-40 overflow-y-auto whitespace-pre-wrap border-line border-s-2 ps-3 font-reading text-14"
          >
            {span.words}
          </blockquote>
        )}
        <FormField label="Instructions (optional)" hint="What ought to come of it, in your own words.">
          {(control) => (
            <textarea
              {...control}
              rows={3}
              dir="auto"
              maxLength={8_000}
              className={CONTROL}
              value={instructions}
              onChange={({ target }) => setInstructions(target.value)}
            />
          )}
        </FormField>
        <Checkbox
          label="Show it to me before it is kept"
          checked={isReviewed}
          onChange={({ target }) => setReviewed(target.checked)}
        />
        <GenerationStanding standing={standing} />
        {brief.warning}
      </div>
    </DialogPopup>
  );
}

/** The result of a session in words. */
function madeWords({ result }: SessionView, mode: Mode): string {
  const { beat_ids = [], passage_ids = [] } = (result ?? {}) as { beat_ids?: string[]; passage_ids?: string[] };
  if (mode === "outline") return `${counted(beat_ids.length, "beat")} added. The plan of the chapter has them.`;
  if (mode === "rewrite") return "The chosen words are replaced, every other character is as it was.";
  return `${counted(passage_ids.length, "passage")} added.`;
}
