import { contentTag, matchesNone } from "../conditions.ts";
import type { ApiResponse } from "../exchange.ts";

/** A description of the interface as it is served: written once, at the first request. */
export class ServedDocument {
  readonly #write: () => string;
  readonly #type: string;
  #served: { text: string; etag: string } | null = null;

  constructor(write: () => string, type = "application/json") {
    this.#write = write;
    this.#type = type;
  }

  answer(ifNoneMatch: string | null): ApiResponse {
    this.#served ??= serve(this.#write());
    const { text, etag } = this.#served;
    const headers = { "content-type": this.#type, etag, "cache-control": "public, no-cache" };
    if (matchesNone(ifNoneMatch, etag)) return { status: 304, headers, body: null };
    return { status: 200, headers, body: text };
  }
}

function serve(text: string): { text: string; etag: string } {
  return { text, etag: contentTag(text) };
}
