import { playedFromWire } from "#domain/runtime/from-wire.ts";
import type { RunAction } from "#domain/runtime/log.ts";
import type { PlayedDialogue } from "#domain/runtime/story.ts";
import type { ReadStory } from "#server/features/shares/public.ts";

type Speaker = ReadStory["dialogue"]["nodes"][number]["speaker"];

/** Story of a share link, as its page plays it. */
export interface Story extends Pick<ReadStory, "share_id" | "title" | "draft" | "takes_paths" | "base_seq"> {
  readonly dialogue: PlayedDialogue;
  /** Speakers by node. */
  readonly speakers: ReadonlyMap<string, NonNullable<Speaker>>;
}

/** Reasons why a request to a share link failed. */
export type Trouble = "closed" | "busy" | "offline" | "failed" | "refused";

export type LinkResponse<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly why: Trouble };

/** Reads the story that a link plays. */
export async function readStory(token: string): Promise<LinkResponse<Story>> {
  const asked = await ask<ReadStory>(token, "GET", "/v1/shared/story");
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
  return ask(token, "POST", "/v1/shared/paths", path);
}

async function ask<Value>(token: string, method: string, path: string, body?: object): Promise<LinkResponse<Value>> {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // The session of an author who tries the link is none of its business.
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer",
    });
    if (response.ok) return { ok: true, value: (await response.json()) as Value };
    return { ok: false, why: troubleOf(response.status) };
  } catch {
    return { ok: false, why: "offline" };
  }
}

function troubleOf(status: number): Trouble {
  if (status === 401 || status === 404) return "closed";
  if (status === 409 || status === 422) return "refused";
  return status === 429 ? "busy" : "failed";
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
