import type { ApiResponse } from "../exchange.ts";
import { answerText, type ServedText, servedText } from "../served-text.ts";

/** A description of the interface as it is served: written once, at the first request. */
export class ServedDocument {
  readonly #write: () => string;
  readonly #type: string;
  #served: ServedText | null = null;

  constructor(write: () => string, type = "application/json") {
    this.#write = write;
    this.#type = type;
  }

  answer(ifNoneMatch: string | null): ApiResponse {
    this.#served ??= servedText(this.#type, this.#write());
    return answerText(this.#served, ifNoneMatch);
  }
}
