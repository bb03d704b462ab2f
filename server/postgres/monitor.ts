import { setTimeout as pause } from "node:timers/promises";
import { connect } from "./connection.ts";

export type DatabaseState = "up" | "down";

/** Knows at every moment whether the database answers. */
export interface Monitor {
  state(): DatabaseState;
  /** Calls back at every change; the answer ends the subscription. */
  onState(listener: (state: DatabaseState) => void): () => void;
  stop(): Promise<void>;
}

/** A broken connection is noticed at once; this finds a server that silently vanished from the network. */
const PROBE_EVERY_MS = 5_000;
const PROBE_PATIENCE_MS = 10_000;
const RETRY_MS = 100;

/** Waits for the answer to a probe. A refusal, such as of an administrator who cancels what runs, is the answer of a server that is up. */
async function answered(probe: Promise<unknown>): Promise<true> {
  await probe.catch((error: { severity?: string }) => {
    if (error.severity !== "ERROR") throw error;
  });
  return true;
}

/**
 * Holds one connection open. When it breaks, the state is `down` at once, `repair` is asked to bring the server
 * back (an embedded one can be), and the state is `up` when a connection answers again.
 */
export function watchDatabase(url: string, repair: () => Promise<void>): Monitor {
  const listeners = new Set<(state: DatabaseState) => void>();
  let current: DatabaseState = "up";
  const stopping = new AbortController();

  const become = (state: DatabaseState) => {
    if (state === current) return;
    current = state;
    for (const listener of listeners) listener(state);
  };

  async function stayConnected(): Promise<void> {
    const broken = new AbortController();
    const connection = connect(url, () => broken.abort());
    const ended = AbortSignal.any([broken.signal, stopping.signal]);
    try {
      await answered(connection`select 1`);
      become("up");
      while (!ended.aborted) {
        await pause(PROBE_EVERY_MS, undefined, { signal: ended, ref: false }).catch(() => {});
        if (ended.aborted) break;
        const isThere = await Promise.race([
          answered(connection`select 1`),
          pause(PROBE_PATIENCE_MS, false, { ref: false }),
        ]);
        if (!isThere) break;
      }
    } finally {
      await connection.end({ timeout: 0 }).catch(() => {});
    }
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      // However the connection ended, the next one decides.
      await stayConnected().catch(() => {});
      if (stopping.signal.aborted) return;
      become("down");
      await repair().catch(() => {});
      await pause(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const watching = watch();
  return {
    state: () => current,
    onState(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      stopping.abort();
      await watching;
      listeners.clear();
    },
  };
}
