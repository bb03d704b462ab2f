"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { counted } from "#domain/counted.ts";
import { useApi } from "../../frame/api/api-provider.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useCharacters } from "../../frame/project/project-queries.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Button } from "../../ui/button.tsx";
import { useDialogueState } from "../session/dialogue-context.ts";
import { useMatchSpeaker } from "./use-match-speaker.ts";
import { characterNamed } from "./use-speaker.ts";

interface MatchSpeakerProps {
  /** The words that stand for a speaker. */
  label: string | null;
  /** They stand beside a character already. */
  isMatched: boolean;
}

/** Offers to give every line with these words to the character who is called that. */
export function MatchSpeaker({ label, isMatched }: MatchSpeakerProps) {
  return label === null || isMatched ? null : <OfferWhereKnown label={label} />;
}

function OfferWhereKnown({ label }: { label: string }) {
  const characters = useCharacters();
  // A large cast is gone through once for a label, not at every letter written elsewhere on the node.
  const character = useMemo(() => characterNamed(label, characters.values()), [label, characters]);
  return character === undefined ? null : <Offer label={label} entityId={character.id} name={character.name} />;
}

function Offer({ label, entityId, name }: { label: string; entityId: string; name: string }) {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const api = useApi();
  const match = useMatchSpeaker();
  const change = useCan()("change");
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { data } = useQuery(api.dialogues.speakers.queryOptions({ project_id, speaker_label: label, ...reading }));
  const recorded = data?.speakers[0]?.lines ?? 0;
  // What was just written here is not in the server's count yet.
  const seen = useDialogueState(({ nodes }) => {
    let count = 0;
    for (const node of nodes.values()) if (node.speaker_id === null && node.speaker_label === label) count += 1;
    return count;
  });
  const lines = Math.max(recorded, seen);
  if (lines === 0) return null;

  async function send(): Promise<void> {
    setSending(true);
    setProblem(await match({ label, entityId, name }));
    setSending(false);
  }

  return (
    <div className="space-y-1">
      <Button
        size="sm"
        className="max-w-full"
        disabled={isSending}
        disabledReason={reasonOf(change)}
        onClick={() => void send()}
      >
        <span className="min-w-0 truncate">
          Match {counted(lines, "line")} labelled ‘{label}’ to {name}
        </span>
      </Button>
      {problem !== null && (
        <p role="alert" className="text-12 text-error">
          {problem}
        </p>
      )}
    </div>
  );
}
