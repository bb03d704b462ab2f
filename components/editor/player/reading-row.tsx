"use client";

import { CircleCheck, CirclePlay, Trash2 } from "lucide-react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { Redline } from "../../frame/changes/redline.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useCharacters } from "../../frame/project/project-queries.ts";
import { type ReadingCheck, type ReadingLine, useRefreshReadings } from "../../frame/project/use-readings.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { InPlace } from "../../ui/form/in-place.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { showToast } from "../../ui/toast.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import { ReadingCause } from "./reading-cause.tsx";
import { lineKind, lineWords, STATE_WORDS, whyUnplayable } from "./reading-words.ts";

interface ReadingRowProps {
  check: ReadingCheck;
  onPlay: () => void;
  onKeep: () => void;
  onDelete: () => void;
}

/** A kept reading: how it stands, and where it is another what it was, what it is now and whose change that was. */
export function ReadingRow({ check, onPlay, onKeep, onDelete }: ReadingRowProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const refresh = useRefreshReadings();
  const can = useCan();
  const change = reasonOf(can("change"));
  const { reading_id, name, state } = check;
  return (
    <li className="rounded-card border border-line bg-paper px-3 py-2 text-13">
      <div className="flex items-start gap-1">
        <div className="min-w-0 grow">
          <InPlace
            label="Name of the reading"
            value={name}
            disabledReason={change}
            onSave={async (next) => {
              await client.readings.update.mutate({ project_id, reading_id, name: next });
              await refresh();
              showToast({ text: `The reading is now called “${next}”.` });
            }}
          />
        </div>
        <IconButton
          size="sm"
          label={`Play ${name}`}
          icon={<CirclePlay aria-hidden className="size-4" />}
          disabledReason={
            check.reason === "dialogue_gone" ? "The dialogue it begins in was deleted." : reasonOf(can("fetch"))
          }
          onClick={onPlay}
        />
        <IconButton
          size="sm"
          label={`Delete ${name}`}
          icon={<Trash2 aria-hidden className="size-4" />}
          disabledReason={change}
          onClick={onDelete}
        />
      </div>
      {state === "same" ? (
        <p className="inline-flex items-center gap-1.5 text-12 text-ink-2">
          <CircleCheck aria-hidden className="size-3.5 shrink-0 text-ok" /> {STATE_WORDS.same}
        </p>
      ) : (
        <>
          <Badge tone={state === "diverged" ? "warn" : "bad"}>{STATE_WORDS[state]}</Badge>
          {state === "unplayable" && (
            <p className="mt-1.5" dir="auto">
              {whyUnplayable(check)}
            </p>
          )}
          {state === "diverged" && <BothLines kept={check.kept} now={check.now} />}
          <ShowCard line={check.now ?? check.kept} />
          <ReadingCause check={check} />
          {state === "diverged" && (
            <Button size="sm" className="mt-2" disabledReason={change} onClick={onKeep}>
              Keep as it is now
            </Button>
          )}
        </>
      )}
    </li>
  );
}

/** The first line that is another, as it was and as it is, word by word. */
function BothLines({ kept, now }: Pick<ReadingCheck, "kept" | "now">) {
  const [before, after] = [kept === null ? "" : lineWords(kept), now === null ? "" : lineWords(now)];
  return (
    <dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
      <BothLine title="Kept" line={kept} before={before} after={after} shows="removed" />
      <BothLine title="Now" line={now} before={before} after={after} shows="added" />
    </dl>
  );
}

interface BothLineProps {
  title: string;
  line: ReadingLine | null;
  before: string;
  after: string;
  shows: "removed" | "added";
}

function BothLine({ title, line, before, after, shows }: BothLineProps) {
  const characters = useCharacters();
  const speaker = line?.speaker_id == null ? undefined : characters.get(line.speaker_id)?.name;
  return (
    <>
      <dt className="text-12 text-ink-3">{title}</dt>
      <dd className="min-w-0">
        {line === null ? (
          <span className="text-ink-3">Nothing here.</span>
        ) : (
          <>
            <span className="block text-11 text-ink-3" dir="auto">
              {lineKind(line, speaker)}
            </span>
            <span className="line-clamp-6 whitespace-pre-wrap break-words font-reading" dir="auto">
              <Redline before={before} after={after} shows={shows} isExcerpt />
            </span>
          </>
        )}
      </dd>
    </>
  );
}

/** Leads to the card of a line, where it is one of the open dialogue. */
function ShowCard({ line }: { line: ReadingLine | null }) {
  const dialogue = useDialogue();
  const nodeId = line?.node_id ?? null;
  const isHere = useDialogueState((state) => nodeId !== null && state.nodes.has(nodeId));
  if (nodeId === null || !isHere) return null;
  return (
    <button type="button" className="link mt-1.5 cursor-pointer text-12" onClick={() => dialogue.reveal(nodeId)}>
      Show the card
    </button>
  );
}
