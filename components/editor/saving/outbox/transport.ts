import type { Operation } from "#domain/dialogue/operations/operation.ts";
import type { ConflictFact, DialogueAddress, Owner } from "./entry.ts";

/** Batch of gestures sent in one request. */
export interface SentBatch extends DialogueAddress {
  readonly batchId: string;
  readonly clientId: string;
  readonly gestures: readonly { readonly label: string; readonly operations: readonly Operation[] }[];
}

/** Answer about one gesture. */
export type GestureAnswer =
  | { readonly applied: true; readonly versions: readonly { readonly id: string; readonly seq: number | null }[] }
  | {
      readonly applied: false;
      readonly status: number;
      readonly code: string;
      readonly message: string;
      readonly conflicts: readonly ConflictFact[];
      /** Id that the gesture named and that does not exist. */
      readonly missing: string | null;
    };

export interface BatchAnswer {
  /** Sequence of the project afterwards. */
  readonly seq: number;
  readonly gestures: readonly GestureAnswer[];
  readonly requestId: string | null;
}

/** Reason why a request brought no answer about its gestures. */
export type Failure =
  | { readonly kind: "unreached" }
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly code: string;
      readonly message: string;
      readonly requestId: string | null;
      readonly retryAfterMs: number | null;
      /** Gestures of the batch that the refusal names; empty when it names none. */
      readonly gestures: readonly number[];
    };

/** A request that failed. */
export class SendFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.kind === "refused" ? failure.message : "the service was not reached");
    this.name = "SendFailed";
    this.failure = failure;
  }
}

/** The way to the server. Everything rejects with {@link SendFailed}. */
export interface Transport {
  /** `keepalive`: must outlive the page. */
  send(batch: SentBatch, options: { keepalive: boolean }): Promise<BatchAnswer>;
  /** Returns the signed-in person; null when nobody is signed in. */
  whoAmI(): Promise<(Owner & { readonly email: string }) | null>;
}
