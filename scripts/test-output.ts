/** Output of one of several processes that run side by side. */
export interface OutputSlot {
  write(text: string | Uint8Array): void;
  /** Ends the output of the process. */
  end(): void;
}

/** Keeps what processes say at the same time apart: the first that has not ended is shown as it speaks, the others wait. */
export class OrderedOutput {
  readonly #target: Pick<NodeJS.WritableStream, "write">;
  readonly #queue: { readonly kept: (string | Uint8Array)[]; hasEnded: boolean }[] = [];

  constructor(target: Pick<NodeJS.WritableStream, "write">) {
    this.#target = target;
  }

  /** A place behind those that were given out before. */
  next(): OutputSlot {
    const place = { kept: [] as (string | Uint8Array)[], hasEnded: false };
    this.#queue.push(place);
    return {
      write: (text) => {
        if (this.#queue[0] === place) this.#target.write(text);
        else place.kept.push(text);
      },
      end: () => {
        place.hasEnded = true;
        this.#advance();
      },
    };
  }

  #advance(): void {
    while (this.#queue[0]?.hasEnded === true) {
      this.#queue.shift();
      for (const text of this.#queue[0]?.kept.splice(0) ?? []) this.#target.write(text);
    }
  }
}
