"use client";

import { Ellipsis } from "lucide-react";
import { type KeyboardEvent, type Ref, useMemo } from "react";
import { findMentions, type NameIndex } from "#domain/book/mentions.ts";
import { profileAddress, useProjectId } from "../../frame/project/project-provider.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import type { MenuEntry } from "../../ui/menu-entry.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import type { Block } from "./blocks.ts";
import { MarkedText } from "./mention-marks.tsx";
import type { NamedEntity } from "./use-name-index.ts";

/** Keys that mean something beyond the text of one block. */
export interface BlockKeys {
  /** Begins a block behind this one. */
  split(): void;
  /** Joins it with the one before. */
  merge(): void;
  /** Moves the caret to the block before or behind it. */
  leave(way: "up" | "down"): void;
}

interface PassageBlockProps {
  readonly block: Block;
  readonly at: number;
  /** Words of the beat that it tells; null for none. */
  readonly beat: string | null;
  readonly index: NameIndex;
  readonly entities: ReadonlyMap<string, NamedEntity>;
  /** Reason why it cannot be edited; null where it can. */
  readonly closed: string | null;
  readonly onWrite: (text: string, caret: number) => void;
  readonly onLeave: () => void;
  readonly onSettle: (keeps: "mine" | "theirs") => void;
  readonly onRetry: () => void;
  readonly onForget: () => void;
  readonly keys: BlockKeys;
  readonly entries: () => readonly MenuEntry[];
  readonly field: Ref<HTMLTextAreaElement>;
}

const TEXT = "col-start-1 row-start-1 min-w-0 whitespace-pre-wrap break-words px-2 py-1 font-reading text-16 leading-7";

/** A passage: its text as it is written, with the names in it marked, and how saving stands where it is not saved. */
export function PassageBlock(props: PassageBlockProps) {
  const { block, at, beat, index, entities, closed, keys } = props;
  const { text, kind, draft } = block;
  const project_id = useProjectId();
  const mentions = useMemo(() => findMentions(text, index), [text, index]);
  const name = `${kind === "note" ? "Note" : "Passage"} ${at + 1}`;
  const isNote = kind === "note";

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const { key, shiftKey, altKey, ctrlKey, metaKey, currentTarget, nativeEvent } = event;
    if (nativeEvent.isComposing || altKey || ctrlKey || metaKey || shiftKey) return;
    const { selectionStart, selectionEnd, value } = currentTarget;
    if (selectionStart !== selectionEnd) return;
    const isFirst = selectionStart === 0;
    const isLast = selectionStart === value.length;
    if (key === "Enter" && isLast && value.trim() !== "") keys.split();
    else if (key === "Backspace" && isFirst && at > 0) keys.merge();
    else if (key === "ArrowUp" && isFirst) keys.leave("up");
    else if (key === "ArrowDown" && isLast) keys.leave("down");
    else return;
    event.preventDefault();
  }
  return (
    <section
      aria-label={name}
      data-passage={block.id}
      className={`group relative ps-2 ${isNote ? "border-warn border-s-2 bg-warn-soft" : ""}`}
    >
      {(isNote || beat !== null) && (
        <p className="flex flex-wrap items-center gap-2 px-2 pt-1 text-12 text-ink-2">
          {isNote && <Badge tone="warn">Note, not part of the book</Badge>}
          {beat !== null && <span dir="auto">{beat}</span>}
        </p>
      )}
      <div className="flex items-start gap-1">
        {closed !== null ? (
          <p dir="auto" className={`${TEXT} grow`}>
            <MarkedText text={text} mentions={mentions}>
              {(words, id) => (
                <PageLink
                  href={profileAddress(project_id, { id, type: entities.get(id)?.type ?? "character" })}
                  className="link"
                >
                  {words}
                </PageLink>
              )}
            </MarkedText>
          </p>
        ) : (
          <div className="grid min-w-0 grow">
            {/* It makes the field as high as its text, and marks the names that stand behind the letters. */}
            <div aria-hidden="true" dir="auto" className={`${TEXT} pointer-events-none text-transparent`}>
              <MarkedText text={text} mentions={mentions}>
                {(words) => <span className="border-thread border-b-2">{words}</span>}
              </MarkedText>
              {"\u200b"}
            </div>
            <textarea
              ref={props.field}
              aria-label={`${name}, text`}
              dir="auto"
              rows={1}
              spellCheck
              placeholder={at === 0 ? "Begin to write" : undefined}
              value={text}
              onChange={({ target }) => props.onWrite(target.value, target.selectionStart)}
              onBlur={props.onLeave}
              onKeyDown={onKeyDown}
              className={`${TEXT} resize-none overflow-hidden rounded-control bg-transparent text-ink placeholder:text-ink-3`}
            />
          </div>
        )}
        <Menu
          entries={props.entries}
          align="end"
          trigger={(trigger) => (
            <IconButton
              size="sm"
              label={`More for ${name.toLowerCase()}`}
              icon={<Ellipsis aria-hidden="true" size={16} />}
              className="mt-1 print:hidden"
              {...trigger}
            />
          )}
        />
      </div>
      {draft?.state === "conflict" && draft.theirs !== null && (
        <div className="px-2 pb-2">
          <Notice tone="warn" title="Someone else changed this passage" announce>
            <p className="text-13">Your text is kept in this browser until you choose.</p>
            <blockquote
              dir="auto"
              className="my-2 max-h-48 overflow-y-auto whitespace-pre-wrap border-line border-s-2 ps-3 font-reading text-14"
            >
              {draft.theirs.text === "" ? <i>They left it empty.</i> : draft.theirs.text}
            </blockquote>
            <div className="flex flex-wrap gap-2">
              <Button size="sm" onClick={() => props.onSettle("mine")}>
                Keep mine
              </Button>
              <Button size="sm" onClick={() => props.onSettle("theirs")}>
                Take theirs
              </Button>
            </div>
          </Notice>
        </div>
      )}
      {draft?.state === "refused" && (
        <div className="px-2 pb-2">
          <Notice tone="error" title="This passage was not saved" announce>
            <p className="text-13">{draft.problem} Your text is kept in this browser.</p>
            <div className="mt-2 flex flex-wrap gap-2">
              <Button size="sm" onClick={props.onRetry}>
                Try again
              </Button>
              <Button size="sm" onClick={() => void navigator.clipboard?.writeText(draft.text)}>
                Copy it
              </Button>
              <Button size="sm" variant="danger" onClick={props.onForget}>
                Discard my text
              </Button>
            </div>
          </Notice>
        </div>
      )}
    </section>
  );
}
