import type { StudioClient } from "../../frame/api/client.ts";
import { reportUnsentWork } from "../../frame/session/unsent-work.ts";
import { indexedDbStore } from "./indexed-db-store.ts";
import { isUnsent, type Owner } from "./outbox/entry.ts";
import { Outbox } from "./outbox/outbox.ts";
import { systemClock } from "./outbox/ports.ts";
import { studioTransport } from "./studio-transport.ts";
import { presentTabs, webLocks } from "./tab-locks.ts";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

let current: Outbox | null = null;
const openGestures = new Set<() => void>();

/** The outbox of this page, whatever dialogues are opened in it; made when it is first asked for. */
export function pageOutbox(client: StudioClient, owner: Owner): Outbox {
  if (current?.owner.userId === owner.userId && current.owner.workspaceId === owner.workspaceId) return current;
  current?.stop();
  current = new Outbox({
    owner: { userId: owner.userId, workspaceId: owner.workspaceId },
    tabId: newTabId(),
    clock: systemClock,
    store: indexedDbStore(),
    locks: "locks" in navigator ? webLocks() : presentTabs(),
    transport: studioTransport(client, owner.workspaceId),
  });
  attach(current);
  void current.start();
  return current;
}

/** Says how to end what is still being typed, before the page may end. The answer takes it back. */
export function onLeaving(settle: () => void): () => void {
  openGestures.add(settle);
  return () => openGestures.delete(settle);
}

function newTabId(): string {
  let id = "tab-";
  for (const byte of crypto.getRandomValues(new Uint8Array(20))) id += ALPHABET[byte & 31];
  return id;
}

function attach(outbox: Outbox): void {
  const report = () => {
    if (outbox === current) reportUnsentWork(outbox.entries.filter(isUnsent).length);
  };
  outbox.listen({ changed: report });
  report();
  const leave = () => {
    if (outbox !== current) return;
    outbox.leave(() => {
      for (const settle of openGestures) settle();
    });
  };
  const stay = () => {
    if (outbox === current) void outbox.stay();
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : stay()));
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", stay);
  window.addEventListener("focus", stay);
  window.addEventListener("online", () => {
    if (outbox === current) outbox.retry();
  });
  window.addEventListener("beforeunload", (event) => {
    if (outbox !== current) return;
    for (const settle of openGestures) settle();
    // What is stored, and will be sent as the page ends or the next time one opens, is safe: nobody is asked for that.
    const unsent = outbox.entries.some(isUnsent);
    const isStuck = outbox.link.state.kind !== "up";
    if (unsent && (isStuck || !outbox.keepsLocally || !outbox.isStored)) event.preventDefault();
  });
}
