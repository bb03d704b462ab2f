"use client";

import { useState } from "react";
import type { JsonObject } from "#domain/json.ts";
import type { ResourceScreenData } from "#server/operation/resource-screen.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import DATA from "../../frame/resource/data/chapters.json";
import { ResourceForm } from "../../frame/resource/resource-form.tsx";
import type { Subject } from "../../frame/resource/resource-read.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { InPlace } from "../../ui/form/in-place.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { typedBehind } from "../../ui/typed-behind.ts";
import type { Chapter } from "./book-types.ts";
import { useBookChanges, useRefreshBook } from "./use-book.ts";

/** Fields of a chapter that its plan asks for; the title is written above the text. */
const PLANNED = ["summary", "pov_entity_id", "plot_lines", "story_order", "target_words"];

const { update } = DATA.bodies;
const PLAN = {
  ...DATA,
  bodies: {
    update: {
      ...update,
      properties: Object.fromEntries(Object.entries(update.properties).filter(([name]) => PLANNED.includes(name))),
    },
  },
} as unknown as ResourceScreenData;

/** Plan of a chapter: its summary, beats, point of view, plot lines, place in the story and target. */
export function ChapterPlan({ chapter, closed }: { chapter: Chapter; closed: string | null }) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const refresh = useRefreshBook();
  return (
    <div className="space-y-6">
      {closed === null ? (
        <ResourceForm<Subject>
          data={PLAN}
          row={chapter as unknown as Subject}
          onDone={() => undefined}
          onCancel={() => undefined}
          send={async (body: JsonObject) => {
            const base_seq = chapter.valid_from_seq ?? undefined;
            const made = await client.chapters.update.mutate({
              project_id,
              chapter_id: chapter.id,
              ...body,
              base_seq,
            } as never);
            await refresh();
            return made as unknown as Subject;
          }}
        />
      ) : (
        <p dir="auto" className="whitespace-pre-line text-13">
          {chapter.summary === "" ? "It has no summary." : chapter.summary}
        </p>
      )}
      <Beats chapter={chapter} closed={closed} />
    </div>
  );
}

type Beat = { readonly id?: string; readonly text: string };

/** The beats of a chapter, in the order in which they happen. */
function Beats({ chapter: { id, beats, valid_from_seq }, closed }: { chapter: Chapter; closed: string | null }) {
  const { changeChapter } = useBookChanges();
  const { attempt, isBusy, problem } = useAttempt();
  const [text, setText] = useState("");
  const put = (next: readonly Beat[]) => changeChapter(id, { beats: [...next] }, valid_from_seq ?? undefined);
  const move = (at: number, by: 1 | -1) => {
    const own = beats[at];
    if (own !== undefined) void attempt(() => put(beats.toSpliced(at, 1).toSpliced(at + by, 0, own)));
  };
  const add = async () => {
    const words = text.trim();
    if (words === "") return;
    if (await attempt(() => put([...beats, { text: words }]))) setText((now) => typedBehind(now, text));
  };
  return (
    <TitledSection title="Beats">
      {beats.length === 0 && <p className="text-13 text-ink-3">What happens, step by step.</p>}
      <ol aria-busy={isBusy} className="space-y-1">
        {beats.map((beat, at) => (
          <li key={beat.id} className="flex items-start gap-1 text-13">
            <span className="numerals mt-0.5 w-5 shrink-0 text-ink-3">{at + 1}</span>
            <div className="min-w-0 grow">
              <InPlace
                label={`Beat ${at + 1}`}
                value={beat.text}
                maxLength={500}
                disabledReason={closed}
                className="whitespace-normal text-13"
                onSave={(words) => put(beats.with(at, { ...beat, text: words }))}
              />
            </div>
            {closed === null && (
              <span className="flex shrink-0">
                <Button
                  size="sm"
                  variant="bare"
                  aria-label={`Move beat ${at + 1} up`}
                  disabledReason={at === 0 ? "It is the first beat." : null}
                  onClick={() => move(at, -1)}
                >
                  ↑
                </Button>
                <Button
                  size="sm"
                  variant="bare"
                  aria-label={`Move beat ${at + 1} down`}
                  disabledReason={at === beats.length - 1 ? "It is the last beat." : null}
                  onClick={() => move(at, 1)}
                >
                  ↓
                </Button>
                <Button
                  size="sm"
                  variant="bare"
                  aria-label={`Remove beat ${at + 1}`}
                  onClick={() => void attempt(() => put(beats.toSpliced(at, 1)))}
                >
                  ×
                </Button>
              </span>
            )}
          </li>
        ))}
      </ol>
      {closed === null && (
        <form
          className="mt-2 flex gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <input
            aria-label="New beat"
            dir="auto"
            maxLength={500}
            value={text}
            onChange={({ target }) => setText(target.value)}
            placeholder="What happens next"
            className="min-h-8 min-w-0 grow rounded-control border border-line-strong bg-panel px-2 py-1 text-13 text-ink placeholder:text-ink-3 pointer-coarse:text-16"
          />
          <Button size="sm" type="submit" disabled={isBusy}>
            Add
          </Button>
        </form>
      )}
      <AlertLine>{problem}</AlertLine>
    </TitledSection>
  );
}
