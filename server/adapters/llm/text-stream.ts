import type { WireFormat } from "./exchange.ts";
import { readEvents } from "./server-sent-events.ts";

/** Line breaks that end an event (HTML standard §9.2.6). */
const EVENT_ENDS = /\r\n\r\n|\n\n|\r\r/g;

/** Text of an answer told while its bytes arrive, before anybody knows whether it comes whole. */
export class TextStream {
  readonly #format: Pick<WireFormat, "textOf">;
  readonly #key: string;
  readonly #tell: (text: string) => void;
  readonly #decoder = new TextDecoder();
  #pending = "";
  #held = "";

  constructor(format: Pick<WireFormat, "textOf">, key: string, tell: (text: string) => void) {
    this.#format = format;
    this.#key = key;
    this.#tell = tell;
  }

  /** Takes bytes of the answer, and tells the text of the events that they end. */
  readonly take = (bytes: Uint8Array): void => {
    this.#pending += this.#decoder.decode(bytes, { stream: true });
    const end = endOfEvents(this.#pending);
    if (end === 0) return;
    const whole = this.#pending.slice(0, end);
    this.#pending = this.#pending.slice(end);
    const text = this.#withoutKey(this.#format.textOf(readEvents(whole)));
    if (text !== "") this.#tell(text);
  };

  /** Returns the text with the key hidden. What may be the beginning of a key waits for what follows it. */
  #withoutKey(fresh: string): string {
    const text = (this.#held + fresh).replaceAll(this.#key, "[key]");
    const begun = beginningAtEnd(text, this.#key);
    this.#held = text.slice(text.length - begun);
    return text.slice(0, text.length - begun);
  }
}

/** Returns where the last whole event ends; 0 where none does. */
function endOfEvents(text: string): number {
  let end = 0;
  for (const { index, 0: mark } of text.matchAll(EVENT_ENDS)) end = index + mark.length;
  return end;
}

/** Returns how many characters at the end of a text are the beginning of a word, but not all of it. */
function beginningAtEnd(text: string, word: string): number {
  for (let length = Math.min(word.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(word.slice(0, length))) return length;
  }
  return 0;
}
