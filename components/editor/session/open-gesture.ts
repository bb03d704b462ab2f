import type { Clock } from "../saving/outbox/ports.ts";

/** A pause of this length ends what is being typed. */
export const PAUSE_MS = 1_500;
/** Nodes that are nudged are one gesture while the nudges follow each other this fast. */
export const NUDGE_PAUSE_MS = 800;
/** Longest time that a gesture stays open, however fast somebody types. */
export const LONGEST_MS = 10_000;

/**
 * Gesture that still goes on: keystrokes of one field, nudges of one selection. A pause, {@link OpenGesture.end} or 10 s end
 * it.
 */
export class OpenGesture {
  private readonly clock: Clock;
  private readonly onEnd: (entryId: string) => void;
  private current: { readonly key: string; readonly entryId: string; readonly since: number } | null = null;
  private cancel: (() => void) | null = null;
  /** Field written last: writing without a pause is one entry of the history, though it is sent in parts. */
  private last: { readonly key: string; readonly until: number } | null = null;

  constructor(clock: Clock, onEnd: (entryId: string) => void) {
    this.clock = clock;
    this.onEnd = onEnd;
  }

  /** The gesture that goes on under this key, if one does. */
  entryFor(key: string | undefined): string | null {
    return this.current !== null && this.current.key === key ? this.current.entryId : null;
  }

  /** Whether, for the history, this is still the same gesture. */
  continues(key: string | undefined): boolean {
    return key !== undefined && this.last?.key === key && this.clock.now() < this.last.until;
  }

  /** A gesture began or went on; without an entry it goes on for the history alone. */
  touch(key: string, entryId: string | null, pauseMs: number): void {
    const now = this.clock.now();
    if (entryId === null) {
      this.last = { key, until: now + pauseMs };
      return;
    }
    const since = this.current?.entryId === entryId ? this.current.since : now;
    this.current = { key, entryId, since };
    this.last = { key, until: now + pauseMs };
    this.cancel?.();
    this.cancel = this.clock.after(Math.max(0, Math.min(pauseMs, since + LONGEST_MS - now)), () => this.close());
  }

  /** Ends it, for the server; the history may go on. */
  private close(): void {
    const ended = this.current;
    this.cancel?.();
    this.cancel = null;
    this.current = null;
    if (ended !== null) this.onEnd(ended.entryId);
  }

  /** Ends it altogether. */
  end(): void {
    this.last = null;
    this.close();
  }
}
