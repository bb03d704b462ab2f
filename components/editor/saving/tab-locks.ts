import type { TabLocks } from "./outbox/ports.ts";

const nameOf = (tabId: string): string => `fabula-tab-${tabId}`;

/** Locks of the browser (Web Locks) tell living tabs from dead ones: a lock that is held belongs to a tab that lives. */
export function webLocks(): TabLocks {
  return {
    hold: (tabId) =>
      new Promise((resolve, reject) => {
        const forever = new Promise<never>(() => undefined);
        navigator.locks
          .request(nameOf(tabId), () => {
            resolve();
            return forever;
          })
          .catch(reject);
      }),
    take: (tabId) =>
      new Promise((resolve, reject) => {
        const forever = new Promise<never>(() => undefined);
        navigator.locks
          .request(nameOf(tabId), { ifAvailable: true }, (lock) => {
            resolve(lock !== null);
            return lock === null ? undefined : forever;
          })
          .catch(reject);
      }),
  };
}

/** A tab that lives answers within this time, even a busy one. */
const ANSWER_MS = 1_000;

type Call = { readonly ask: string } | { readonly here: string };

/**
 * Tells living tabs from dead ones by asking: browsers give locks to secure pages only, and a service in somebody's own network
 * may not be one. Two tabs may take over the same work; it is sent as the same batch and counts once.
 */
export function presentTabs(): TabLocks {
  const channel = new BroadcastChannel("fabula-tabs");
  const mine = new Set<string>();
  const heard = new Set<string>();
  channel.addEventListener("message", ({ data }: MessageEvent<Call>) => {
    if ("here" in data) heard.add(data.here);
    else if (mine.has(data.ask)) channel.postMessage({ here: data.ask } satisfies Call);
  });
  return {
    async hold(tabId) {
      mine.add(tabId);
    },
    take(tabId) {
      heard.delete(tabId);
      channel.postMessage({ ask: tabId } satisfies Call);
      return new Promise((resolve) => {
        setTimeout(() => {
          const isDead = !heard.has(tabId);
          if (isDead) mine.add(tabId);
          resolve(isDead);
        }, ANSWER_MS);
      });
    },
  };
}
