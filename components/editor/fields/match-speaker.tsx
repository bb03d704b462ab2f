"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { useChange } from "../../frame/api/use-change.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useCharacters } from "../../frame/project/project-queries.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { FormMistake, whyNot } from "../../ui/form/form-errors.ts";
import { LONG_TOAST_MS, showToast } from "../../ui/toast.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import { whenSaved } from "../session/when-saved.ts";
import { characterNamed } from "./find-speaker.ts";

interface MatchSpeakerProps {
  /** The words that stand for a speaker. */
  label: string | null;
  /** Whether the label is matched to a character already. */
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
  const match = useChange({ mutationFn: useMatchSpeaker() });
  const change = useCan()("change");
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

  return (
    <div className="space-y-1">
      <Button
        size="sm"
        className="max-w-full"
        disabled={match.isPending}
        disabledReason={reasonOf(change)}
        onClick={() => match.mutate({ label, entityId, name })}
      >
        <span className="min-w-0 truncate">
          Match {counted(lines, "line")} labelled ‘{label}’ to {name}
        </span>
      </Button>
      <AlertLine>{match.problem}</AlertLine>
    </div>
  );
}

const UNSENT = "Your last changes are not saved yet.";

/** Words that stand for a speaker, and the character to whom their lines are given. */
interface SpeakerMatch {
  readonly label: string;
  readonly entityId: string;
  readonly name: string;
}

/**
 * Gives every line of the project with a label to a character. It changes dialogues that are not open, so only its toast takes it
 * back.
 */
function useMatchSpeaker(): (match: SpeakerMatch) => Promise<void> {
  const project_id = useProjectId();
  const session = useDialogue();
  const client = useStudioClient();
  const recount = useRefresh((api) => [api.dialogues.speakers.pathKey()]);

  async function match({ label, entityId, name }: SpeakerMatch): Promise<void> {
    if (!(await whenSaved(session))) throw new FormMistake(`${UNSENT} Try again when it is.`);
    const input = { project_id, speaker_label: label, entity_id: entityId };
    const { matched, seq } = await client.dialogues.matchSpeaker.mutate(input);
    const text = `${counted(matched, "line")} ${matched === 1 ? "is" : "are"} ${name}’s now.`;
    if (matched === 0) showToast({ text: `No lines are labelled ‘${label}’ now.` });
    else showToast({ text, undo: () => void takeBack(label, seq), stays: LONG_TOAST_MS });
    await recount();
  }

  async function takeBack(label: string, seq: number): Promise<void> {
    const again = { undo: () => void takeBack(label, seq), stays: LONG_TOAST_MS };
    if (!(await whenSaved(session))) return showToast({ text: `${UNSENT} Undo when it is.`, ...again });
    try {
      const done = await client.dialogues.unmatchSpeaker.mutate({ project_id, seq });
      showToast({ text: saidOfUndo(label, done) });
      await recount();
    } catch (error) {
      const why = whyNot(error);
      showToast({ text: `The lines labelled ‘${label}’ stay matched. ${why}`, ...again });
    }
  }

  return match;
}

/** Returns the result of undoing a match, in words. */
function saidOfUndo(label: string, { restored, left }: { restored: number; left: number }): string {
  const back = `${counted(restored, "line")} ${restored === 1 ? "is" : "are"} labelled ‘${label}’ again.`;
  if (left === 0) return back;
  const kept = `${counted(left, "line")} changed since and ${left === 1 ? "stays as it is" : "stay as they are"}.`;
  return restored === 0 ? kept : `${back} ${kept}`;
}
