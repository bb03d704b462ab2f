"use client";

import { useEffect, useRef, useState } from "react";
import { speakerColor } from "#domain/speaker-color.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { SPEAKER_INKS } from "../../ui/color-swatches.ts";
import { initialsOf } from "../../ui/initials.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { type Message, nameOf, type Participant, textOf } from "./talk-words.ts";

interface TalkLogProps {
  conversationId: string;
  /** Messages, the oldest first. */
  messages: readonly Message[];
  /** Words that are on their way, by the participant who speaks; empty where it thinks. */
  speaking: ReadonlyMap<string, string>;
  people: readonly Participant[];
  hasEarlier: boolean;
  onEarlier: () => Promise<void>;
  /** Told a message whose words were taken away. */
  onRedacted: (message: Message) => void;
}

/** Pixels from its end within which a log is followed: who reads further up is left there. */
const NEAR = 80;

/** Log of a talk, message by message. */
export function TalkLog(props: TalkLogProps) {
  const { conversationId, messages, speaking, people, hasEarlier, onEarlier, onRedacted } = props;
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const { attempt, isBusy, problem } = useAttempt();
  const [asked, setAsked] = useState<Message | null>(null);
  const length = [...speaking.values()].reduce((sum, words) => sum + words.length + 1, messages.at(-1)?.number ?? 0);
  useEffect(() => {
    if (length > 0 && isAtEnd.current) box.current?.scrollTo?.({ top: box.current.scrollHeight });
  }, [length]);
  const byId = new Map(people.map((each) => [each.id, each]));
  return (
    <div
      ref={box}
      className="min-h-0 grow overflow-y-auto px-5 py-4"
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR;
      }}
    >
      {hasEarlier && (
        <Button size="sm" variant="quiet" disabled={isBusy} onClick={() => void attempt(onEarlier)}>
          Earlier messages
        </Button>
      )}
      <AlertLine className="mt-1 text-12">{problem}</AlertLine>
      {messages.length === 0 && <p className="text-13 text-ink-2">Nothing was said yet.</p>}
      <div role="log" aria-label="What was said">
        <ol className="space-y-4">
          {messages.map((message) => (
            <Said key={message.number} message={message} people={byId} onRedact={() => setAsked(message)} />
          ))}
        </ol>
      </div>
      {[...speaking].map(([who, words]) => (
        <OnItsWay key={who} name={nameOf(byId.get(who) ?? { name: "Somebody" })} words={words} />
      ))}
      {asked !== null && (
        <Redaction
          conversationId={conversationId}
          message={asked}
          onClose={() => setAsked(null)}
          onRedacted={onRedacted}
        />
      )}
    </div>
  );
}

/** Words of a character as they come. Read aloud once they are whole: they may still be taken back. */
function OnItsWay({ name, words }: { name: string; words: string }) {
  return (
    <div className="mt-4 max-w-3xl ps-10">
      {words !== "" && (
        <p aria-hidden="true" dir="auto" className="whitespace-pre-wrap break-words font-reading text-16">
          {words}
        </p>
      )}
      <p role="status" className="text-13 text-ink-3">
        {words === "" ? `${name} is thinking…` : `${name} is speaking…`}
      </p>
    </div>
  );
}

interface SaidProps {
  message: Message;
  people: ReadonlyMap<string, Participant>;
  onRedact: () => void;
}

function Said({ message, people, onRedact }: SaidProps) {
  const { speaker, whisper, audience, made_by, at, redacted_at } = message;
  const reason = reasonOf(useCan()("change"));
  const who = people.get(speaker);
  const name = who === undefined ? "Somebody" : nameOf(who);
  const { text, isGone } = textOf(message);
  const hearers = audience.filter((id) => id !== speaker).flatMap((id) => people.get(id) ?? []);
  return (
    <li className="group flex max-w-3xl gap-3">
      <span
        aria-hidden="true"
        className={`mt-0.5 inline-flex size-7 shrink-0 items-center justify-center rounded-round border border-line bg-hover font-semibold text-11 ${SPEAKER_INKS[speakerColor(who?.npc_id ?? speaker)]}`}
      >
        <span data-initials={initialsOf(name)} className="before:content-[attr(data-initials)]" />
      </span>
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 text-12 text-ink-3">
          <span dir="auto" className="text-ink-2">
            {name}
          </span>
          {whisper && <Badge tone="warn">{`Whispered to ${hearers.map(nameOf).join(", ") || "nobody"}`}</Badge>}
          {made_by !== null && (
            <span>
              {made_by.kind === "model" ? `Spoken by ${made_by.model ?? "a language model"}` : "An authored line"}
            </span>
          )}
          <LocalTime iso={at} />
        </p>
        <p
          dir="auto"
          className={`whitespace-pre-wrap break-words ${isGone ? "text-13 text-ink-3 italic" : "font-reading text-16"}`}
        >
          {text}
        </p>
      </div>
      {redacted_at === null && !isGone && (
        <Button
          size="sm"
          variant="bare"
          className="self-start opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
          aria-label={`Redact what ${name} said`}
          disabledReason={reason}
          onClick={onRedact}
        >
          Redact
        </Button>
      )}
    </li>
  );
}

interface RedactionProps {
  conversationId: string;
  message: Message;
  onClose: () => void;
  onRedacted: (message: Message) => void;
}

function Redaction({ conversationId, message, onClose, onRedacted }: RedactionProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const { attempt, problem } = useAttempt();
  const redact = async () => {
    const input = { project_id, conversation_id: conversationId, number: String(message.number) };
    onRedacted(await client.conversations.redact.mutate(input));
    onClose();
  };
  return (
    <AlertDialog
      open
      onClose={onClose}
      title="Redact this message?"
      description={
        <>
          Its words are taken away for good, from everybody. That something was said stays.
          {problem !== null && <AlertLine className="mt-2 text-13">{problem}</AlertLine>}
        </>
      }
      action="Redact it"
      onAct={() => void attempt(redact)}
    />
  );
}
