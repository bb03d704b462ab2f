"use client";

import { useQueryClient } from "@tanstack/react-query";
import { counted } from "#domain/counted.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { formErrors } from "../../ui/form/form-errors.ts";
import { LONG_TOAST_MS, showToast } from "../../ui/toast.ts";
import { useDialogue } from "../session/dialogue-context.ts";
import { whenSent } from "./when-sent.ts";

const UNSENT = "What you wrote last is not saved yet.";

/** Words that stand for a speaker, and the character to whom their lines are given. */
interface SpeakerMatch {
  readonly label: string;
  readonly entityId: string;
  readonly name: string;
}

/**
 * Gives every line of the project with a label to a character; answers why not when that did not work. It changes
 * dialogues that are not open, so only its toast takes it back.
 */
export function useMatchSpeaker(): (match: SpeakerMatch) => Promise<string | null> {
  const project_id = useProjectId();
  const session = useDialogue();
  const api = useApi();
  const client = useStudioClient();
  const queries = useQueryClient();
  const recount = () => queries.invalidateQueries({ queryKey: api.dialogues.speakers.pathKey() });

  async function match({ label, entityId, name }: SpeakerMatch): Promise<string | null> {
    if (!(await whenSent(session))) return `${UNSENT} Try again when it is.`;
    try {
      const input = { project_id, speaker_label: label, entity_id: entityId };
      const { matched, seq } = await client.dialogues.matchSpeaker.mutate(input);
      const text = `${counted(matched, "line")} ${matched === 1 ? "is" : "are"} ${name}’s now.`;
      if (matched === 0) showToast({ text: `No line is labelled ‘${label}’ any more.` });
      else showToast({ text, undo: () => void takeBack(label, seq), stays: LONG_TOAST_MS });
      await recount();
      return null;
    } catch (error) {
      return formErrors(error, { fields: [] }).summary.join(" ");
    }
  }

  async function takeBack(label: string, seq: number): Promise<void> {
    const again = { undo: () => void takeBack(label, seq), stays: LONG_TOAST_MS };
    if (!(await whenSent(session))) return showToast({ text: `${UNSENT} Undo when it is.`, ...again });
    try {
      const done = await client.dialogues.unmatchSpeaker.mutate({ project_id, seq });
      showToast({ text: saidOfUndo(label, done) });
      await recount();
    } catch (error) {
      const why = formErrors(error, { fields: [] }).summary.join(" ");
      showToast({ text: `The lines labelled ‘${label}’ stay matched. ${why}`, ...again });
    }
  }

  return match;
}

/** What taking back a match did, in words. */
function saidOfUndo(label: string, { restored, left }: { restored: number; left: number }): string {
  const back = `${counted(restored, "line")} ${restored === 1 ? "is" : "are"} labelled ‘${label}’ again.`;
  if (left === 0) return back;
  const kept = `${counted(left, "line")} changed since and ${left === 1 ? "stays as it is" : "stay as they are"}.`;
  return restored === 0 ? kept : `${back} ${kept}`;
}
