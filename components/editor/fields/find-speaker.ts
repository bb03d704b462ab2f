"use client";

import { useMemo } from "react";
import { searchForm } from "#domain/search-form.ts";
import { aliasesOf } from "../../frame/project/aliases.ts";
import type { Character } from "../../frame/project/project-queries.ts";
import { summaryOf } from "../model/changed-parts.ts";
import type { Node } from "../model/model.ts";
import { useDialogueState } from "../session/dialogue-context.ts";
import { SEPARATOR, type SpeakerFields } from "./use-speaker.ts";

const labelOf = ({ speaker_id, speaker_label }: SpeakerFields): string =>
  speaker_id === null && speaker_label !== null && speaker_label.trim() !== "" ? speaker_label : "";

/** Labels of speakers that are no characters yet, in the order in which they come, joined. */
const labelsOf = summaryOf<Node, string>(labelOf, (nodes) =>
  [...new Set([...nodes.values()].flatMap((node) => labelOf(node) || []))].join(SEPARATOR),
);

/** Returns the words that stand for speakers of the open dialogue who are no characters yet. */
export function useSpeakerLabels(): readonly string[] {
  const labels = useDialogueState(({ nodes }) => labelsOf(nodes));
  return useMemo(() => (labels === "" ? [] : labels.split(SEPARATOR)), [labels]);
}

/**
 * The character of this name or alias, case and accents aside; else the only one whose name begins with this word: "Odo" is Odo
 * Pell.
 */
export function characterCalled(name: string, characters: Iterable<Character>): Character | undefined {
  const wanted = searchForm(name.trim());
  if (wanted === "") return undefined;
  const all = [...characters];
  const named =
    characterNamed(name, all) ??
    all.find((each) => aliasesOf(each.aliases).some((alias) => searchForm(alias) === wanted));
  const short = all.filter((character) => searchForm(character.name).startsWith(`${wanted} `));
  return named ?? (short.length === 1 ? short[0] : undefined);
}

/** The character of this name, case and accents aside. */
export function characterNamed(name: string, characters: Iterable<Character>): Character | undefined {
  const wanted = searchForm(name.trim());
  return [...characters].find((character) => searchForm(character.name) === wanted);
}
