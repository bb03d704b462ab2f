import { searchForm } from "#domain/search-form.ts";
import { speakerColor } from "#domain/speaker-color.ts";
import type { NameMap } from "../../frame/project/known.ts";
import type { Character } from "../../frame/project/project-queries.ts";
import { SPEAKER_INKS } from "../../ui/color-swatches.ts";
import type { Node } from "../model/model.ts";

type Spoken = Pick<Node, "speaker_id" | "speaker_label">;

/** Speaker in words. */
export interface SpeakerShown {
  readonly name: string;
  /** The character is gone: the label, or "Unknown speaker", is all there is. */
  readonly isGone: boolean;
}

/** Returns the speaker of a node in words; null for none. */
export function speakerShown(
  { speaker_id, speaker_label }: Spoken,
  characters: NameMap<Pick<Character, "name">>,
): SpeakerShown | null {
  if (speaker_id === null) return speaker_label === null ? null : { name: speaker_label, isGone: false };
  const character = characters.get(speaker_id);
  if (character !== undefined) return { name: character.name, isGone: false };
  // Before all characters are here nobody is known to be gone.
  if (!characters.isWhole) return { name: speaker_label ?? "…", isGone: false };
  return { name: speaker_label ?? "Unknown speaker", isGone: true };
}

/** The ink of a speaker's name, as a class: one for canvas, script and player, and for the readers of a shared story. */
export function speakerInk(
  { speaker_id, speaker_label }: Spoken,
  characters: Pick<ReadonlyMap<string, Pick<Character, "color">>, "get">,
): string {
  const key = speaker_id ?? speaker_label ?? "";
  return SPEAKER_INKS[speakerColor(key, characters.get(key)?.color)];
}

/** The character of this name, case and accents aside. */
export function characterNamed(name: string, characters: Iterable<Character>): Character | undefined {
  const wanted = searchForm(name.trim());
  return [...characters].find((character) => searchForm(character.name) === wanted);
}
