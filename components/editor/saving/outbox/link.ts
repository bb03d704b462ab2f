import type { Owner } from "./entry.ts";
import type { Clock } from "./ports.ts";
import { type Failure, SendFailed, type Transport } from "./transport.ts";

/** State of the connection between this page and the server. */
export type LinkState =
  | { readonly kind: "up" }
  /** Asked to wait. */
  | { readonly kind: "waiting" }
  | { readonly kind: "offline" }
  | { readonly kind: "failing"; readonly requestId: string | null; readonly message: string }
  /** `other`: who is signed in instead. */
  | { readonly kind: "signed-out"; readonly other: string | null };

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** Interval at which a new sign-in is looked for. */
const SIGN_IN_POLL_MS = 4_000;
/** Wait after a 429 without `Retry-After`. */
const DEFAULT_RETRY_AFTER_MS = 5_000;

interface LinkOptions {
  readonly clock: Clock;
  readonly transport: Transport;
  readonly owner: Owner;
  /** The state is another. */
  readonly onChange: () => void;
  /** Called when sending is possible again. */
  readonly onOpen: () => void;
}

/** Decides whether requests may be made now: never too soon after one failed, never as somebody else. */
export class Link {
  state: LinkState = { kind: "up" };
  private readonly options: LinkOptions;
  private failures = 0;
  private isOpen = true;
  /** The page itself was made for its owner a moment ago. */
  private isVerified = true;
  private cancel: (() => void) | null = null;
  private asking: Promise<boolean> | null = null;

  constructor(options: LinkOptions) {
    this.options = options;
  }

  /** Whether a request may be made now. Asks who is signed in when that may have changed. */
  async admit(): Promise<boolean> {
    if (!this.isOpen) return false;
    if (this.isVerified) return true;
    this.asking ??= this.verify().finally(() => {
      this.asking = null;
    });
    return this.asking;
  }

  /** Whether a request may be made this instant, without asking anything first. */
  get isReady(): boolean {
    return this.isOpen && this.isVerified;
  }

  /** Marks the session as unverified: another person may have signed in meanwhile. */
  doubt(): void {
    this.isVerified = false;
  }

  succeeded(): void {
    this.failures = 0;
    this.open({ kind: "up" });
  }

  /** A request failed. Answers whether the failure is about the connection, so that the same request is to be made again. */
  failed(failure: Failure): boolean {
    if (failure.kind === "unreached") {
      this.close({ kind: "offline" }, this.backoff());
    } else if (failure.status === 401) {
      this.isVerified = false;
      this.close({ kind: "signed-out", other: null }, SIGN_IN_POLL_MS);
    } else if (failure.status === 429) {
      this.close({ kind: "waiting" }, failure.retryAfterMs ?? DEFAULT_RETRY_AFTER_MS);
    } else if (failure.status >= 500 || failure.status === 408) {
      const wait = Math.max(this.backoff(), failure.retryAfterMs ?? 0);
      this.close({ kind: "failing", requestId: failure.requestId, message: failure.message }, wait);
    } else {
      return false;
    }
    return true;
  }

  /** Tries now: the browser says it is online again, or a person asked. A wait the server asked for is kept. */
  nudge(): void {
    if (this.isOpen || this.state.kind === "waiting") return;
    this.reopen();
  }

  stop(): void {
    this.cancel?.();
    this.isOpen = false;
  }

  private async verify(): Promise<boolean> {
    const { owner, transport } = this.options;
    try {
      const someone = await transport.whoAmI();
      const isOwner = someone?.userId === owner.userId && someone.workspaceId === owner.workspaceId;
      if (!isOwner) {
        this.close({ kind: "signed-out", other: someone?.email ?? null }, SIGN_IN_POLL_MS);
        return false;
      }
      this.isVerified = true;
      if (this.state.kind === "signed-out" || this.state.kind === "offline") this.open({ kind: "up" });
      return true;
    } catch (error) {
      if (!(error instanceof SendFailed)) throw error;
      // Somebody who may not even ask who they are is signed in all the same; the request itself will say more.
      if (this.failed(error.failure)) return false;
      this.isVerified = true;
      return true;
    }
  }

  private backoff(): number {
    this.failures += 1;
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.failures - 1));
    return longest * (0.5 + this.options.clock.random() / 2);
  }

  private open(state: LinkState): void {
    this.cancel?.();
    this.cancel = null;
    this.isOpen = true;
    if (this.state.kind === "up" && state.kind === "up") return;
    this.state = state;
    this.options.onChange();
  }

  private close(state: LinkState, forMs: number): void {
    this.cancel?.();
    this.isOpen = false;
    this.state = state;
    this.cancel = this.options.clock.after(forMs, () => this.reopen());
    this.options.onChange();
  }

  /** Lets one request try; the state is said to be what it was until it has succeeded. */
  private reopen(): void {
    this.cancel?.();
    this.cancel = null;
    this.isOpen = true;
    this.options.onOpen();
  }
}
