import type { ApiResponse } from "../exchange.ts";
import { answerText, type ServedText, servedText } from "../served-text.ts";

/** A description of the interface as it is served: written once, when it is loaded or first asked for. */
export class ServedDocument {
  readonly #write: () => Promise<string>;
  readonly #type: string;
  #served: Promise<ServedText> | null = null;

  constructor(write: () => Promise<string>, type = "application/json") {
    this.#write = write;
    this.#type = type;
  }

  /** Writes the document unless it is written. */
  load(): Promise<ServedText> {
    this.#served ??= this.#write().then((text) => servedText(this.#type, text));
    return this.#served;
  }

  async answer(ifNoneMatch: string | null): Promise<ApiResponse> {
    return answerText(await this.load(), ifNoneMatch);
  }
}
