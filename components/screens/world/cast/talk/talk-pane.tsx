"use client";

import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { ListPanel } from "../../../../frame/list/list-panel.tsx";
import { EntityField } from "../../../../frame/project/entity-field.tsx";
import { whyUnanswered } from "../../../../frame/project/unanswered-words.ts";
import { useVoice } from "../../../../frame/project/use-voice.ts";
import { reasonOf, useCan } from "../../../../frame/session/can.ts";
import { AlertLine } from "../../../../ui/alert-line.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Checkbox } from "../../../../ui/checkbox.tsx";
import { CONTROL } from "../../../../ui/form/field.tsx";
import { whySilent } from "../npc.ts";
import { AnswerTurn } from "./answer-turn.tsx";
import { PlaythroughField } from "./playthrough-field.tsx";
import { type Speaker, type TalkSettings, useTalk } from "./use-talk.ts";

interface TalkPaneProps {
  entity: { readonly id: string; readonly name: string };
  /** Field that chooses the moment. */
  moment: ReactNode;
  onClose: () => void;
}

/** Pane in which a writer talks to a character, at the moment that is looked at or in a playthrough. */
export function TalkPane({ entity, moment, onClose }: TalkPaneProps) {
  const { data, error, refetch } = useVoice(entity.id);
  const query = { data: data === undefined ? undefined : { npc: data }, error, refetch };
  return (
    <ListPanel
      title={`Talk to ${entity.name}`}
      what="the voice"
      query={query}
      onClose={onClose}
      className="lg:w-[26rem]"
    >
      {({ npc }) =>
        npc === null ? (
          <div className="space-y-4 px-4 py-4 text-13">
            {moment}
            <p>{entity.name} has no voice at this moment.</p>
          </div>
        ) : (
          <Conversation
            key={npc.id}
            npcId={npc.id}
            name={entity.name}
            silent={whySilent(npc.state, entity.name)}
            entityId={entity.id}
            moment={moment}
            memory={npc.effective_memory}
          />
        )
      }
    </ListPanel>
  );
}

interface ConversationProps {
  npcId: string;
  entityId: string;
  name: string;
  /** Reason why the character does not answer at this moment; null where it does. */
  silent: string | null;
  memory: "off" | "propose" | "keep";
  moment: ReactNode;
}

/** Longest words that can be said at once. */
const MOST_LETTERS = 4_000;

function Conversation({ npcId, entityId, name, silent, memory, moment }: ConversationProps) {
  const [settings, setSettings] = useState<TalkSettings>({ run: null, speaker: null, isAuthored: false });
  const { turns, asked, saying, error, say, startOver } = useTalk(npcId, settings);
  const [text, setText] = useState("");
  const reason = reasonOf(useCan({ now: true })("change"));
  const field = useRef<HTMLTextAreaElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const label = useId();
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const count = turns.length + (asked === null ? 0 : 1);
  const shown = count + saying.length;
  useEffect(() => {
    if (shown > 0) end.current?.scrollIntoView?.({ block: "nearest" });
  }, [shown]);

  const closed = reason ?? (settings.run === null ? silent : null);
  async function send(): Promise<void> {
    const said = text.trim();
    if (said === "" || asked !== null || closed !== null) return;
    setText("");
    if (!(await say(said))) setText((now) => (now === "" ? said : now));
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
  return (
    <>
      <details className="group border-line border-b px-4 py-2 text-13">
        <summary className="min-h-6 cursor-pointer text-12 text-ink-2">
          {settings.speaker === null ? "When, where and as whom you talk" : `You speak as ${settings.speaker.name}`}
        </summary>
        <div className="space-y-3 py-2">
          {moment}
          <PlaythroughField
            name={name}
            memory={memory}
            value={settings.run}
            onChange={(run) => setSettings({ ...settings, run })}
          />
          <div>
            <EntityField
              label="You speak as"
              type="character"
              placeholder="Nobody in particular"
              value={settings.speaker}
              except={[entityId]}
              onChoose={(speaker) => setSettings({ ...settings, speaker })}
            />
            {settings.speaker !== null && (
              <p className="mt-1 text-12 text-ink-2">
                {name} knows that {settings.speaker.name} speaks. In a playthrough, {settings.speaker.name} learns what{" "}
                {name} tells.
              </p>
            )}
          </div>
          <Checkbox
            label="Authored lines only, without a language model"
            checked={settings.isAuthored}
            onChange={({ target }) => setSettings({ ...settings, isAuthored: target.checked })}
          />
        </div>
      </details>
      <div className="grow px-4 py-3">
        {count === 0 && (
          <p className="text-13 text-ink-2">
            Say something to {name}. The answer is made of what {name} knows, and of nothing else.
          </p>
        )}
        <div role="log" aria-label={`Talk with ${name}`}>
          <ol className="space-y-4">
            {turns.map((turn, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: turns are only added, and equal ones are allowed.
              <li key={at}>
                {turn.by === "player" ? (
                  <Said text={turn.text} speaker={turn.speaker} />
                ) : (
                  <AnswerTurn answer={turn.answer} name={name} entityId={entityId} />
                )}
              </li>
            ))}
            {asked !== null && (
              <li>
                <Said text={asked.text} speaker={asked.speaker} />
              </li>
            )}
          </ol>
        </div>
        {saying !== "" && (
          // Read aloud once it is whole: as it comes, it may still be taken back.
          <div aria-hidden="true" className="me-4 mt-4">
            <p dir="auto" className="mb-0.5 text-12 text-ink-3">
              {name}
            </p>
            <p dir="auto" className="whitespace-pre-wrap break-words font-reading text-16">
              {saying}
            </p>
          </div>
        )}
        <p role="status" className="mt-3 text-13 text-ink-3">
          {asked !== null && (saying === "" ? `${name} is thinking…` : `${name} is speaking…`)}
        </p>
        <AlertLine className="mt-2 text-13">{error === null ? null : whyUnanswered(error, name)}</AlertLine>
        <div ref={end} />
      </div>
      <form onSubmit={onSubmit} className="sticky bottom-0 border-line border-t bg-panel px-4 py-3">
        {closed !== null && (
          <p id={`${label}-closed`} className="mb-2 text-12 text-ink-2">
            {closed}
          </p>
        )}
        <label htmlFor={`${label}-field`} className="sr-only">
          What you say to {name}
        </label>
        <textarea
          ref={field}
          id={`${label}-field`}
          dir="auto"
          rows={2}
          maxLength={MOST_LETTERS}
          placeholder={`Say something to ${name}`}
          value={text}
          readOnly={closed !== null}
          aria-describedby={closed === null ? undefined : `${label}-closed`}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
          className={`${CONTROL} font-reading text-15`}
        />
        <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
          <Button
            size="sm"
            variant="bare"
            className="-ms-2.5"
            disabledReason={count === 0 ? "Nothing was said yet." : null}
            onClick={() => {
              startOver();
              field.current?.focus();
            }}
          >
            Start over
          </Button>
          <span className="flex items-center gap-2 text-12 text-ink-3">
            <span className="pointer-coarse:hidden">Shift+Enter for a new line</span>
            <Button type="submit" size="sm" variant="primary" disabled={asked !== null} disabledReason={closed}>
              Say
            </Button>
          </span>
        </div>
      </form>
    </>
  );
}

/** Words that the writer said. */
function Said({ text, speaker }: { text: string; speaker: Speaker | null }) {
  return (
    <div className="ms-8 rounded-card bg-hover px-3 py-2">
      {speaker === null ? (
        <p className="sr-only">You:</p>
      ) : (
        <p dir="auto" className="text-12 text-ink-3">
          {speaker.name}
        </p>
      )}
      <p dir="auto" className="whitespace-pre-wrap break-words text-14">
        {text}
      </p>
    </div>
  );
}
