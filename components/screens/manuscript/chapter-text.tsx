"use client";

import { Plus } from "lucide-react";
import { useRef } from "react";
import { MAX_PASSAGE_LENGTH } from "#domain/book/book.ts";
import { cutText } from "#domain/book/cut-text.ts";
import type { NameIndex } from "#domain/book/mentions.ts";
import { counted } from "#domain/counted.ts";
import { countWords } from "#domain/words.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { newId } from "../../frame/project/new-id.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import type { MenuEntry } from "../../ui/menu-entry.ts";
import { LONG_TOAST_MS, showToast } from "../../ui/toast.ts";
import { type Block, joined, placeIn, placeInField } from "./blocks.ts";
import type { Chapter } from "./book-types.ts";
import type { RewriteSpan } from "./generate-chapter.tsx";
import { PassageBlock } from "./passage-block.tsx";
import { type PassageDesk, type ReadPassage, UNSAVED } from "./passage-desk.ts";
import { useBookChanges } from "./use-book.ts";
import type { NamedEntity } from "./use-name-index.ts";

interface ChapterTextProps {
  readonly chapter: Chapter;
  readonly blocks: readonly Block[];
  readonly desk: PassageDesk;
  readonly index: NameIndex;
  readonly entities: ReadonlyMap<string, NamedEntity>;
  /** Reason why the text cannot be edited; null where it can. */
  readonly closed: string | null;
  /** Asks for other words in place of a span. */
  readonly onRewrite: (span: RewriteSpan) => void;
}

/** The text of a chapter, a block for each passage. Enter at the end of one begins the next, Backspace at the beginning joins two. */
export function ChapterText({ chapter, blocks, desk, index, entities, closed, onRewrite }: ChapterTextProps) {
  const { id: chapterId, beats } = chapter;
  const changes = useBookChanges();
  const { attempt, problem } = useAttempt();
  const fields = useRef(new Map<string, HTMLTextAreaElement>());
  /** Block whose field takes the caret once it is there, and where. */
  const wanted = useRef<{ readonly id: string; readonly at: number } | null>(null);

  function focus(id: string, at: number): void {
    const field = fields.current.get(id);
    if (field === undefined) {
      wanted.current = { id, at };
      return;
    }
    wanted.current = null;
    field.focus();
    field.setSelectionRange(at, at);
  }
  function take(id: string, field: HTMLTextAreaElement | null): void {
    if (field === null) {
      fields.current.delete(id);
      return;
    }
    fields.current.set(id, field);
    if (wanted.current?.id === id) focus(id, wanted.current.at);
  }
  function begin(afterId: string | null): void {
    const id = newId("psg");
    wanted.current = { id, at: 0 };
    desk.make(id, { chapterId, afterId }, "");
  }
  function merge(at: number): void {
    const [before, own] = [blocks[at - 1], blocks[at]];
    if (before === undefined || own === undefined) return;
    const text = own.kind === before.kind || own.text === "" ? joined(before.text, own.text) : null;
    if (text === null) {
      const isLong = own.kind === before.kind;
      showToast({
        text: isLong
          ? "Together they are too long for one passage."
          : "A note and a passage of the book are not joined.",
      });
      return;
    }
    if (isHeld(before) || isHeld(own)) {
      showToast({ text: "Decide first what becomes of the passage that was not saved." });
      return;
    }
    wanted.current = { id: before.id, at: placeInField(before.text, before.text.length) };
    desk.write(before.id, before.base, text);
    if (text === before.text) focus(before.id, text.length);
    const putBack = () => {
      // Words that were typed behind the join stay: what is twice can be deleted, what is lost cannot be written again.
      const now = desk.drafts.get(before.id);
      if (now !== undefined && now.text !== text) return;
      if (now !== undefined && before.draft === null && isHeld({ draft: now })) desk.settle(before.id, "theirs");
      else desk.write(before.id, desk.newest(before.base ?? unread(before.id)), before.text);
    };
    // The second goes only once the first has its words.
    void attempt(async () => {
      if (!(await desk.flush(own.id)) || !(await desk.flush(before.id))) {
        putBack();
        showToast({ text: "The passages are not joined: they could not be saved. Both are kept as they were." });
        return;
      }
      try {
        await changes.removePassage(own.id, desk.newest(own.base ?? unread(own.id)).seq);
      } catch (error) {
        putBack();
        throw error;
      }
      desk.gone(own.id);
    });
  }
  function remove(block: Block, at: number): void {
    void attempt(async () => {
      if (!(await desk.flush(block.id))) {
        showToast({ text: UNSAVED });
        return;
      }
      await changes.remove("passage", block.id);
      desk.gone(block.id);
      showToast({
        text: "Passage deleted.",
        undo: () => void attempt(() => changes.restore("passage", block.id)),
      });
      const near = blocks[at - 1] ?? blocks[at + 1];
      if (near !== undefined) focus(near.id, near.text.length);
    });
  }
  /** Takes a text as it was typed; one that is too long for a passage, as after a paste, goes on in new ones. */
  function write({ id, base, kind }: Block, text: string, caret: number): void {
    const [first, ...others] = kind === "note" ? [] : cutText(text, MAX_PASSAGE_LENGTH);
    if (first === undefined || others.length === 0) {
      desk.write(id, base, text);
      return;
    }
    const pieces = [{ id, ...first }, ...others.map((piece) => ({ id: newId("psg"), ...piece }))];
    const at = pieces.find(({ end }) => caret <= end) ?? pieces.at(-1);
    if (at !== undefined) wanted.current = { id: at.id, at: Math.max(0, caret - at.start) };
    desk.write(id, base, text.slice(first.start, first.end));
    for (const [place, piece] of pieces.entries()) {
      const afterId = pieces[place - 1]?.id;
      if (afterId !== undefined) desk.make(piece.id, { chapterId, afterId }, text.slice(piece.start, piece.end));
    }
    showToast({ text: `That is too long for one passage: it became ${counted(pieces.length, "passage")}.` });
  }
  function settle({ id, draft }: Block, keeps: "mine" | "theirs"): void {
    desk.settle(id, keeps);
    if (keeps === "mine" || draft === null || draft.theirs === null) return;
    const { text, theirs } = draft;
    showToast({
      text: "Their text is kept, yours is gone.",
      undo: () => desk.write(id, desk.newest(theirs), text),
      stays: LONG_TOAST_MS,
    });
  }
  const place = (id: string, after: string | null) =>
    void attempt(() => changes.move({ kind: "passage", id, into: chapterId, after }));
  const entriesOf = (block: Block, at: number): MenuEntry[] => {
    const reason = closed ?? (block.base === null ? "It is being saved." : null);
    const span = chosenIn(fields.current.get(block.id), block);
    return [
      {
        title: "Rewrite the chosen words…",
        onSelect: () => span !== null && onRewrite(span),
        disabledReason: reason ?? (span === null ? "Choose words in it first, once it is saved." : null),
      },
      "separator",
      {
        title: "New passage below",
        onSelect: () => begin(block.id),
        disabledReason: reason,
      },
      {
        title: "Move up",
        onSelect: () => place(block.id, blocks[at - 2]?.id ?? null),
        disabledReason: reason ?? (at === 0 ? "It is the first passage." : null),
      },
      {
        title: "Move down",
        onSelect: () => place(block.id, blocks[at + 1]?.id ?? null),
        disabledReason: reason ?? (at === blocks.length - 1 ? "It is the last passage." : null),
      },
      {
        title: block.kind === "note" ? "Make it part of the book" : "Make it a note",
        onSelect: () =>
          void attempt(() => changes.changePassage(block.id, { kind: block.kind === "note" ? "prose" : "note" })),
        disabledReason: reason,
      },
      {
        title: "The beat that it tells",
        disabledReason: reason ?? (beats.length === 0 ? "The chapter has no beats." : null),
        entries: [{ id: null, text: "None" }, ...beats].map(({ id, text }) => ({
          title: text,
          checked: block.beatId === id,
          onSelect: () => void attempt(() => changes.changePassage(block.id, { beat_id: id })),
        })),
      },
      "separator",
      { title: "Delete the passage", onSelect: () => remove(block, at), disabledReason: reason },
    ];
  };

  return (
    <div className="space-y-1" data-home="">
      <AlertLine className="px-4 text-13">{problem}</AlertLine>
      {blocks.length === 0 && (
        <p className="px-4 py-2 font-reading text-16 text-ink-2">
          {closed === null ? "Nothing is written here yet." : "There is no text."}
        </p>
      )}
      {blocks.map((block, at) => (
        <PassageBlock
          key={block.id}
          block={block}
          at={at}
          beat={beats.find(({ id }) => id === block.beatId)?.text ?? null}
          index={index}
          entities={entities}
          closed={closed}
          field={(field) => take(block.id, field)}
          onWrite={(text, caret) => write(block, text, caret)}
          onLeave={() => void desk.flush(block.id)}
          onSettle={(keeps) => settle(block, keeps)}
          onRetry={() => desk.retry()}
          onForget={() => desk.forget(block.id)}
          entries={() => entriesOf(block, at)}
          keys={{
            split: () => begin(block.id),
            merge: () => merge(at),
            leave: (way) => {
              const next = blocks[way === "up" ? at - 1 : at + 1];
              if (next !== undefined) focus(next.id, way === "up" ? next.text.length : 0);
            },
          }}
        />
      ))}
      {closed === null && (
        <Button
          size="sm"
          variant="bare"
          className="ms-2 print:hidden"
          icon={<Plus aria-hidden="true" size={14} />}
          onClick={() => begin(blocks.at(-1)?.id ?? null)}
        >
          {blocks.length === 0 ? "Write the first passage" : "New passage"}
        </Button>
      )}
    </div>
  );
}

/** Whether words wait for a person to decide about them. */
const isHeld = ({ draft }: Pick<Block, "draft">) => draft?.state === "conflict" || draft?.state === "refused";

/** A passage of which nothing is read yet. */
const unread = (id: string): ReadPassage => ({ id, text: "", seq: 0 });

/** Span that is chosen in the field of a saved block; null for none. */
function chosenIn(field: HTMLTextAreaElement | undefined, { id, base, draft }: Block): RewriteSpan | null {
  if (field === undefined || base === null || draft !== null || field.selectionStart === field.selectionEnd)
    return null;
  const [start, end] = [placeIn(base.text, field.selectionStart), placeIn(base.text, field.selectionEnd)];
  return { passageId: id, start, end, words: base.text.slice(start, end), seq: base.seq };
}

/** Words of the book in blocks: notes have none. */
export function wordsOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { kind, text }) => sum + (kind === "note" ? 0 : countWords(text)), 0);
}
