"use client";

import { useQuery } from "@tanstack/react-query";
import { Volume2 } from "lucide-react";
import { useState } from "react";
import { spokenWords } from "#domain/dialogue/spoken-words.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { StoredSound } from "../../frame/files/stored-sound.tsx";
import { GenerationStanding } from "../../frame/generation/generation-standing.tsx";
import { useGeneration } from "../../frame/generation/use-generation.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Button } from "../../ui/button.tsx";
import type { Node } from "../model/model.ts";

type VoiceLine = Outputs["audio"]["list"]["voice_lines"][number];

/** Voice lines of a card that are looked through. */
const MOST = 100;

/** Plays a card's words aloud, once somebody wants to listen. */
export function VoiceSection({ node }: { node: Node }) {
  const [isOpen, setOpen] = useState(false);
  if (spokenWords(node) === "") return null;
  return (
    <section aria-label="Voice" className="space-y-2">
      <Button
        size="sm"
        icon={<Volume2 aria-hidden="true" size={14} />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Listen
      </Button>
      {isOpen && <VoiceOf node={node} />}
    </section>
  );
}

function VoiceOf({ node }: { node: Node }) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const reason = reasonOf(useCan()("change"));
  const input = { project_id, node_id: node.id, limit: MOST, ...useMoment().reading };
  const { data, error, refetch } = useQuery(useApi().audio.list.queryOptions(input));
  const { standing, start } = useGeneration(() => void refetch(), "Speaking");
  if (data === undefined) {
    return error === null ? null : <ErrorState what="The voice" error={error} onRetry={() => void refetch()} />;
  }
  const words = spokenWords(node);
  const newest = data.voice_lines.at(-1);
  const line = data.voice_lines.findLast(({ text }) => text === words) ?? newest;
  const isStale = line !== undefined && line.text !== words;
  const isRunning = standing.state === "running";
  return (
    <>
      {line !== undefined && <Played key={line.id} line={line} isStale={isStale} />}
      {(line === undefined || isStale || !line.is_speech) && (
        <Button
          size="sm"
          disabledReason={isRunning ? "Speaking…" : reason}
          onClick={() => start(() => client.audio.generate.mutate({ project_id, node_id: node.id }))}
        >
          {isStale ? "Speak the new words" : "Speak it"}
        </Button>
      )}
      <GenerationStanding standing={standing} />
    </>
  );
}

function Played({ line, isStale }: { line: VoiceLine; isStale: boolean }) {
  const project_id = useProjectId();
  return (
    <>
      <StoredSound project_id={project_id} hash={line.file} label="The words of the card" />
      <p className="text-12 text-ink-2">
        {line.is_speech
          ? `Voice: ${line.voice}.`
          : "This is a placeholder, not speech. With a provider key that names a model for speech it is spoken."}
        {isStale && " The words have changed since."}
      </p>
    </>
  );
}
