import type { TabLocks } from "./outbox/entry-store.ts";

const nameOf = (tabId: string): string => `fabula-tab-${tabId}`;

/** Locks of this browser: one that is held belongs to a tab that lives. */
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
