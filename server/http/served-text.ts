import { contentTag, matchesNone } from "./conditions.ts";
import type { ApiResponse } from "./exchange.ts";

/** A text that anybody may read, with the tag of its bytes. */
export interface ServedText {
  readonly contentType: string;
  readonly text: string;
  readonly etag: string;
}

/** Makes such a text: its tag is worked out once. */
export function servedText(contentType: string, text: string): ServedText {
  return { contentType, text, etag: contentTag(text) };
}

/** Answers with the text, or with nothing where the client has it already. */
export function answerText({ contentType, text, etag }: ServedText, ifNoneMatch: string | null): ApiResponse {
  const headers = { "content-type": contentType, etag, "cache-control": "public, no-cache" };
  if (matchesNone(ifNoneMatch, etag)) return { status: 304, headers, body: null };
  return { status: 200, headers, body: text };
}
