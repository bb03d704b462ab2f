"use client";

import { type FormEvent, type KeyboardEvent, useId } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { CONTROL } from "../../ui/form/field.tsx";
import { Select } from "../../ui/select.tsx";
import { typedBehind } from "../../ui/typed-behind.ts";
import { type ConversationDetail, type Message, nameOf, type Participant } from "./talk-words.ts";

/** Longest words that can be said at once. */
const MOST_LETTERS = 4_000;

/** Words that are not said yet. */
interface TalkDraft {
  readonly text: string;
  /** Participant who says them; null for the usual speaker. */
  readonly speaker: string | null;
  /** Participant who alone hears them; null for everybody. */
  readonly listener: string | null;
  /** Message that they were sent as and that was not answered; null for none. */
  readonly sent: { readonly words: string; readonly id: string } | null;
}

/** Draft before anything is typed. */
export const NOTHING_TYPED: TalkDraft = { text: "", speaker: null, listener: null, sent: null };

/** Properties of the field. */
export interface TalkComposerProps {
  conversation: ConversationDetail;
  people: readonly Participant[];
  /** Draft, which the page holds because it outlives this field. */
  draft: TalkDraft;
  onDraft: (change: (now: TalkDraft) => TalkDraft) => void;
  /** Told what was said. */
  onSaid: (message: Message) => void;
}

/** Says something in a talk, as a game master of it or in the words of a character, to everybody or as a whisper to one. */
export function TalkComposer({ conversation, people, draft, onDraft, onSaid }: TalkComposerProps) {
  const { id: conversation_id, status } = conversation;
  const project_id = useProjectId();
  const client = useStudioClient();
  const reason = reasonOf(useCan()("change"));
  const label = useId();
  const { text, speaker: chosen, listener: to } = draft;
  const put = (part: Partial<TalkDraft>) => onDraft((now) => ({ ...now, ...part }));
  const { attempt, isBusy, problem } = useAttempt();
  const joined = people.filter(({ state }) => state === "joined");
  // Players speak for themselves.
  const speakers = joined
    .filter(({ kind }) => kind !== "player")
    .toSorted((a, b) => Number(b.kind === "gm") - Number(a.kind === "gm"));
  const speaker = speakers.find(({ id }) => id === chosen) ?? speakers[0];
  const listener = joined.find(({ id }) => id === to && id !== speaker?.id) ?? null;
  // A whisper to somebody who has left is nobody's to hear.
  const isUnheard = to !== null && to !== speaker?.id && listener === null;
  const gone = isUnheard ? people.find(({ id }) => id === to) : undefined;
  const closed =
    reason ??
    (status === "active"
      ? speaker === undefined
        ? "Add a game master to speak yourself."
        : isUnheard
          ? `${gone === undefined ? "Who was to hear it" : nameOf(gone)} takes part no more. Choose who hears it.`
          : null
      : status === "open"
        ? "Begin the talk first."
        : status === "paused"
          ? "The talk is paused."
          : "The talk is over.");

  async function say(): Promise<void> {
    const words = text.trim();
    if (words === "" || closed !== null || isBusy || speaker === undefined) return;
    const about = `${speaker.id} ${listener?.id ?? ""} ${words}`;
    // Words that are sent again after a failure are the same message.
    const sent = draft.sent?.words === about ? draft.sent : { words: about, id: crypto.randomUUID() };
    const { id: client_id } = sent;
    put({ sent });
    const done = await attempt(async () => {
      const whisper = listener === null ? {} : { audience: [listener.id], listeners: [listener.id] };
      const body = { text: words, speaker: speaker.id, client_id, ...whisper };
      onSaid(await client.conversations.post.mutate({ project_id, conversation_id, ...body }));
    });
    if (!done) return;
    onDraft((now) => ({ ...now, text: typedBehind(now.text, text), sent: null }));
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void say();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void say();
  };
  return (
    <form onSubmit={onSubmit} className="border-line border-t bg-panel px-5 py-3">
      {closed !== null && (
        <p id={`${label}-closed`} className="mb-2 text-12 text-ink-2">
          {closed}
        </p>
      )}
      <div className="mb-2 flex flex-wrap gap-3">
        {speakers.length > 1 && (
          <Select
            label="Speak as"
            className="w-40"
            options={speakers.map((each) => ({ value: each.id, label: nameOf(each) }))}
            value={speaker?.id ?? ""}
            onChange={({ target }) => put({ speaker: target.value })}
          />
        )}
        {speaker !== undefined && (joined.length > 1 || isUnheard) && (
          <Select
            label="Heard by"
            className="w-40"
            options={[
              { value: "", label: "Everybody" },
              ...joined
                .filter(({ id }) => id !== speaker?.id)
                .map((each) => ({ value: each.id, label: `${nameOf(each)} alone` })),
              ...(isUnheard ? [{ value: to, label: gone === undefined ? "Nobody" : `${nameOf(gone)} alone` }] : []),
            ]}
            value={isUnheard ? to : (listener?.id ?? "")}
            onChange={({ target }) => put({ listener: target.value === "" ? null : target.value })}
          />
        )}
      </div>
      <label htmlFor={`${label}-field`} className="sr-only">
        What you say
      </label>
      <textarea
        id={`${label}-field`}
        dir="auto"
        rows={2}
        maxLength={MOST_LETTERS}
        placeholder={listener === null ? "Say something" : `Whisper to ${nameOf(listener)}`}
        value={text}
        readOnly={closed !== null}
        aria-describedby={closed === null ? undefined : `${label}-closed`}
        onChange={({ target }) => put({ text: target.value })}
        onKeyDown={onKeyDown}
        className={`${CONTROL} font-reading text-15`}
      />
      <AlertLine className="mt-1 text-12">{problem}</AlertLine>
      <div className="mt-2 flex items-center justify-end gap-2 text-12 text-ink-3">
        <span className="pointer-coarse:hidden">Shift+Enter for a new line</span>
        <Button type="submit" size="sm" variant="primary" disabled={isBusy} disabledReason={closed}>
          {listener === null ? "Say" : "Whisper"}
        </Button>
      </div>
    </form>
  );
}
