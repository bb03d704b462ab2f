"use client";

import { Ellipsis } from "lucide-react";
import { type DragEvent, type KeyboardEvent, useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useLookedUpNames } from "../../frame/project/project-queries.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { type Book, type OutlinedChapter, STATUS_WORDS, STATUSES, type Status, stepsFrom } from "./book-types.ts";
import { useBookChanges } from "./use-book.ts";

/** Properties of the board. */
export interface ChapterBoardProps {
  readonly book: Book;
  /** Opens the text of a chapter. */
  readonly onOpen: (chapterId: string) => void;
}

/** The chapters of a book in columns, one for each state. A card goes to another by its menu, by Alt and the arrows, or with the mouse. */
export function ChapterBoard({ book, onOpen }: ChapterBoardProps) {
  const { go } = useBookChanges();
  const { attempt, isBusy, problem } = useAttempt();
  const closed = reasonOf(useCan()("change"));
  const [dragged, setDragged] = useState<OutlinedChapter | null>(null);
  const [over, setOver] = useState<Status | null>(null);
  const cards = useRef(new Map<string, HTMLButtonElement>());
  const nameOf = useLookedUpNames([...new Set(book.chapters.flatMap(({ pov_entity_id: id }) => id ?? []))].sort());
  const columns = Map.groupBy(book.chapters, ({ status }) => status);

  const stepTo = ({ status }: OutlinedChapter, to: Status) => stepsFrom(status).find((step) => step.to === to);
  function move(chapter: OutlinedChapter, to: Status): void {
    const step = closed === null ? stepTo(chapter, to) : undefined;
    if (step === undefined) return;
    void attempt(async () => {
      await go(chapter.id, step.name);
      // The card is another element in its new column.
      requestAnimationFrame(() => cards.current.get(chapter.id)?.focus());
    });
  }
  function onKeyDown(event: KeyboardEvent, chapter: OutlinedChapter): void {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!event.altKey || by === 0) return;
    event.preventDefault();
    const at = STATUSES.indexOf(chapter.status);
    const beside = by > 0 ? STATUSES.slice(at + 1) : STATUSES.slice(0, at).reverse();
    const to = beside.find((status) => stepTo(chapter, status) !== undefined);
    if (to !== undefined) move(chapter, to);
  }
  const ofColumn = (status: Status) => ({
    onDragOver: (event: DragEvent) => {
      if (dragged === null || stepTo(dragged, status) === undefined) return;
      event.preventDefault();
      setOver(status);
    },
    onDragLeave: () => setOver(null),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(null);
      if (dragged !== null) move(dragged, status);
    },
  });

  return (
    <div className="min-h-0 grow overflow-auto px-5 py-4 outline-none" aria-busy={isBusy} data-home="">
      <AlertLine className="pb-2 text-13">{problem}</AlertLine>
      <div className="flex min-h-full gap-3 max-md:flex-col">
        {STATUSES.map((status) => {
          const chapters = columns.get(status) ?? [];
          return (
            <section
              key={status}
              aria-label={STATUS_WORDS[status]}
              className={`flex w-56 shrink-0 flex-col gap-2 rounded-card border border-line bg-canvas p-2 max-md:w-full ${over === status ? "outline-2 outline-accent" : ""}`}
              {...ofColumn(status)}
            >
              <h2 className="flex items-baseline justify-between px-1 font-semibold text-13">
                {STATUS_WORDS[status]}
                <span className="numerals font-normal text-12 text-ink-3">{chapters.length}</span>
              </h2>
              <ul className="space-y-2">
                {chapters.map((chapter) => {
                  const { id, number, title, words, target_words: target, pov_entity_id: pov } = chapter;
                  return (
                    <li
                      key={id}
                      draggable={closed === null}
                      onDragStart={(event) => {
                        setDragged(chapter);
                        event.dataTransfer.setData("text/plain", title);
                        event.dataTransfer.effectAllowed = "move";
                      }}
                      onDragEnd={() => setDragged(null)}
                      className="flex items-start gap-1 rounded-control border border-line bg-panel p-2 shadow-raise"
                    >
                      <button
                        type="button"
                        ref={(card) => {
                          if (card === null) cards.current.delete(id);
                          else cards.current.set(id, card);
                        }}
                        aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
                        onClick={() => onOpen(id)}
                        onKeyDown={(event) => onKeyDown(event, chapter)}
                        className="min-w-0 grow cursor-pointer rounded-control text-start text-13"
                      >
                        <span dir="auto" className="block break-words font-medium">
                          {number !== null && <span className="numerals me-1 text-ink-3">{number}</span>}
                          {title}
                        </span>
                        <span className="numerals block text-12 text-ink-2">
                          {counted(words, "word")}
                          {target !== null && target > 0 && ` of ${target.toLocaleString("en")}`}
                        </span>
                        {pov !== null && nameOf(pov) !== undefined && (
                          <span dir="auto" className="block truncate text-12 text-ink-3">
                            {nameOf(pov)}
                          </span>
                        )}
                      </button>
                      <Menu
                        align="end"
                        entries={() =>
                          stepsFrom(status).map((step) => ({
                            title: step.words,
                            hint: STATUS_WORDS[step.to],
                            onSelect: () => move(chapter, step.to),
                            disabledReason: closed,
                          }))
                        }
                        trigger={(trigger) => (
                          <IconButton
                            size="sm"
                            label={`Move “${title}”`}
                            icon={<Ellipsis aria-hidden="true" size={16} />}
                            {...trigger}
                          />
                        )}
                      />
                    </li>
                  );
                })}
              </ul>
            </section>
          );
        })}
      </div>
    </div>
  );
}
