"use client";

import { Sparkles } from "lucide-react";
import { useEffect, useState } from "react";
import { counted } from "#domain/counted.ts";
import { useOnline } from "../../frame/api/online.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { InPlace } from "../../ui/form/in-place.tsx";
import { latePart } from "../../ui/late.tsx";
import { Notice } from "../../ui/notice.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { type Block, blocksOf } from "./blocks.ts";
import { type Chapter, isFrozen, type OutlinedChapter, type Passage, STATUS_WORDS } from "./book-types.ts";
import { ChapterState } from "./chapter-state.tsx";
import { ChapterText, wordsOf } from "./chapter-text.tsx";
import type { GenerateChapterProps, RewriteSpan } from "./generate-chapter.tsx";
import { Mentioned, useMentioned } from "./mentioned.tsx";
import type { Draft, PassageDesk } from "./passage-desk.ts";
import { useBookChanges, useChapter, usePassages } from "./use-book.ts";
import { useNamedEntities } from "./use-name-index.ts";

const ChapterPlanLate = latePart<{ chapter: Chapter; closed: string | null }>(() =>
  import("./chapter-plan.tsx").then((part) => part.ChapterPlan),
);

const BibleBesideLate = latePart<{ named: ReadonlySet<string>; onClose: () => void }>(() =>
  import("./bible-beside.tsx").then((part) => part.BibleBeside),
);

const GenerateChapterLate = latePart<GenerateChapterProps>(() =>
  import("./generate-chapter.tsx").then((part) => part.GenerateChapter),
);

const FactsDialogLate = latePart<{ chapterId: string; onClose: () => void }>(() =>
  import("./facts-dialog.tsx").then((part) => part.FactsDialog),
);

const NUMBERS = new Intl.NumberFormat("en-GB");

interface ChapterViewProps {
  readonly chapterId: string;
  /** Passage to look at; null for none. */
  readonly passageId: string | null;
  readonly outlined: OutlinedChapter | undefined;
  readonly desk: PassageDesk;
  readonly drafts: ReadonlyMap<string, Draft>;
  /** Whether the text alone is shown. */
  readonly isFocused: boolean;
  /** Closes the bible that stands beside the text; null while it does not. */
  readonly bible: (() => void) | null;
}

/** Scrolls to a passage of the open chapter. */
export function lookAtPassage(id: string): void {
  document.querySelector(`[data-passage="${CSS.escape(id)}"]`)?.scrollIntoView({ block: "center" });
}

/** One chapter: its title, state and plan, and its text. */
export function ChapterView(props: ChapterViewProps) {
  const { chapterId } = props;
  const chapter = useChapter(chapterId);
  const passages = usePassages(chapterId);
  const { at } = useMoment();
  const error = chapter.error ?? passages.error;
  if (chapter.data === undefined || passages.rows === undefined) {
    if (error === null) return <LoadingRows what="the chapter" rows={8} className="h-6" />;
    return (
      <ErrorState
        what="This chapter"
        error={error}
        safe="What you wrote is kept in this browser."
        onRetry={() => {
          void chapter.refetch();
          passages.retry();
        }}
      />
    );
  }
  return (
    <ChapterBody
      {...props}
      read={passages.rows}
      chapter={chapter.data}
      blocks={blocksOf(chapterId, passages.rows, at === null ? props.desk : null)}
    />
  );
}

interface ChapterBodyProps extends ChapterViewProps {
  readonly chapter: Chapter;
  readonly blocks: readonly Block[];
  readonly read: readonly Passage[];
}

function ChapterBody(props: ChapterBodyProps) {
  const { chapter, blocks, read, outlined, passageId, desk, drafts, isFocused, bible } = props;
  const can = useCan();
  const { changeChapter, go } = useBookChanges();
  const { attempt, problem } = useAttempt();
  const { entities, index } = useNamedEntities();
  const [isPlanOpen, setPlanOpen] = useState(false);
  /** Span that is to be written anew, `all` for a generation of the chapter; null while nothing is asked for. */
  const [asked, setAsked] = useState<RewriteSpan | "all" | null>(null);
  const [isReadingFacts, setReadingFacts] = useState(false);
  useEffect(() => desk.seen(read.map((passage) => passage.id)), [desk, read]);
  useEffect(() => {
    if (passageId !== null) lookAtPassage(passageId);
  }, [passageId]);
  const { id, title, status, target_words: target } = chapter;
  const frozen = isFrozen(status) ? `The chapter is ${STATUS_WORDS[status].toLowerCase()}.` : null;
  // Words are kept in this browser without a connection, everything else needs one.
  const changed = reasonOf(can("change"));
  const closed = frozen ?? reasonOf(can("edit"));
  const words = wordsOf(blocks);
  const mentioned = useMentioned(blocks, index);
  const named = new Set([...mentioned.keys(), ...(chapter.pov_entity_id === null ? [] : [chapter.pov_entity_id])]);
  return (
    <div className="flex min-h-0 min-w-0 grow max-lg:flex-col max-md:flex-none">
      <div className="min-h-0 min-w-0 grow overflow-y-auto bg-paper max-md:overflow-visible">
        <article className="mx-auto w-full max-w-3xl px-3 pt-6 pb-24 sm:px-6">
          <header className="space-y-2 px-4">
            <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <h2 className="min-w-0 max-w-full">
                <InPlace
                  label="Title of the chapter"
                  value={title}
                  maxLength={200}
                  disabledReason={frozen ?? changed}
                  onSave={(text) => changeChapter(id, { title: text })}
                  className="font-reading font-semibold text-20"
                />
              </h2>
              {outlined?.number != null && <span className="text-13 text-ink-3">Chapter {outlined.number}</span>}
            </div>
            <div className="flex flex-wrap items-center gap-3 text-13 text-ink-2">
              <ChapterState chapter={chapter} />
              <WordCount words={words} target={target} />
              <Saving drafts={drafts} />
              {!isFocused && (
                <span className="flex flex-wrap">
                  <Button size="sm" variant="bare" aria-expanded={isPlanOpen} onClick={() => setPlanOpen(!isPlanOpen)}>
                    {isPlanOpen ? "Hide the plan" : "Show the plan"}
                  </Button>
                  <Button
                    size="sm"
                    variant="bare"
                    icon={<Sparkles aria-hidden="true" size={14} />}
                    disabledReason={frozen ?? changed}
                    onClick={() => setAsked("all")}
                  >
                    Generate
                  </Button>
                  <Button size="sm" variant="bare" disabledReason={changed} onClick={() => setReadingFacts(true)}>
                    Find facts
                  </Button>
                </span>
              )}
            </div>
            {isPlanOpen && !isFocused && (
              <section aria-label="Plan of the chapter" className="rounded-card border border-line bg-panel p-4">
                <ChapterPlanLate key={id} chapter={chapter} closed={frozen ?? changed} />
              </section>
            )}
            {frozen !== null && changed === null && (
              <Notice tone="info">
                <div className="flex flex-wrap items-center gap-3 text-13">
                  <p>
                    {status === "final"
                      ? "It is final. Revising it begins a new revision; what was final stays in its history."
                      : "It is archived: no part of the book for now."}
                  </p>
                  <Button
                    size="sm"
                    onClick={() => void attempt(() => go(id, status === "final" ? "revise" : "unarchive"))}
                  >
                    {status === "final" ? "Revise" : "Unarchive"}
                  </Button>
                </div>
              </Notice>
            )}
            <AlertLine>{problem}</AlertLine>
            <LeftBehind drafts={drafts} blocks={blocks} desk={desk} />
          </header>
          <div className="mt-4">
            <ChapterText
              chapter={chapter}
              blocks={blocks}
              desk={desk}
              index={index}
              entities={entities}
              closed={closed}
              onRewrite={setAsked}
            />
          </div>
          {!isFocused && <Mentioned mentioned={mentioned} entities={entities} />}
        </article>
      </div>
      {asked !== null && (
        <GenerateChapterLate
          chapter={chapter}
          span={asked === "all" ? null : asked}
          desk={desk}
          onClose={() => setAsked(null)}
        />
      )}
      {isReadingFacts && <FactsDialogLate chapterId={id} onClose={() => setReadingFacts(false)} />}
      {bible !== null && <BibleBesideLate named={named} onClose={bible} />}
    </div>
  );
}

/** Number of words, and how far they are on the way to the target. */
function WordCount({ words, target }: { words: number; target: number | null }) {
  if (target === null || target === 0) return <span className="numerals">{counted(words, "word")}</span>;
  return (
    <span className="inline-flex items-center gap-2">
      <progress className="h-1.5 w-20" max={target} value={Math.min(words, target)} aria-label="Way to the target" />
      <span className="numerals">
        {NUMBERS.format(words)} of {counted(target, "word")}
      </span>
    </span>
  );
}

interface LeftBehindProps {
  readonly drafts: ReadonlyMap<string, Draft>;
  readonly blocks: readonly Block[];
  readonly desk: PassageDesk;
}

/** Words that could not be saved of passages that are not in this chapter, such as one that somebody deleted: they are kept until a person decides. */
function LeftBehind({ drafts, blocks, desk }: LeftBehindProps) {
  const here = new Set(blocks.map(({ id }) => id));
  const left = [...drafts.values()].filter(
    ({ id, state }) => !here.has(id) && (state === "refused" || state === "conflict"),
  );
  return left.map(({ id, text, problem }) => (
    <Notice key={id} tone="warn" title="A passage from elsewhere was not saved">
      <p className="text-13">{problem ?? "Someone else changed it. Open its chapter to choose."}</p>
      <blockquote
        dir="auto"
        className="my-2 max-h-32 overflow-y-auto whitespace-pre-wrap border-line border-s-2 ps-3 font-reading text-14"
      >
        {text}
      </blockquote>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => void navigator.clipboard?.writeText(text)}>
          Copy it
        </Button>
        <Button size="sm" variant="danger" onClick={() => desk.forget(id)}>
          Discard it
        </Button>
      </div>
    </Notice>
  ));
}

/** State of saving, in a few words. */
function Saving({ drafts }: { drafts: ReadonlyMap<string, Draft> }) {
  const isOnline = useOnline();
  const all = [...drafts.values()];
  const open = all.filter(({ state }) => state === "conflict" || state === "refused").length;
  const words =
    open > 0
      ? `${counted(open, "passage")} to decide`
      : all.length === 0
        ? "Saved"
        : !isOnline || all.some(({ state }) => state === "offline")
          ? "Offline, kept in this browser"
          : "Saving…";
  return (
    <span role="status" className={open > 0 ? "text-error" : "text-ink-3"}>
      {words}
    </span>
  );
}
