"use client";

import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { Branch } from "#domain/dialogue/wire.ts";
import type { OfferedBranch } from "#domain/runtime/offers.ts";
import type { OpenTalk } from "#domain/runtime/run.ts";
import type { TalkNews } from "#domain/runtime/talk.ts";
import { followCall } from "../../frame/api/follow-call.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useCharacters } from "../../frame/project/project-queries.ts";
import { whyUnanswered } from "../../frame/project/unanswered-words.ts";
import { useVoice } from "../../frame/project/use-voice.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { useSession } from "../../frame/session/session-provider.tsx";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { CONTROL } from "../../ui/form/field.tsx";
import { OfferWords } from "./offer-words.tsx";

/** Talk of a playthrough, as the player of a dialogue holds it. */
export interface PlayerTalkProps {
  talk: OpenTalk;
  /** Written answers beside the talk. */
  choices: readonly OfferedBranch[];
  onHear: (news: TalkNews) => void;
  onChoose: (branch: Branch) => void;
}

/** Words that were said in a talk. */
interface Turn {
  readonly by: "player" | "npc";
  readonly text: string;
}

/** Longest words that can be said at once, and turns that an answer takes into account. */
const MOST_LETTERS = 4_000;
const MOST_HISTORY = 40;
/** Milliseconds that a writer waits for a model: longer than a player of a game does. */
const DEADLINE_MS = 20_000;

/** Talk with the character of a card, beside its written answers; one without a voice is only chosen at. */
export function PlayerTalk({ talk, choices, onHear, onChoose }: PlayerTalkProps) {
  const { speakerId } = talk;
  const name = useCharacters().get(speakerId ?? "")?.name ?? "the character";
  const opened = choices.filter(({ branch }) => talk.opened.includes(branch.id));
  return (
    <section aria-label={`Talk to ${name}`} className="mt-4 rounded-card border border-line bg-canvas px-3 py-3">
      {speakerId === null ? <NoVoice name={name} /> : <Voiced entityId={speakerId} name={name} onHear={onHear} />}
      {opened.length > 0 && (
        <div className="mt-3 border-line border-t pt-3">
          <p role="status" className="text-13 text-ink-2">
            The talk has come to something.
          </p>
          <ul aria-label="Ways that opened" className="mt-2 flex flex-col items-start gap-1.5">
            {opened.map((offer) => (
              <li key={offer.branch.id}>
                <Button variant="primary" onClick={() => onChoose(offer.branch)}>
                  <span className="whitespace-normal text-start">
                    Go on: <OfferWords offer={offer} />
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function NoVoice({ name }: { name: string }) {
  return (
    <p className="text-13 text-ink-2">
      Nobody answers here, because {name} has no voice. The written answers below go on.
    </p>
  );
}

function Voiced({ entityId, name, onHear }: { entityId: string; name: string } & Pick<PlayerTalkProps, "onHear">) {
  const { data: npc } = useVoice(entityId);
  if (npc === undefined) return <p className="text-13 text-ink-3">…</p>;
  if (npc === null || npc.state !== "active") return <NoVoice name={name} />;
  return <Conversation npcId={npc.id} name={name} onHear={onHear} />;
}

function Conversation({ npcId, name, onHear }: { npcId: string; name: string } & Pick<PlayerTalkProps, "onHear">) {
  const project_id = useProjectId();
  const { workspaceId } = useSession();
  const { reading } = useMoment();
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [asked, setAsked] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [text, setText] = useState("");
  const closed = reasonOf(useCan()("change"));
  const label = useId();
  // Who has left the card hears no answer any more.
  const left = useRef(new AbortController());
  useEffect(() => {
    left.current = new AbortController();
    return () => left.current.abort();
  }, []);

  async function send(): Promise<void> {
    const said = text.trim();
    if (said === "" || asked !== null || closed !== null) return;
    const { signal } = left.current;
    setText("");
    setAsked(said);
    setError(null);
    try {
      const history = turns.slice(-MOST_HISTORY).map((turn) => ({ ...turn, text: turn.text.slice(0, MOST_LETTERS) }));
      const answer = await followCall({
        name: "npcs.talk",
        workspaceId,
        input: { project_id, npc_id: npcId, text: said, ...reading, history, deadline_ms: DEADLINE_MS },
        signal,
        onMessage: () => undefined,
      });
      setTurns([...turns, { by: "player", text: said }, { by: "npc", text: answer.text }]);
      onHear({ facts: answer.used_facts, actions: answer.actions.map(({ key }) => key) });
    } catch (failure) {
      if (signal.aborted) return;
      setError(failure);
      setText((now) => (now === "" ? said : now));
    }
    setAsked(null);
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  const shown = asked === null ? turns : [...turns, { by: "player" as const, text: asked }];
  return (
    <>
      <div role="log" aria-label={`Talk with ${name}`}>
        <ol className="space-y-2">
          {shown.map(({ by, text: words }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: turns are only added, and equal ones are allowed.
            <li key={at} className={by === "player" ? "ms-8 rounded-card bg-hover px-3 py-1.5 text-14" : "me-4"}>
              <span className={by === "player" ? "sr-only" : "block text-12 text-ink-3"} dir="auto">
                {by === "player" ? "You:" : name}
              </span>
              <span
                dir="auto"
                className={`block whitespace-pre-wrap break-words ${by === "player" ? "" : "font-reading text-16"}`}
              >
                {words}
              </span>
            </li>
          ))}
        </ol>
      </div>
      <p role="status" className="text-13 text-ink-3">
        {asked !== null && `${name} is thinking…`}
      </p>
      <AlertLine className="text-13">{error === null ? null : whyUnanswered(error, name)}</AlertLine>
      <form onSubmit={onSubmit} className="mt-2">
        <label htmlFor={label} className="sr-only">
          What you say to {name}
        </label>
        <textarea
          id={label}
          dir="auto"
          rows={2}
          maxLength={MOST_LETTERS}
          placeholder={`Say something to ${name}`}
          value={text}
          readOnly={closed !== null}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
          className={`${CONTROL} font-reading text-15`}
        />
        <div className="mt-2 flex items-center justify-between gap-2 text-12 text-ink-2">
          <span>Or choose a written answer below.</span>
          <Button type="submit" size="sm" disabled={asked !== null} disabledReason={closed}>
            Say
          </Button>
        </div>
      </form>
    </>
  );
}
