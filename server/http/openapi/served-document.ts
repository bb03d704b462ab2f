import { contentTag, matchesNone } from "../conditions.ts";
import type { ApiResponse } from "../exchange.ts";

/** The interface description as it is served: written once, at the first request. */
export class ServedDocument {
  readonly #write: () => object;
  #served: { text: string; etag: string } | null = null;

  constructor(write: () => object) {
    this.#write = write;
  }

  answer(ifNoneMatch: string | null): ApiResponse {
    this.#served ??= serve(this.#write());
    const { text, etag } = this.#served;
    const headers = { "content-type": "application/json", etag, "cache-control": "public, no-cache" };
    if (matchesNone(ifNoneMatch, etag)) return { status: 304, headers, body: null };
    return { status: 200, headers, body: text };
  }
}

function serve(document: object): { text: string; etag: string } {
  const text = JSON.stringify(document);
  return { text, etag: contentTag(text) };
}
