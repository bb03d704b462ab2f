"use client";

import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { usePeople } from "../../frame/project/project-queries.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { useKept } from "../../frame/session/use-kept.ts";
import { Button } from "../../ui/button.tsx";
import { FormMistake } from "../../ui/form/form-errors.ts";
import { Notice } from "../../ui/notice.tsx";
import { typedBehind } from "../../ui/typed-behind.ts";
import { calledAt, mentionsIn, type Person, peopleFor } from "./mentions.ts";

interface CommentComposerProps {
  /** Name of the field: "Comment", "Answer". */
  name: string;
  /** Sends the text with the ids of mentioned people. */
  send: (said: { text: string; mentions: string[] }) => Promise<unknown>;
  action: string;
  /** Name under which what is typed is kept while another card is looked at. */
  keptAs: string;
  initial?: string;
  autoFocus?: boolean;
  onDone?: () => void;
  onCancel?: () => void;
}

/** People offered at once behind an `@`. */
const OFFERED = 6;

/** Field for writing a comment. `@` mentions people; text that could not be recorded stays in the field. */
export function CommentComposer(props: CommentComposerProps) {
  const { name, send, action, keptAs, initial = "", autoFocus = false, onDone, onCancel } = props;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { value: text, put, forget } = useKept(keptAs, initial);
  const [caret, setCaret] = useState(0);
  const [at, setAt] = useState(0);
  const { problem, isBusy, attempt } = useAttempt();
  const can = useCan();
  // Words are written without a connection too, and kept in the field until they can be sent.
  const [write, change] = [can("compose"), can("comment")];
  const people: readonly Person[] = (usePeople()?.people ?? []).filter(({ member }) => member);
  const called = calledAt(text, caret);
  const offered = called === null ? [] : peopleFor(people, called.typed).slice(0, OFFERED);
  const isSaid = called !== null && offered.some((person) => person.name === called.typed);
  const isOpen = offered.length > 0 && !isSaid;
  const chosen = offered[Math.min(at, offered.length - 1)];

  const call = (person: Person) => {
    if (called === null) return;
    const before = `${text.slice(0, called.from)}@${person.name} `;
    const next = before + text.slice(caret);
    put(() => next);
    setCaret(before.length);
    setAt(0);
    requestAnimationFrame(() => field.current?.setSelectionRange(before.length, before.length));
  };
  const finish = async () => {
    if (text.trim() === "" || isBusy || !write.allowed) return;
    const isDone = await attempt(async () => {
      if (!change.allowed) throw new FormMistake(change.reason);
      await send({ text: text.trim(), mentions: mentionsIn(text, people) });
    });
    if (!isDone) return;
    if (onCancel === undefined) put((now) => typedBehind(now, text));
    else forget();
    onDone?.();
  };
  const cancel = () => {
    forget();
    onCancel?.();
  };
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return;
    const isEnter = event.key === "Enter";
    if (isOpen && (event.key === "ArrowDown" || event.key === "ArrowUp"))
      setAt((at + (event.key === "ArrowDown" ? 1 : offered.length - 1)) % offered.length);
    else if (isOpen && (isEnter || event.key === "Tab") && !event.ctrlKey && !event.metaKey && chosen !== undefined)
      call(chosen);
    else if (isEnter && (event.ctrlKey || event.metaKey)) void finish();
    else if (event.key === "Escape" && onCancel !== undefined) cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className="relative space-y-2">
      <label htmlFor={id} className="sr-only">
        {name}
      </label>
      <textarea
        ref={field}
        id={id}
        // biome-ignore lint/a11y/noAutofocus: it opens because somebody asked to write in it.
        autoFocus={autoFocus}
        dir="auto"
        rows={2}
        maxLength={5_000}
        value={text}
        placeholder={`${name}. Type @ to mention someone.`}
        readOnly={!write.allowed}
        title={reasonOf(write) ?? undefined}
        aria-autocomplete="list"
        aria-controls={isOpen ? `${id}-people` : undefined}
        aria-activedescendant={isOpen ? `${id}-${chosen?.id}` : undefined}
        onChange={({ target }) => {
          put(() => target.value);
          setCaret(target.selectionStart);
          setAt(0);
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        className="field-sizing-content block max-h-60 w-full resize-none rounded-control border border-line-strong bg-panel px-2.5 py-1.5 text-13 text-ink placeholder:text-ink-3 hover:border-ink-3 focus:border-accent"
      />
      {isOpen && (
        <div
          id={`${id}-people`}
          role="listbox"
          aria-label="People"
          className="absolute inset-x-0 z-10 rounded-card border border-line-strong bg-panel p-1 shadow-float"
        >
          {offered.map((person) => (
            <div
              key={person.id}
              id={`${id}-${person.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={person.id === chosen?.id}
              // The caret stays in the field.
              onPointerDown={(event) => {
                event.preventDefault();
                call(person);
              }}
              className="cursor-pointer rounded-control px-2 py-1.5 text-13 aria-selected:bg-accent-soft"
            >
              {person.name}
            </div>
          ))}
        </div>
      )}
      {problem !== null && (
        <Notice tone="error" title="The comment was not saved" announce>
          <p>{problem} What you wrote is still here.</p>
        </Notice>
      )}
      {(text.trim() !== "" || onCancel !== undefined) && (
        <div className="flex gap-2">
          <Button
            size="sm"
            variant="primary"
            disabled={isBusy || text.trim() === ""}
            disabledReason={reasonOf(change)}
            onClick={() => void finish()}
          >
            {action}
          </Button>
          {onCancel !== undefined && (
            <Button size="sm" variant="bare" onClick={cancel}>
              Cancel
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
