import type { CDPSession, Page } from "@playwright/test";

/** Cost of one visit to a page, in milliseconds. */
export interface Visit {
  /** Time from having the data to the first frame with cards and nothing left to do. */
  readonly ready: number;
  readonly elements: number;
  readonly drag: Gesture;
  readonly pan: Gesture;
  readonly zoom: Gesture;
}

export interface Gesture {
  /** Processor time of the main thread. */
  readonly work: number;
  /** Tasks over 50 ms. */
  readonly longTasks: number;
  /** The slowest handling of one event, from its start to its end. */
  readonly slowestEvent: number;
}

interface Probe {
  readonly longTasks: number;
  readonly slowestEvent: number;
}

declare global {
  interface Window {
    probe?: { take(): Probe };
    readyAt?: number;
  }
}

/** Put into the page before anything else runs in it. */
export function installProbe(): void {
  let longTasks = 0;
  let slowestEvent = 0;
  const tasks = new PerformanceObserver((list) => {
    longTasks += list.getEntries().length;
  });
  tasks.observe({ type: "longtask" });
  const note = (entries: readonly PerformanceEntry[]) => {
    for (const entry of entries as PerformanceEventTiming[]) {
      slowestEvent = Math.max(slowestEvent, entry.processingEnd - entry.processingStart);
    }
  };
  const events = new PerformanceObserver((list) => note(list.getEntries()));
  events.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  window.probe = {
    take: () => {
      longTasks += tasks.takeRecords().length;
      note(events.takeRecords());
      const taken = { longTasks, slowestEvent };
      longTasks = 0;
      slowestEvent = 0;
      return taken;
    },
  };
  // Ready is the first frame after which a card is in view and a whole frame went by without work.
  const watch = () => {
    if (document.querySelector(".react-flow__node") === null) return requestAnimationFrame(watch);
    requestAnimationFrame(() => requestIdleCallback(() => (window.readyAt = performance.now())));
  };
  requestAnimationFrame(watch);
}

async function workOf(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return 1_000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
}

const frames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))));

async function measured(page: Page, cdp: CDPSession, gesture: () => Promise<void>): Promise<Gesture> {
  await frames(page);
  await page.evaluate(() => window.probe?.take());
  const before = await workOf(cdp);
  await gesture();
  await frames(page);
  const work = (await workOf(cdp)) - before;
  const { longTasks, slowestEvent } = (await page.evaluate(() => window.probe?.take())) as Probe;
  return { work, longTasks, slowestEvent };
}

/** Opens the page and does with it what a person does: moves a card, moves the paper, looks from far away. */
export async function visit(page: Page, url: string): Promise<Visit> {
  const cdp = await page.context().newCDPSession(page);
  // Processor time of the thread: what else the machine does counts as little as can be.
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.goto(url);
  await page.waitForFunction(() => window.readyAt !== undefined);
  const ready = await page.evaluate(
    () => (window.readyAt ?? 0) - (performance.getEntriesByName("data")[0]?.startTime ?? Number.NaN),
  );
  // What arrives after the first cards is not part of a gesture.
  await page.waitForTimeout(1_000);
  const elements = await page.evaluate(() => document.querySelectorAll("*").length);

  const from = await page.evaluate(() => {
    for (const node of document.querySelectorAll<HTMLElement>(".react-flow__node:not(.react-flow__node-frame)")) {
      const { left, top, width } = node.getBoundingClientRect();
      const at = { x: left + width / 2, y: top + 12 };
      if (
        at.x > 200 &&
        at.x < 1_000 &&
        at.y > 100 &&
        at.y < 600 &&
        node.contains(document.elementFromPoint(at.x, at.y))
      )
        return at;
    }
    return null;
  });
  if (from === null) throw new Error(`no card to take on ${url}`);
  await page.mouse.move(from.x, from.y);
  const drag = await measured(page, cdp, async () => {
    await page.mouse.down();
    for (let step = 1; step <= 60; step++) await page.mouse.move(from.x + step * 2.5, from.y + step * 1.5);
    await page.mouse.up();
  });
  await page.mouse.move(720, 450);
  const pan = await measured(page, cdp, async () => {
    for (let step = 0; step < 60; step++) await page.mouse.wheel(30, 18);
  });
  const zoom = await measured(page, cdp, async () => {
    await page.keyboard.down("Control");
    for (let step = 0; step < 30; step++) await page.mouse.wheel(0, step < 15 ? 100 : -100);
    await page.keyboard.up("Control");
  });
  await cdp.detach();
  return { ready, elements, drag, pan, zoom };
}
