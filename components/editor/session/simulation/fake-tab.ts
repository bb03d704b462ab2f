import type { Operation } from "#domain/dialogue/operations/operation.ts";
import type { Model } from "../../model/model.ts";
import { smallContent } from "../../model/sample-content.ts";
import type { Owner } from "../../saving/outbox/entry.ts";
import { Outbox } from "../../saving/outbox/outbox.ts";
import { type Failure, SendFailed, type Transport } from "../../saving/outbox/transport.ts";
import { DialogueSession } from "../dialogue-session.ts";
import { FakeServer } from "./fake-server.ts";
import { FakeClock, FakeLocks, FakeStorage, flush } from "./fake-world.ts";

/** Fate of a browser's requests. */
export type Weather =
  | "fine"
  | "lost-request"
  | "lost-answer"
  | "signed-out"
  | "someone-else"
  | "busy"
  | "broken"
  | "failing";

export const ME: Owner = { userId: "usr_me", workspaceId: "wsp_a" };
export const PLACE = { projectId: "prj_a", graphId: "dlg_a" };

/** One browser: its storage, its locks, its connection. */
export interface Browser {
  readonly clock: FakeClock;
  readonly storage: FakeStorage;
  readonly locks: FakeLocks;
  readonly server: FakeServer;
  weather: Weather;
  tabs: number;
  /** Round trip time of a request. */
  readonly requestMs: number;
}

/** A browser in fine weather whose server has this content; entries are stored in 10 ms, requests travel 20 ms each way. */
export function openBrowser(content: Model = smallContent()): Browser {
  const clock = new FakeClock();
  const server = new FakeServer(content);
  const storage = new FakeStorage(clock, 10);
  return { clock, storage, locks: new FakeLocks(), server, weather: "fine", tabs: 0, requestMs: 20 };
}

/** Writes the text of a node. */
export const write = (id: string, text: string): Operation => ({ op: "node.update", id, patch: { text } });

/** One tab with the dialogue open in it. */
export class FakeTab {
  readonly outbox: Outbox;
  readonly session: DialogueSession;
  isAlive = true;
  private readonly browser: Browser;
  private readonly name: string;

  constructor(browser: Browser) {
    this.browser = browser;
    browser.tabs += 1;
    this.name = `tab-000${browser.tabs}`;
    this.outbox = new Outbox({
      owner: ME,
      tabId: this.name,
      clock: this.clockOfTab(),
      store: browser.storage.forTab(() => this.isAlive),
      locks: browser.locks.forTab(this.name),
      transport: this.transport(),
    });
    void this.outbox.start();
    this.session = new DialogueSession({
      projectId: PLACE.projectId,
      loaded: browser.server.load(),
      outbox: this.outbox,
      feed: browser.server.feed(() => this.isAlive && browser.weather === "fine"),
      clock: this.clockOfTab(),
      mayEdit: () => true,
      isOnline: () => true,
      isLive: true,
      nameOf: () => "Ana",
    });
  }

  /** The tab's process ends, at once. */
  async crash(): Promise<void> {
    this.isAlive = false;
    this.browser.locks.release(this.name);
    await flush();
  }

  private clockOfTab() {
    const { clock } = this.browser;
    return {
      now: () => clock.now(),
      random: () => clock.random(),
      after: (ms: number, run: () => void) => clock.after(ms, () => (this.isAlive ? run() : undefined)),
    };
  }

  private transport(): Transport {
    const { browser } = this;
    const fail = (failure: Failure) => Promise.reject(new SendFailed(failure));
    const refused = (status: number, code = ""): Failure => ({
      kind: "refused",
      status,
      code,
      message: "",
      requestId: "req_1",
      retryAfterMs: status === 429 ? 2_000 : null,
      gestures: [],
    });
    const travel = () => new Promise<void>((resolve) => browser.clock.after(browser.requestMs, resolve));
    return {
      send: async (batch) => {
        const sent = structuredClone(batch);
        const { weather } = browser;
        await travel();
        if (weather === "lost-request") return fail({ kind: "unreached" });
        if (weather === "signed-out" || weather === "someone-else") return fail(refused(401));
        if (weather === "busy") return fail(refused(429));
        if (weather === "broken") return fail(refused(503));
        if (weather === "failing") return fail(refused(500));
        if (browser.server.failsOn(sent)) return fail(refused(500));
        if (browser.server.isOther(sent)) return fail(refused(409, "idempotency_key_reused"));
        const answer = structuredClone(browser.server.batch(sent));
        await travel();
        return weather === "lost-answer" ? fail({ kind: "unreached" }) : answer;
      },
      whoAmI: async () => {
        const { weather } = browser;
        if (weather === "lost-request") return fail({ kind: "unreached" });
        if (weather === "signed-out") return null;
        const userId = weather === "someone-else" ? "usr_other" : ME.userId;
        return { userId, workspaceId: ME.workspaceId, email: `${userId}@fabula.example` };
      },
    };
  }
}
