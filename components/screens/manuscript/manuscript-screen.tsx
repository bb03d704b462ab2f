"use client";

import {
  BookOpenText,
  ChartNoAxesColumn,
  Download,
  FilePlus2,
  Layers,
  Maximize2,
  Minimize2,
  Upload,
} from "lucide-react";
import { useState } from "react";
import { counted } from "#domain/counted.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { latePart } from "../../ui/late.tsx";
import { NewButton } from "../../ui/new-button.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { showToast } from "../../ui/toast.ts";
import { type AddressForm, useAddressView } from "../../ui/use-address-view.ts";
import { BookOutline } from "./book-outline.tsx";
import type { Book } from "./book-types.ts";
import type { ChapterBoardProps } from "./chapter-board.tsx";
import { ChapterView, lookAtPassage } from "./chapter-view.tsx";
import type { OutlineItem, OutlineMove } from "./outline-items.ts";
import { UNSAVED } from "./passage-desk.ts";
import type { ScoreBesideProps } from "./score-beside.tsx";
import { useBookChanges, useChapterOf, useFollowBook, useOutline } from "./use-book.ts";
import { useDrafts, usePassageDesk } from "./use-passage-desk.ts";

const ChapterBoardLate = latePart<ChapterBoardProps>(() =>
  import("./chapter-board.tsx").then((part) => part.ChapterBoard),
);
const ImportBookLate = latePart<{ onClose: () => void; onDone: (chapterId: string | null) => void }>(() =>
  import("./import-book.tsx").then((part) => part.ImportBook),
);
const ExportBookLate = latePart<{ onClose: () => void }>(() =>
  import("./export-book.tsx").then((part) => part.ExportBook),
);
const ScoreBesideLate = latePart<ScoreBesideProps>(() => import("./score-beside.tsx").then((part) => part.ScoreBeside));

/** Address of the view. */
interface ManuscriptView {
  /** Id of the open chapter; null for the first. */
  readonly chapter: string | null;
  /** Passage to look at, whatever its chapter; null for none. */
  readonly passage: string | null;
  readonly order: "reading" | "story";
  /** Whether the chapters stand on a board, by their states. */
  readonly isBoard: boolean;
}

const VIEW: AddressForm<ManuscriptView> = {
  viewOf: (query) => ({
    chapter: query.get("chapter"),
    passage: query.get("passage"),
    isBoard: query.get("view") === "board",
    order: query.get("order") === "story" ? "story" : "reading",
  }),
  addressOf: ({ chapter, passage, order, isBoard }, search) => {
    const query = new URLSearchParams(search);
    const set = (name: string, value: string | null) => (value === null ? query.delete(name) : query.set(name, value));
    set("chapter", chapter);
    set("passage", passage);
    set("order", order === "reading" ? null : order);
    set("view", isBoard ? "board" : null);
    return query.size === 0 ? "" : `?${query}`;
  },
  isStep: (change, before) =>
    (change.chapter !== undefined && change.chapter !== before.chapter) ||
    (change.isBoard !== undefined && change.isBoard !== before.isBoard),
};

/** The book of a project: its outline, and the text of one chapter beside it. */
export function ManuscriptScreen() {
  return (
    <Shell title={<h1 className="text-13">Manuscript</h1>}>
      <ManuscriptBody />
    </Shell>
  );
}

function ManuscriptBody() {
  const { view, show: showView } = useAddressView(VIEW);
  const show = (change: Partial<ManuscriptView>) =>
    showView(change.chapter === undefined ? change : { ...change, passage: null });
  const chapterOfPassage = useChapterOf(view.passage);
  const outline = useOutline(view.order);
  const changes = useBookChanges();
  const { attempt, problem } = useAttempt();
  const { at } = useMoment();
  const closed = reasonOf(useCan()("change"));
  const [isImporting, setImporting] = useState(false);
  const [renaming, setRenaming] = useState<string | null>(null);
  if (outline.data === undefined) {
    if (outline.error === null) return <LoadingRows what="the manuscript" rows={8} className="h-8" />;
    return <ErrorState what="The manuscript" error={outline.error} onRetry={() => void outline.refetch()} />;
  }
  const book = outline.data;
  const make = (actId: string | null, title = "Untitled chapter") =>
    void attempt(async () => {
      const { id } = await changes.makeChapter(title, actId);
      show({ chapter: id });
      setRenaming(id);
    });
  const makeAct = () =>
    void attempt(async () => {
      const { id } = await changes.makeAct("Untitled act");
      setRenaming(id);
    });
  const importing = (
    <Button
      size="sm"
      icon={<Upload aria-hidden="true" size={14} />}
      disabledReason={closed}
      onClick={() => setImporting(true)}
    >
      Import Markdown
    </Button>
  );
  const dialog = isImporting && (
    <ImportBookLate
      onClose={() => setImporting(false)}
      onDone={(chapter) => {
        setImporting(false);
        show({ chapter });
      }}
    />
  );
  if (book.chapters.length === 0 && book.acts.length === 0) {
    return (
      <>
        <EmptyState
          action={
            at === null ? (
              <div className="flex flex-wrap justify-center gap-2">
                <NewButton disabledReason={closed} onClick={() => make(null)}>
                  New chapter
                </NewButton>
                {importing}
              </div>
            ) : undefined
          }
          link={{ href: "/docs/guides/book", label: "About books" }}
        >
          {at === null
            ? "No chapters yet. Begin one, or bring a manuscript in Markdown."
            : "There was no book at this moment."}
        </EmptyState>
        <AlertLine className="px-6 text-center text-13">{problem}</AlertLine>
        {dialog}
      </>
    );
  }
  const asked = chapterOfPassage ?? view.chapter;
  const known = book.chapters.some(({ id }) => id === asked);
  const first = book.chapters.find(({ status }) => status !== "archived") ?? book.chapters[0];
  const chapterId = known ? asked : (first?.id ?? null);
  return (
    <>
      <OpenBook
        book={book}
        chapterId={chapterId}
        passageId={view.passage}
        order={view.order}
        isBoard={view.isBoard}
        show={show}
        renaming={renaming}
        onRenaming={setRenaming}
        onMake={make}
        onMakeAct={makeAct}
        importing={importing}
        problem={problem}
        attempt={attempt}
      />
      {dialog}
    </>
  );
}

interface OpenBookProps {
  readonly book: Book;
  readonly chapterId: string | null;
  readonly passageId: string | null;
  readonly order: ManuscriptView["order"];
  readonly isBoard: boolean;
  readonly show: (view: Partial<ManuscriptView>) => void;
  readonly renaming: string | null;
  readonly onRenaming: (id: string | null) => void;
  readonly onMake: (actId: string | null) => void;
  readonly onMakeAct: () => void;
  readonly importing: React.ReactNode;
  readonly problem: string | null;
  readonly attempt: (change: () => Promise<unknown>) => Promise<boolean>;
}

/** A book with its outline beside the text; in the focus mode the text alone. */
function OpenBook(props: OpenBookProps) {
  const { book, chapterId, order, isBoard, show, attempt, problem } = props;
  const changes = useBookChanges();
  const closed = reasonOf(useCan()("change"));
  const desk = usePassageDesk();
  useFollowBook();
  const drafts = useDrafts(desk);
  const [isFocused, setFocused] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const [beside, setBeside] = useState<"bible" | "score" | null>(null);
  const toggle = (part: "bible" | "score") => setBeside(beside === part ? null : part);
  const rename = ({ kind, id }: OutlineItem, title: string) =>
    void attempt(() => (kind === "act" ? changes.renameAct(id, title) : changes.changeChapter(id, { title })));
  const remove = ({ kind, id, name }: OutlineItem) =>
    void attempt(async () => {
      if (kind === "chapter") await Promise.all([...desk.drafts.keys()].map((each) => desk.flush(each)));
      if (!(await desk.flush(id))) {
        showToast({ text: UNSAVED });
        return;
      }
      await changes.remove(kind, id);
      if (kind === "passage") desk.gone(id);
      showToast({ text: `“${name}” is deleted.`, undo: () => void attempt(() => changes.restore(kind, id)) });
    });
  const choose = (item: OutlineItem) => {
    if (item.kind === "chapter") show({ chapter: item.id });
    if (item.kind === "passage") lookAtPassage(item.id);
  };
  const bibleButton = (
    <Button
      size="sm"
      variant="bare"
      aria-pressed={beside === "bible"}
      icon={<BookOpenText aria-hidden="true" size={14} />}
      onClick={() => toggle("bible")}
    >
      Bible
    </Button>
  );
  const scoreButton = (
    <Button
      size="sm"
      variant="bare"
      aria-pressed={beside === "score"}
      icon={<ChartNoAxesColumn aria-hidden="true" size={14} />}
      onClick={() => toggle("score")}
    >
      Score and feedback
    </Button>
  );
  const focusing = (
    <IconButton
      size="sm"
      label={isFocused ? "Show the outline" : "Show the text alone"}
      icon={isFocused ? <Minimize2 aria-hidden="true" size={16} /> : <Maximize2 aria-hidden="true" size={16} />}
      aria-pressed={isFocused}
      onClick={() => setFocused(!isFocused)}
    />
  );
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-5 py-2 print:hidden">
        <p className="numerals text-13 text-ink-2">
          {counted(book.words, "word")}
          {book.target_words > 0 && ` of ${book.target_words.toLocaleString("en")}`}
        </p>
        <SegmentedControl
          label="View"
          value={isBoard ? "board" : "text"}
          onChange={(next) => show({ isBoard: next === "board" })}
          options={[
            { value: "text", label: "Text" },
            { value: "board", label: "Board" },
          ]}
        />
        <div className="ms-auto flex flex-wrap items-center gap-2">
          {!isFocused && (
            <>
              {props.importing}
              <Button size="sm" icon={<Download aria-hidden="true" size={14} />} onClick={() => setExporting(true)}>
                Export the book
              </Button>
            </>
          )}
          {!isBoard && bibleButton}
          {!isBoard && chapterId !== null && scoreButton}
          {!isBoard && focusing}
        </div>
      </div>
      {isBoard ? (
        <ChapterBoardLate book={book} onOpen={(chapter) => show({ chapter, isBoard: false })} />
      ) : (
        <div className="relative flex min-h-0 grow max-md:flex-col max-md:overflow-y-auto">
          {!isFocused && (
            <nav
              aria-label="Outline of the book"
              className="flex min-h-0 w-80 shrink-0 flex-col border-line border-e bg-panel max-lg:w-64 max-md:h-64 max-md:w-full max-md:border-e-0 max-md:border-b print:hidden"
            >
              <div className="flex flex-wrap items-center gap-1 border-line border-b px-2 py-1.5">
                <SegmentedControl
                  label="Order"
                  value={order}
                  onChange={(next) => show({ order: next })}
                  options={[
                    { value: "reading", label: "As read" },
                    { value: "story", label: "As it happens" },
                  ]}
                />
                <span className="ms-auto flex">
                  <IconButton
                    size="sm"
                    label="New act"
                    icon={<Layers aria-hidden="true" size={16} />}
                    disabledReason={closed}
                    onClick={props.onMakeAct}
                  />
                  <IconButton
                    size="sm"
                    label="New chapter"
                    icon={<FilePlus2 aria-hidden="true" size={16} />}
                    disabledReason={closed}
                    onClick={() => props.onMake(book.chapters.find(({ id }) => id === chapterId)?.act_id ?? null)}
                  />
                </span>
              </div>
              <BookOutline
                book={book}
                order={order}
                chapterId={chapterId}
                desk={desk}
                onChoose={choose}
                onMove={(move: OutlineMove) => void attempt(() => changes.move(move))}
                onRename={rename}
                onRemove={remove}
                onMake={props.onMake}
                renaming={props.renaming}
                onRenaming={props.onRenaming}
                problem={<AlertLine className="px-3 py-2 text-13">{problem}</AlertLine>}
              />
            </nav>
          )}
          {chapterId === null ? (
            <EmptyState
              className="grow"
              action={
                <NewButton disabledReason={closed} onClick={() => props.onMake(book.acts[0]?.id ?? null)}>
                  New chapter
                </NewButton>
              }
            >
              No chapters yet.
            </EmptyState>
          ) : (
            <ChapterView
              key={chapterId}
              chapterId={chapterId}
              passageId={props.passageId}
              outlined={book.chapters.find(({ id }) => id === chapterId)}
              desk={desk}
              drafts={drafts}
              isFocused={isFocused}
              bible={beside === "bible" ? () => setBeside(null) : null}
            />
          )}
          {beside === "score" && chapterId !== null && (
            <ScoreBesideLate chapterId={chapterId} desk={desk} onClose={() => setBeside(null)} />
          )}
        </div>
      )}
      {isExporting && <ExportBookLate onClose={() => setExporting(false)} />}
    </div>
  );
}
