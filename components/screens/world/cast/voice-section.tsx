"use client";

import { type ReactNode, useState } from "react";
import { useStudioClient } from "../../../frame/api/api-provider.tsx";
import { useAttempt } from "../../../frame/api/use-attempt.ts";
import { useRefresh } from "../../../frame/api/use-refresh.ts";
import { useChangeNames } from "../../../frame/changes/use-change-names.ts";
import { SubjectHistory } from "../../../frame/history/subject-history.tsx";
import { MEMORY_OPTIONS } from "../../../frame/project/memory-words.ts";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { useVoice } from "../../../frame/project/use-voice.ts";
import { reasonOf, useCan } from "../../../frame/session/can.ts";
import { ErrorState } from "../../../frame/session/error-state.tsx";
import { AlertLine } from "../../../ui/alert-line.tsx";
import { Button } from "../../../ui/button.tsx";
import { late, useLate } from "../../../ui/late.tsx";
import { LoadingRows } from "../../../ui/skeleton.tsx";
import { TitledSection } from "../../../ui/titled-section.tsx";
import { showToast } from "../../../ui/toast.ts";
import { type Npc, whySilent } from "./npc.ts";
import { StateBadge } from "./state-badge.tsx";
import { VoiceForm } from "./voice-form.tsx";

const ExportCardLate = late(() => import("./cards/export-card.tsx").then((part) => part.ExportCard));

interface VoiceSectionProps {
  /** Character whose voice it is; anything of the world can have one. */
  entity: { readonly id: string; readonly name: string };
}

/** Voice of a character: what it is like, how it speaks and greets, and what becomes of what it is told. */
export function VoiceSection({ entity }: VoiceSectionProps) {
  const { data, error, refetch } = useVoice(entity.id);
  const [isEditing, setEditing] = useState(false);
  return (
    <TitledSection title={`How ${entity.name} speaks`} heading="mb-1 font-medium text-14 text-ink" className="mt-8">
      {data === undefined && error === null && <LoadingRows what="the voice" rows={2} className="h-8" />}
      {data === undefined && error !== null && (
        <ErrorState what="The voice" error={error} onRetry={() => void refetch()} />
      )}
      {data === null && <NoVoice entity={entity} onMade={() => setEditing(true)} />}
      {data != null && <Voice key={data.id} npc={data} name={entity.name} isEditing={isEditing} onEdit={setEditing} />}
    </TitledSection>
  );
}

/** Reads again what shows voices. */
const useRefreshVoices = () => useRefresh((api) => [api.npcs.pathKey(), api.record.history.pathKey()]);

function NoVoice({ entity: { id, name }, onMade }: VoiceSectionProps & { onMade: () => void }) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const refresh = useRefreshVoices();
  const reason = reasonOf(useCan()("change"));
  const { attempt, isBusy, problem } = useAttempt();
  const make = async () => {
    await client.npcs.create.mutate({ project_id, entity_id: id });
    onMade();
    await refresh();
  };
  return (
    <>
      <p className="mb-2 max-w-prose text-13 text-ink-2">
        No voice yet. With one, you and the players of your game can talk to {name}, who answers from what {name} knows.
      </p>
      <Button size="sm" disabled={isBusy} disabledReason={reason} onClick={() => void attempt(make)}>
        Give {name} a voice
      </Button>
      <AlertLine className="mt-1 text-12">{problem}</AlertLine>
    </>
  );
}

interface VoiceProps {
  npc: Npc;
  name: string;
  isEditing: boolean;
  onEdit: (isEditing: boolean) => void;
}

function Voice({ npc, name, isEditing, onEdit }: VoiceProps) {
  const refresh = useRefreshVoices();
  const reason = reasonOf(useCan()("change"));
  const [showsHistory, setShowsHistory] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const ExportCard = useLate(ExportCardLate, isSaving);
  const silent = whySilent(npc.state, name);
  return (
    <div className="rounded-card border border-line bg-panel px-4 py-3">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <StateBadge state={npc.state} />
        {silent !== null && (
          <p className="text-12 text-ink-2">
            {silent} Nobody can talk to {name}.
          </p>
        )}
      </div>
      {isEditing ? (
        <VoiceForm npc={npc} name={name} onSaved={refresh} onClose={() => onEdit(false)} />
      ) : (
        <>
          <WrittenVoice npc={npc} name={name} />
          <div className="mt-3 flex flex-wrap items-center gap-2">
            <Button size="sm" disabledReason={reason} onClick={() => onEdit(true)}>
              Change the voice
            </Button>
            <Button
              size="sm"
              variant="quiet"
              aria-expanded={showsHistory}
              onClick={() => setShowsHistory(!showsHistory)}
            >
              History of the voice
            </Button>
            <Button size="sm" variant="quiet" onClick={() => setSaving(true)}>
              Save as a card
            </Button>
            {ExportCard !== null && isSaving && <ExportCard npc={npc} name={name} onClose={() => setSaving(false)} />}
            <RemoveVoice npc={npc} name={name} disabledReason={reason} onDone={refresh} />
          </div>
          {showsHistory && <VoiceHistory npc={npc} name={name} onRestored={() => void refresh()} />}
        </>
      )}
    </div>
  );
}

/** Words that are written of a voice, part by part; parts without any are left out. */
function WrittenVoice({ npc, name }: { npc: Npc; name: string }) {
  const memory = MEMORY_OPTIONS.find(({ value }) => value === npc.effective_memory);
  const goals = npc.goals.toSorted((a, b) => b.priority - a.priority).map(({ text }) => text);
  const parts: readonly (readonly [label: string, content: ReactNode, isThere: boolean])[] = [
    ["Role in the story", npc.role, npc.role !== ""],
    ["Mood when a talk begins", npc.mood, npc.mood !== ""],
    ["Personality", npc.personality, npc.personality !== ""],
    ["Way of speaking", npc.style, npc.style !== ""],
    ["Looks and history", npc.description, npc.description !== ""],
    ["Goals, the most important first", <Quoted key="goals" lines={goals} />, goals.length > 0],
    ["Lines that show the voice", <Quoted key="lines" lines={npc.sample_lines} />, npc.sample_lines.length > 0],
    ["Greetings", <Quoted key="greetings" lines={npc.greetings} />, npc.greetings.length > 0],
    [
      `What ${name} can do`,
      <Quoted key="actions" lines={npc.actions.map(({ description }) => description)} />,
      npc.actions.length > 0,
    ],
    [
      `What ${name} is told`,
      `${memory?.label}${npc.memory === null ? ", as the project has it" : ""}. ${memory?.means}`,
      true,
    ],
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(18rem,100%),1fr))] gap-x-8 gap-y-3 text-13">
      {parts.map(
        ([label, content, isThere]) =>
          isThere && (
            <div key={label} className="min-w-0">
              <dt className="text-12 text-ink-3">{label}</dt>
              <dd dir="auto" className="whitespace-pre-line break-words">
                {content}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Quoted({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="space-y-1">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and equal ones are allowed.
        <li key={at} dir="auto" className="font-reading text-15">
          {line}
        </li>
      ))}
    </ul>
  );
}

function VoiceHistory({ npc, name, onRestored }: { npc: Npc; name: string; onRestored: () => void }) {
  const names = useChangeNames();
  return (
    <section aria-label="History of the voice" className="mt-4">
      <SubjectHistory subject={{ id: npc.id, name: `the voice of ${name}`, names, onRestored }} />
    </section>
  );
}

interface RemoveVoiceProps {
  npc: Npc;
  name: string;
  disabledReason: string | null;
  onDone: () => Promise<void>;
}

/** Takes a voice away. The character stays, and Undo brings the voice back. */
function RemoveVoice({ npc, name, disabledReason, onDone }: RemoveVoiceProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const { attempt, isBusy, problem } = useAttempt();
  const named = { project_id, npc_id: npc.id };
  const back = () =>
    void client.npcs.restore
      .mutate(named)
      .then(onDone)
      .catch(() => showToast({ text: "The voice could not be restored. It is among the recently deleted." }));
  const remove = async () => {
    await client.npcs.delete.mutate(named);
    await onDone();
    showToast({ text: `${name} has no voice any more.`, undo: back });
  };
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        disabled={isBusy}
        disabledReason={disabledReason}
        onClick={() => void attempt(remove)}
      >
        Remove the voice
      </Button>
      <AlertLine className="basis-full text-12">{problem}</AlertLine>
    </>
  );
}
