"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../../../frame/api/api-provider.tsx";
import type { Outputs } from "../../../frame/api/client.ts";
import { useAttempt } from "../../../frame/api/use-attempt.ts";
import { useMoment } from "../../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../../frame/session/can.ts";
import { ErrorState } from "../../../frame/session/error-state.tsx";
import { Button } from "../../../ui/button.tsx";
import { EditorFrame } from "../../../ui/form/editor-frame.tsx";
import { CONTROL } from "../../../ui/form/field.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import { LoadingRows } from "../../../ui/skeleton.tsx";
import { StoryWords } from "../../../ui/story-words.tsx";
import { useSettled } from "../../../ui/use-settled.ts";
import { Problem } from "../entity/problem.tsx";
import { type Entity, useRefreshWorld } from "../entity/use-entity.ts";

type Line = Outputs["dialogues"]["lines"]["lines"][number];

const PAGE = 50;
const MOST = 500;
const SETTLE_MS = 250;

/** Every line a character speaks, from all dialogues, each edited where it stands. */
export function LinesSection({ entity }: { entity: Entity }) {
  const heading = useId();
  const [limit, setLimit] = useState(PAGE);
  const [search, setSearch] = useState("");
  const q = useSettled(search.trim(), SETTLE_MS);
  const { reading } = useMoment();
  const input = {
    project_id: useProjectId(),
    speaker_id: entity.id,
    limit,
    sort_by: "graph_id",
    ...(q !== "" && { q }),
    ...reading,
  } as const;
  const { data, error, refetch } = useQuery(
    useApi().dialogues.lines.queryOptions(input, { placeholderData: keepPreviousData }),
  );
  const isNone = data?.total === 0 && q === "";
  return (
    <section aria-labelledby={heading} className="mt-8">
      <div className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={heading} className="font-medium text-14 text-ink">
          What {entity.name} says
        </h2>
        <p role="status" className="numerals text-12 text-ink-3">
          {data !== undefined && !isNone && counted(data.total, "line")}
        </p>
        {data !== undefined && !isNone && (
          <input
            type="search"
            aria-label={`Find a line of ${entity.name}`}
            placeholder="Find a line"
            value={search}
            dir="auto"
            onChange={(event) => setSearch(event.target.value)}
            className={`${CONTROL} ms-auto max-w-48`}
          />
        )}
      </div>
      {data === undefined && error === null && <LoadingRows what="the lines" rows={3} className="h-10" />}
      {data === undefined && error !== null && (
        <ErrorState what="The lines" error={error} onRetry={() => void refetch()} />
      )}
      {isNone && <p className="py-2 text-13 text-ink-2">No card has {entity.name} as its speaker.</p>}
      {data?.total === 0 && !isNone && <p className="py-2 text-13 text-ink-2">No lines with “{q}”.</p>}
      {data !== undefined && data.total > 0 && (
        <ul aria-label={`Lines of ${entity.name}`} className="border-line border-t">
          {data.lines.map((line) => (
            <SpokenLine key={line.id} line={line} />
          ))}
        </ul>
      )}
      {data?.has_more === true && limit < MOST && (
        <Button size="sm" className="mt-2" onClick={() => setLimit(Math.min(MOST, limit + PAGE))}>
          Show more lines
        </Button>
      )}
    </section>
  );
}

function SpokenLine({ line }: { line: Line }) {
  const project_id = useProjectId();
  const reason = reasonOf(useCan()("change"));
  const [isEditing, setEditing] = useState(false);
  const href = `/projects/${project_id}/dialogues/${line.graph_id}?card=${line.id}`;
  return (
    <li className="border-line border-b py-2">
      {isEditing ? (
        <LineEditor line={line} onClose={() => setEditing(false)} />
      ) : (
        <button
          type="button"
          dir="auto"
          aria-disabled={reason !== null}
          data-tip={reason ?? "Change it"}
          onClick={() => reason === null && setEditing(true)}
          className="-mx-1.5 block min-h-7 w-full cursor-text whitespace-pre-wrap break-words rounded-control px-1.5 text-start font-reading text-15 text-ink not-aria-disabled:hover:bg-hover aria-disabled:cursor-default"
        >
          {line.text === "" ? (
            <span className="text-ink-3">No words yet</span>
          ) : (
            <StoryWords text={line.text} marks={line.text_marks} />
          )}
        </button>
      )}
      <PageLink href={href} className="link inline-flex min-h-6 items-center text-12" dir="auto">
        {line.title === null || line.title === "" ? line.graph_name : `${line.graph_name} › ${line.title}`}
      </PageLink>
    </li>
  );
}

/** A line being written. What somebody else made of it meanwhile is shown, and not overwritten unasked. */
function LineEditor({ line, onClose }: { line: Line; onClose: () => void }) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const refresh = useRefreshWorld();
  const [text, setText] = useState(line.text);
  const [before, setBefore] = useState(line.text);
  const { problem, isBusy, attempt } = useAttempt();

  async function save(): Promise<void> {
    if (text === line.text) {
      onClose();
      return;
    }
    const isDone = await attempt(async () => {
      await client.dialogues.updateNode.mutate({
        project_id,
        node_id: line.id,
        text,
        ...(line.valid_from_seq !== null && { base_seq: line.valid_from_seq }),
      });
      await refresh();
    });
    if (isDone) onClose();
  }
  return (
    <EditorFrame
      onSave={() => void save()}
      onClose={onClose}
      isSending={isBusy}
      isLong
      theirs={before === line.text ? null : { text: line.text, onKeepMine: () => setBefore(line.text) }}
    >
      <textarea
        aria-label="Line"
        dir="auto"
        spellCheck
        rows={Math.min(14, Math.ceil(text.length / 60) + 1)}
        value={text}
        readOnly={isBusy}
        aria-invalid={problem !== null || undefined}
        onChange={(event) => setText(event.target.value)}
        className={`${CONTROL} font-reading text-15`}
      />
      <Problem problem={problem} />
    </EditorFrame>
  );
}
