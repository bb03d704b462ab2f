"use client";

import { useMemo } from "react";
import { speakerColor, speakerColors } from "#domain/speaker-color.ts";
import type { NameMap } from "../../frame/project/known.ts";
import { type Character, useCharacters } from "../../frame/project/project-queries.ts";
import { SPEAKER_INKS } from "../../ui/color-swatches.ts";
import { summaryOf } from "../model/changed-parts.ts";
import type { Node } from "../model/model.ts";
import { useDialogueState } from "../session/dialogue-context.ts";

export type SpeakerFields = Pick<Node, "speaker_id" | "speaker_label">;

/** Speaker in words. */
export interface SpeakerShown {
  readonly name: string;
  /** The character is gone: the label, or "Unknown speaker", is all there is. */
  readonly isGone: boolean;
}

/** Returns the speaker of a node in words; null for none. */
export function speakerShown(
  { speaker_id, speaker_label }: SpeakerFields,
  characters: NameMap<Pick<Character, "name">>,
): SpeakerShown | null {
  if (speaker_id === null) return speaker_label === null ? null : { name: speaker_label, isGone: false };
  const character = characters.get(speaker_id);
  if (character !== undefined) return { name: character.name, isGone: false };
  // Before all characters are here nobody is known to be gone.
  if (!characters.isWhole) return { name: speaker_label ?? "…", isGone: false };
  return { name: speaker_label ?? "Unknown speaker", isGone: true };
}

/** Key by which a speaker is told from others: the character's id, or the words it is shown as. */
export function speakerKey({ speaker_id, speaker_label }: SpeakerFields): string | null {
  return speaker_id ?? (speaker_label === "" ? null : speaker_label);
}

/** The ink of a speaker's name, as a class: one for canvas, script and player, and for the readers of a shared story. */
export type SpeakerInks = (spoken: SpeakerFields) => string;

/** Separator of keys and labels, which are words of one line. */
export const SEPARATOR = "\n";

/** Keys of the speakers of a dialogue in the order in which they come, joined; worked out once for each state of the dialogue. */
const speakersOf = summaryOf<Node, string>(
  (node) => speakerKey(node) ?? "",
  (nodes) => [...new Set([...nodes.values()].flatMap((node) => speakerKey(node) ?? []))].join(SEPARATOR),
);

/** Returns the inks of the speakers of the open dialogue. */
export function useSpeakerInks(): SpeakerInks {
  const characters = useCharacters();
  const keys = useDialogueState(({ nodes }) => speakersOf(nodes));
  return useMemo(() => {
    const recorded = (key: string) => characters.get(key)?.color;
    const colors = speakerColors(keys.split(SEPARATOR).map((key) => ({ key, recorded: recorded(key) })));
    return (spoken) => {
      const key = speakerKey(spoken) ?? "";
      return SPEAKER_INKS[colors.get(key) ?? speakerColor(key, recorded(key))];
    };
  }, [characters, keys]);
}
