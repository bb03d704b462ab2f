import type { Known } from "../../frame/project/known.ts";
import type { Character } from "../../frame/project/project-queries.ts";
import { speakerShown } from "../fields/use-speaker.ts";
import type { Node } from "../model/model.ts";

/** Whom a player reads as the speaker: what a character is shown as, before who it is. */
export function spokenAs(
  node: Pick<Node, "speaker_id" | "speaker_label">,
  characters: Known<Pick<Character, "name">>,
): string | null {
  const { speaker_label } = node;
  const shown = speaker_label === null ? node : { speaker_id: null, speaker_label };
  return speakerShown(shown, characters)?.name ?? null;
}
