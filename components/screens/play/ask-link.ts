import { playedFromWire } from "#domain/runtime/from-wire.ts";
import type { RunAction } from "#domain/runtime/log.ts";
import type { PlayedDialogue } from "#domain/runtime/story.ts";
import type { ReadStory } from "#server/features/shares/public.ts";

import { askByLink, type LinkResponse } from "../../frame/link/ask-by-link.ts";

type Speaker = ReadStory["dialogue"]["nodes"][number]["speaker"];

/** Story of a share link, as its page plays it. */
export interface Story extends Pick<ReadStory, "share_id" | "title" | "draft" | "takes_paths" | "base_seq"> {
  readonly dialogue: PlayedDialogue;
  /** Speakers by node. */
  readonly speakers: ReadonlyMap<string, NonNullable<Speaker>>;
}

/** Reads the story that a link plays. */
export async function readStory(token: string): Promise<LinkResponse<Story>> {
  const asked = await askByLink<ReadStory>(token, "GET", "/v1/shared/story");
  return asked.ok ? { ok: true, value: toStory(asked.value) } : asked;
}

/** Path of a reader, as it is sent to the authors. */
export interface SentPath {
  readonly base_seq: number;
  readonly seed: number;
  readonly actions: readonly RunAction[];
  readonly words: string;
}

/** Sends back what a reader did. */
export function sendPath(token: string, path: SentPath): Promise<LinkResponse<unknown>> {
  return askByLink(token, "POST", "/v1/shared/paths", path);
}

function toStory({ dialogue, others, variables, world, ...rest }: ReadStory): Story {
  const speakers = [dialogue, ...others].flatMap(({ nodes }) =>
    nodes.flatMap(({ id, speaker }) => (speaker === null ? [] : [[id, speaker] as const])),
  );
  return {
    ...rest,
    speakers: new Map(speakers),
    dialogue: playedFromWire({ dialogue, others, variables, world }),
  };
}
