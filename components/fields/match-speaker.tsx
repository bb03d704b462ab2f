"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../api/api-provider.tsx";
import { useDialogue, useDialogueState } from "../dialogue/store/dialogue-context.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";
import { useCharacters } from "../project/project-queries.ts";
import { reasonOf, useCan } from "../session/can.ts";
import { Button } from "../ui/button.tsx";
import { formErrors } from "../ui/form-errors.ts";
import { showToast } from "../ui/toast.ts";
import { characterNamed } from "./use-speaker.ts";
import { whenSent } from "./when-sent.ts";

/** The most speakers a list answers at once. */
const ALL = 500;

interface MatchSpeakerProps {
  /** The words that stand for a speaker. */
  label: string | null;
  /** They stand beside a character already. */
  isMatched: boolean;
}

/** Offers to give every line with these words to the character who is called that. */
export function MatchSpeaker({ label, isMatched }: MatchSpeakerProps) {
  const character = characterNamed(label ?? "", useCharacters().values());
  if (label === null || isMatched || character === undefined) return null;
  return <Offer label={label} entityId={character.id} name={character.name} />;
}

function Offer({ label, entityId, name }: { label: string; entityId: string; name: string }) {
  const project_id = useProjectId();
  const session = useDialogue();
  const { reading } = useMoment();
  const api = useApi();
  const client = useStudioClient();
  const queries = useQueryClient();
  const change = useCan()("change");
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { data } = useQuery(api.dialogues.speakers.queryOptions({ project_id, limit: ALL, ...reading }));
  const recorded = data?.speakers.find((each) => each.speaker_id === null && each.speaker_label === label)?.lines ?? 0;
  // What was just written here is not in the server's count yet.
  const seen = useDialogueState(({ nodes }) => {
    let count = 0;
    for (const node of nodes.values()) if (node.speaker_id === null && node.speaker_label === label) count += 1;
    return count;
  });
  const lines = Math.max(recorded, seen);
  if (lines === 0) return null;

  async function match(): Promise<void> {
    setSending(true);
    setProblem(null);
    try {
      if (!(await whenSent(session))) {
        setProblem("What you wrote last is not saved yet. Try again when it is.");
        return;
      }
      const input = { project_id, speaker_label: label, entity_id: entityId };
      const { matched } = await client.dialogues.matchSpeaker.mutate(input);
      showToast({ text: matched === 1 ? `One line is ${name}’s now.` : `${matched} lines are ${name}’s now.` });
      await queries.invalidateQueries({ queryKey: api.dialogues.speakers.pathKey() });
    } catch (error) {
      setProblem(formErrors(error, { fields: [] }).summary.join(" "));
    } finally {
      setSending(false);
    }
  }

  return (
    <div className="space-y-1">
      <Button size="sm" disabled={isSending} disabledReason={reasonOf(change)} onClick={() => void match()}>
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
