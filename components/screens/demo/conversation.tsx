"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import type { ShownMessage } from "#server/features/demo/public.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { askQuestion, beginConversation, type NotAnswered, readConversation } from "./ask-clerk.ts";
import { MomentAnswer } from "./moment-answer.tsx";

type Moment = ShownMessage["answers"][number]["moment"];

interface ConversationProps {
  /** Number of questions that a conversation may have. */
  questions: number;
  /** Characters of the longest one. */
  longest: number;
  suggestions: readonly string[];
  moments: readonly { readonly name: Moment; readonly label: string }[];
}

/** Key under which this tab stores the id of its conversation. */
const KEPT = "fabula.demo-session";

/**
 * Shows a conversation with the clerk: its questions and answers, and the field for the next question. The conversation
 * begins on the server with the first question.
 */
export function Conversation({ questions, longest, suggestions, moments }: ConversationProps) {
  const [sessionId, setSessionId] = useState<string | null>(null);
  const [messages, setMessages] = useState<readonly ShownMessage[]>([]);
  const [moment, setMoment] = useState<Moment>("before_the_flood");
  const [text, setText] = useState("");
  const [isAsking, setAsking] = useState(false);
  const [why, setWhy] = useState<NotAnswered | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const left = questions - messages.length;

  useEffect(() => {
    const kept = sessionStorage.getItem(KEPT);
    if (kept === null) return;
    let isHere = true;
    void readConversation(kept).then((found) => {
      if (!isHere) return;
      if (found.ok) {
        setSessionId(kept);
        setMessages(found.body.messages);
      } else if (found.why.isOver) sessionStorage.removeItem(KEPT);
    });
    return () => {
      isHere = false;
    };
  }, []);

  async function ask(question: string): Promise<void> {
    if (isAsking || question.trim() === "" || left === 0) return;
    setAsking(true);
    setWhy(await tryToAsk(question));
    setAsking(false);
    field.current?.focus();
  }

  async function tryToAsk(question: string): Promise<NotAnswered | null> {
    let id = sessionId;
    if (id === null) {
      const begun = await beginConversation();
      if (!begun.ok) return begun.why;
      id = begun.body.session_id;
      setSessionId(id);
      sessionStorage.setItem(KEPT, id);
    }
    const asked = await askQuestion(id, question);
    if (!asked.ok) return asked.why;
    setMessages((before) => [...before, asked.body]);
    setText("");
    return null;
  }

  function startAgain(): void {
    sessionStorage.removeItem(KEPT);
    setSessionId(null);
    setMessages([]);
    setWhy(null);
    field.current?.focus();
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    void ask(text);
  }

  const unasked = suggestions.filter((each) => messages.every((message) => message.text !== each));
  return (
    <section aria-label="Conversation" className="mt-8 [@media(scripting:none)]:hidden">
      {messages.length > 0 && (
        <ol className="mb-2">
          {messages.map((message) => (
            <Exchange key={message.number} message={message} moments={moments} begunAt={moment} onMoment={setMoment} />
          ))}
        </ol>
      )}
      {why !== null && (
        <div className="mb-5">
          <Notice tone={why.isOver ? "info" : "warn"} title={why.title} announce>
            <p>{why.text}</p>
          </Notice>
        </div>
      )}
      {left === 0 || why?.isOver === true ? (
        <div className="border-line border-t pt-6">
          <p className="text-ink-2">That was the last question of this conversation.</p>
          <Button variant="primary" className="mt-4" onClick={startAgain}>
            Begin another
          </Button>
        </div>
      ) : (
        <form onSubmit={submit} className="border-line border-t pt-6">
          <label htmlFor="question" className="mb-1.5 block font-medium text-13">
            Your question
          </label>
          <div className="flex gap-2 max-sm:flex-col">
            <input
              ref={field}
              id="question"
              name="question"
              autoComplete="off"
              maxLength={longest}
              value={text}
              onChange={(event) => setText(event.target.value)}
              aria-describedby="questions-left"
              className="block min-h-10 w-full rounded-control border border-line-strong bg-panel px-3 py-2 text-16 text-ink hover:border-ink-3 focus:border-accent"
            />
            <Button variant="primary" type="submit" disabled={isAsking}>
              {isAsking ? "Asking…" : "Ask"}
            </Button>
          </div>
          <p id="questions-left" className="numerals mt-2 text-12 text-ink-3" aria-live="polite">
            {left} of {questions} questions left
          </p>
          {unasked.length > 0 && (
            <ul aria-label="Questions that lead somewhere" className="mt-4 flex flex-wrap gap-2">
              {unasked.map((suggestion) => (
                <li key={suggestion}>
                  <Button size="sm" onClick={() => void ask(suggestion)} disabled={isAsking}>
                    {suggestion}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </form>
      )}
    </section>
  );
}

interface ExchangeProps {
  message: ShownMessage;
  moments: readonly { readonly name: Moment; readonly label: string }[];
  /** The moment that the last answer was read at. */
  begunAt: Moment;
  onMoment: (moment: Moment) => void;
}

/** A question, and its answer before the flood or after it. */
function Exchange({ message, moments, begunAt, onMoment }: ExchangeProps) {
  const [moment, setMoment] = useState(begunAt);
  const answer = message.answers.find((each) => each.moment === moment);
  return (
    <li className="border-line border-t py-6">
      <h3 className="font-medium">{message.text}</h3>
      <div className="mt-3">
        <SegmentedControl
          label={`When she is asked: ${message.text}`}
          value={moment}
          onChange={(chosen) => {
            setMoment(chosen);
            onMoment(chosen);
          }}
          options={moments.map(({ name, label }) => ({ value: name, label }))}
        />
      </div>
      <div className="mt-4" aria-live="polite">
        {answer !== undefined && <MomentAnswer answer={answer} />}
      </div>
    </li>
  );
}
