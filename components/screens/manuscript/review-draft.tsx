"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { isJsonObject, type Json, type JsonObject } from "#domain/json.ts";
import type { Interrupt } from "../../frame/generation/use-generation.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CONTROL, FormField } from "../../ui/form/field.tsx";

/** Draft of a chapter, as its generation makes it. */
interface ChapterDraft {
  readonly summary: string | null;
  readonly beats: readonly string[];
  readonly passages: readonly {
    readonly beat_id: string | null;
    readonly kind: "prose" | "note";
    readonly text: string;
  }[];
  readonly replacement: string | null;
}

interface ReviewDraftProps {
  readonly interrupt: Interrupt;
  /** Words that a rewrite replaces; null for every other draft. */
  readonly before: string | null;
  readonly isBusy: boolean;
  readonly disabledReason: string | null;
  /** Told whether it holds words that would be lost with it. */
  readonly onTyped: (isTyped: boolean) => void;
  readonly onAnswer: (action: string, value?: unknown, comment?: string) => void;
}

/** A draft that waits for a person: its words can be changed before they are kept. */
export function ReviewDraft({ interrupt, before, isBusy, disabledReason, onTyped, onAnswer }: ReviewDraftProps) {
  const { question, reason, evidence, options } = interrupt;
  const shown = draftOf(interrupt.draft);
  const [draft, setDraft] = useState(shown);
  const [comment, setComment] = useState("");
  const isEdited = JSON.stringify(draft) !== JSON.stringify(shown);
  const offers = (action: string) => options.some((each) => each.action === action);
  const label = (action: string) => options.find((each) => each.action === action)?.label ?? action;
  const keep = () => (isEdited ? onAnswer("edit", draft) : onAnswer("approve"));
  const words = comment.trim();
  const isTyped = isEdited || words !== "";
  const tell = useEffectEvent((is: boolean) => onTyped(is));
  useEffect(() => tell(isTyped), [isTyped]);
  const act = { disabled: isBusy, disabledReason };
  return (
    <div className="space-y-4">
      <p className="font-reading text-16">{question}</p>
      {reason !== "review" && (
        <ul className="list-disc space-y-1 ps-5 text-13">
          {evidence
            .flatMap((each) => wordsIn(each))
            .map((line) => (
              <li key={line} dir="auto">
                {line}
              </li>
            ))}
        </ul>
      )}
      {draft !== null && (
        <div className="space-y-3">
          {draft.summary !== null && draft.summary !== "" && (
            <Written label="Summary" value={draft.summary} onChange={(summary) => setDraft({ ...draft, summary })} />
          )}
          {draft.beats.map((beat, at) => (
            <Written
              // biome-ignore lint/suspicious/noArrayIndexKey: a beat is its place.
              key={at}
              label={`Beat ${at + 1}`}
              value={beat}
              isLine
              onChange={(text) => setDraft({ ...draft, beats: draft.beats.with(at, text) })}
            />
          ))}
          {draft.passages.map((passage, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a passage is its place.
            <div key={at} className="space-y-1">
              {passage.kind === "note" && <Badge tone="warn">A sketch, not part of the book</Badge>}
              <Written
                label={passage.kind === "note" ? `Note ${at + 1}` : `Passage ${at + 1}`}
                value={passage.text}
                onChange={(text) => setDraft({ ...draft, passages: draft.passages.with(at, { ...passage, text }) })}
              />
            </div>
          ))}
          {draft.replacement !== null && (
            <div className="grid gap-3 sm:grid-cols-2">
              <div>
                <h3 className="mb-1 font-medium text-13">Now</h3>
                <p
                  dir="auto"
                  className="whitespace-pre-wrap rounded-control border border-line bg-canvas px-3 py-2 font-reading text-14"
                >
                  {before}
                </p>
              </div>
              <Written
                label="Instead"
                value={draft.replacement}
                onChange={(replacement) => setDraft({ ...draft, replacement })}
              />
            </div>
          )}
        </div>
      )}
      <FormField label="What should be different (optional)" hint="With it, turning the draft down makes another one.">
        {(control) => (
          <textarea
            {...control}
            rows={2}
            dir="auto"
            maxLength={5_000}
            className={CONTROL}
            value={comment}
            onChange={({ target }) => setComment(target.value)}
          />
        )}
      </FormField>
      <div className="flex flex-wrap gap-2">
        {offers("approve") && (
          <Button variant="primary" onClick={keep} {...act}>
            {isEdited ? "Keep it as changed" : label("approve")}
          </Button>
        )}
        {offers("retry") && (
          <Button onClick={() => onAnswer("retry")} {...act}>
            {label("retry")}
          </Button>
        )}
        {offers("reject") && (
          <Button onClick={() => onAnswer("reject", undefined, words === "" ? undefined : words)} {...act}>
            {words === "" ? label("reject") : "Make another one"}
          </Button>
        )}
        {offers("cancel") && (
          <Button variant="danger" onClick={() => onAnswer("cancel")} {...act}>
            {label("cancel")}
          </Button>
        )}
      </div>
    </div>
  );
}

interface WrittenProps {
  readonly label: string;
  readonly value: string;
  readonly isLine?: boolean;
  readonly onChange: (text: string) => void;
}

function Written({ label, value, isLine = false, onChange }: WrittenProps) {
  return (
    <FormField label={label}>
      {(control) => (
        <textarea
          {...control}
          rows={isLine ? 1 : Math.min(14, Math.max(3, Math.ceil(value.length / 70)))}
          dir="auto"
          className={`${CONTROL} font-reading`}
          value={value}
          onChange={({ target }) => onChange(isLine ? target.value.replaceAll("\n", " ") : target.value)}
        />
      )}
    </FormField>
  );
}

/** The draft of a question; null for an answer that could not be read as one. */
function draftOf(draft: Json | null): ChapterDraft | null {
  return isJsonObject(draft ?? null) && Array.isArray((draft as JsonObject).passages)
    ? (draft as unknown as ChapterDraft)
    : null;
}

/** Sentences of a piece of evidence. */
function wordsIn(piece: JsonObject): string[] {
  return ["message", "text", "evidence", "kind"]
    .flatMap((name) => (typeof piece[name] === "string" ? [piece[name]] : []))
    .slice(0, 1);
}
