"use client";

import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { counted } from "#domain/counted.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { useStudioClient } from "../api/api-provider.tsx";
import { useDryRun } from "../api/use-dry-run.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";
import { ErrorState } from "../session/error-state.tsx";
import { Judgement } from "./judgement.tsx";
import { Places } from "./places.tsx";
import {
  MEASURES,
  type Metric,
  type Score,
  type ScoreTarget,
  type Span,
  sayStanding,
  sayTime,
  sayValue,
} from "./score-words.ts";

interface ScoreViewProps {
  target: ScoreTarget;
  language?: string | undefined;
  /** Returns the words at a place. */
  wordsAt: (span: Span) => string;
  /** Leads to a place in the text. */
  onShow: (span: Span) => void;
  /** Told each time that a score is here: it is of the text of now. */
  onScored?: (() => void) | undefined;
}

/** Score of a text or a dialogue: each number with what it comes from, against what the project usually has. */
export function ScoreView({ target, language = "en", wordsAt, onShow, onScored }: ScoreViewProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const { at, reading } = useMoment();
  const { data, error, isPending, again } = useDryRun(
    (asked: Parameters<typeof client.score.text.mutate>[0]) => client.score.text.mutate(asked),
    { project_id, of: target, language, ...reading },
  );
  const tell = useEffectEvent(() => onScored?.());
  useEffect(() => {
    if (data !== undefined) tell();
  }, [data]);
  if (data === undefined) {
    return error === null ? (
      <LoadingRows what="the score" rows={6} className="h-8" />
    ) : (
      <ErrorState what="The score" error={error} onRetry={again} />
    );
  }
  const places = (spans: readonly Span[]) => <Places spans={spans} wordsAt={wordsAt} onShow={onShow} />;
  const { words, sentences, reading_seconds, speaking_seconds } = data;
  return (
    <div className="space-y-5 px-4 py-3">
      <div className="flex items-baseline justify-between gap-2">
        <p className="text-13 text-ink-2">
          {counted(words, "word")}, {counted(sentences, "sentence")}. Read in {sayTime(reading_seconds)}, spoken in{" "}
          {sayTime(speaking_seconds)}.
        </p>
        <Button size="sm" disabled={isPending} onClick={again}>
          Score again
        </Button>
      </div>
      <Found
        title="Style"
        none="No word of your list of style stands here."
        of={data.style}
        keyOf={({ word, style_word_id: id }) => `${id} ${word}`}
      >
        {({ word, instead, note, spans }) => (
          <>
            <p>
              <span className="font-medium">{word}</span>
              {instead.length > 0 && <span className="text-ink-2"> — rather {instead.join(", ")}</span>}
            </p>
            {note !== "" && <p className="text-12 text-ink-2">{note}</p>}
            {places(spans)}
          </>
        )}
      </Found>
      {data.unknown_names !== null && (
        <Found
          title="Names nobody has"
          none="Every name belongs to somebody or something."
          of={data.unknown_names}
          keyOf={({ name }) => name}
        >
          {({ name, spans }) => (
            <>
              <p className="font-medium">{name}</p>
              {places(spans)}
            </>
          )}
        </Found>
      )}
      {data.canon !== null && (
        <Found
          title="Canon"
          none="Nothing here contradicts your rules."
          more={data.canon.complete ? undefined : "There may be more: see Problems."}
          of={data.canon.violations}
          keyOf={({ id }) => id}
        >
          {({ message, rule_name: rule, severity, node_ids: nodes, passage_ids: passages }) => (
            <>
              <p className="flex items-baseline gap-2">
                <Badge tone={severity === "error" ? "bad" : "warn"}>{rule}</Badge>
              </p>
              <p>{message}</p>
              {places([
                ...nodes.map((node_id) => ({ start: 0, end: 0, node_id, passage_id: null })),
                ...passages.map((passage_id) => ({ start: 0, end: 0, node_id: null, passage_id })),
              ])}
            </>
          )}
        </Found>
      )}
      <Measures metrics={data.metrics} places={places} />
      {data.has_judge && at === null && <Judgement target={target} wordsAt={wordsAt} onShow={onShow} />}
    </div>
  );
}

interface FoundProps<Item> {
  title: string;
  none: string;
  /** Words for what is not shown. */
  more?: string | undefined;
  of: readonly Item[];
  keyOf: (item: Item) => string;
  children: (item: Item) => ReactNode;
}

/** A section of what was found, or that nothing was. */
function Found<Item>({ title, none, more, of, keyOf, children }: FoundProps<Item>) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-medium text-13">{title}</h3>
      {of.length > 0 ? (
        <ul className="space-y-2 text-13">
          {of.map((item) => (
            <li key={keyOf(item)}>{children(item)}</li>
          ))}
        </ul>
      ) : (
        more === undefined && <p className="text-13 text-ink-2">{none}</p>
      )}
      {more !== undefined && <p className="text-13 text-ink-2">{more}</p>}
    </section>
  );
}

function Measures({ metrics, places }: { metrics: Score["metrics"]; places: (spans: readonly Span[]) => ReactNode }) {
  const [open, setOpen] = useState<Metric["name"] | null>(null);
  return (
    <section aria-label="Measures">
      <h3 className="mb-1 font-medium text-13">Measures</h3>
      <p className="mb-2 text-12 text-ink-2">
        They say what a text is like, not how good it is. Your range is that of the project’s dialogues.
      </p>
      <ul className="divide-y divide-line text-13">
        {metrics.map((metric) => {
          const { name, value, spans } = metric;
          const [label, meaning] = MEASURES[name];
          const standing = sayStanding(metric);
          return (
            <li key={name} className="py-1.5">
              <div className="flex items-baseline justify-between gap-2">
                <span>
                  {label} <span className="text-12 text-ink-3">{meaning}</span>
                </span>
                <span className={value === null ? "text-12 text-ink-3" : "numerals font-medium"}>
                  {sayValue(metric)}
                </span>
              </div>
              {(standing !== null || spans.length > 0) && (
                <div className="flex items-baseline justify-between gap-2 text-12 text-ink-2">
                  <span>{standing}</span>
                  {spans.length > 0 && (
                    <Button
                      size="sm"
                      aria-expanded={open === name}
                      onClick={() => setOpen(open === name ? null : name)}
                    >
                      Where
                    </Button>
                  )}
                </div>
              )}
              {open === name && places(spans)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
