import fc from "fast-check";
import { expect, test } from "vitest";
import type { Operation } from "#domain/dialogue/operations/operation.ts";
import { rounds } from "#test-size";
import { branch } from "../../model/sample-content.ts";
import { heldBack } from "../../saving/outbox/compose.ts";
import type { Entry } from "../../saving/outbox/entry.ts";
import { FakeTab, openBrowser, type Weather, write } from "./fake-tab.ts";

type Step =
  | { do: "create" | "write" | "move" | "delete" | "branch" | "type"; tab: number; node: number }
  | { do: "poison" | "defect"; tab: number; node: number }
  | { do: "wait"; ms: number }
  | { do: "weather"; weather: Weather }
  | { do: "other"; node: number; what: "text" | "delete" | "branch" | "move" }
  | { do: "crash"; tab: number }
  | { do: "full"; full: boolean }
  | { do: "undo" | "settle" | "catch-up"; tab: number };

const tabIndex = fc.integer({ min: 0, max: 1 });
const node = fc.integer({ min: 0, max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom(
        "create" as const,
        "write" as const,
        "move" as const,
        "delete" as const,
        "branch" as const,
        "type" as const,
        "type" as const,
      ),
      tab: tabIndex,
      node,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom("poison" as const, "defect" as const), tab: tabIndex, node }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.constantFrom(0, 5, 15, 25, 45, 300, 2_000, 9_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("weather" as const),
      weather: fc.constantFrom<Weather>(
        "fine",
        "fine",
        "lost-request",
        "lost-answer",
        "signed-out",
        "someone-else",
        "busy",
        "broken",
        "failing",
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("other" as const),
      node,
      what: fc.constantFrom("text" as const, "delete" as const, "branch" as const, "move" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("crash" as const), tab: tabIndex }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom("undo" as const, "settle" as const, "catch-up" as const),
      tab: tabIndex,
    }),
  },
);

/** Drives two tabs of one browser through a story and answers what became of each gesture. */
async function live(steps: readonly Step[]) {
  const browser = openBrowser();
  const { clock, server, storage } = browser;
  const tabs = [new FakeTab(browser), new FakeTab(browser)];
  await clock.advance(50);
  /** Gestures by label: when they were last added to, and whether their tab died within 250 ms of that. */
  const made = new Map<string, { at: number; kind: string; tab: FakeTab; mayBeLost: boolean }>();
  const nodes = ["node_a", "node_b"];
  let count = 0;
  let letters = 0;
  let typing: string | null = null;

  const act = (tab: FakeTab, kind: string, index: number) => {
    const id = nodes[index % nodes.length] ?? "node_a";
    const isTyping = kind === "type";
    const goesOn = isTyping && typing !== null && made.get(typing)?.tab === tab;
    if (!goesOn) {
      count += 1;
      tab.session.settle();
    }
    const label = goesOn && typing !== null ? typing : `g${count}`;
    letters += 1;
    let operations: Operation[];
    if (kind === "create") {
      const created = `node_new${count}`;
      operations = [
        { op: "node.create", node: { id: created, text: label } },
        { op: "node.move", id: created, canvas_x: 1, canvas_y: count },
      ];
      nodes.push(created);
    } else if (kind === "move") operations = [{ op: "node.move", id, canvas_x: count, canvas_y: 1 }];
    else if (kind === "delete") operations = [{ op: "node.delete", id }];
    else if (kind === "branch") {
      operations = [{ op: "branch.create", node_id: id, branch: branch(`br_${count}`, label), before: null }];
    } else
      operations = [write(id, kind === "poison" || kind === "defect" ? `${kind} ${label}` : `${label} ${letters}`)];
    if (kind !== "create" && !tab.session.store.getState().nodes.has(id)) return;
    tab.session.dispatch(label, operations, isTyping ? { coalesce: `${id}#/text` } : {});
    typing = isTyping ? label : null;
    made.set(label, { at: clock.now(), kind, tab, mayBeLost: false });
  };

  for (const each of steps) {
    switch (each.do) {
      case "wait":
        await clock.advance(each.ms);
        if (each.ms > 300) typing = null;
        break;
      case "weather":
        browser.weather = each.weather;
        break;
      case "full":
        storage.isFull = each.full;
        break;
      case "other": {
        const id = nodes[each.node % nodes.length] ?? "";
        count += 1;
        if (each.what === "text") server.change("user:ana", [write(id, `ana ${count}`)]);
        else if (each.what === "delete") server.change("user:ana", [{ op: "node.delete", id }]);
        else if (each.what === "move") server.change("user:ana", [{ op: "node.move", id, canvas_x: 0, canvas_y: 0 }]);
        else
          server.change("user:ana", [
            { op: "branch.create", node_id: id, branch: branch(`br_ana${count}`), before: null },
          ]);
        break;
      }
      case "crash": {
        const tab = tabs[each.tab];
        if (tab === undefined) break;
        for (const gesture of made.values())
          if (gesture.tab === tab && clock.now() - gesture.at < 250) gesture.mayBeLost = true;
        await tab.crash();
        typing = null;
        tabs[each.tab] = new FakeTab(browser);
        await clock.advance(1);
        break;
      }
      case "undo":
        typing = null;
        tabs[each.tab]?.session.undo();
        break;
      case "settle":
        typing = null;
        tabs[each.tab]?.session.settle();
        break;
      case "catch-up":
        await tabs[each.tab]?.session.catchUp();
        break;
      default:
        act(tabs[each.tab] ?? new FakeTab(browser), each.do, each.node);
    }
  }
  browser.weather = "fine";
  await clock.advance(60_000);
  // What the server fails on is known to be at fault once it has taken something else since: one after the other.
  for (let n = 0; n <= steps.length && tabs.some((tab) => waitingIn(tab).length > 0); n++) {
    for (const [at, { session }] of tabs.entries())
      session.dispatch("Proof", [{ op: "node.create", node: { id: `node_proof${n}_${at}`, text: "" } }]);
    await clock.advance(60_000);
  }
  for (const tab of tabs) await tab.session.catchUp();
  await clock.advance(5_000);
  return { browser, tabs, made };
}

/** Returns the entries that the server has yet to accept and nobody has to decide about. */
function waitingIn({ outbox: { entries } }: FakeTab): Entry[] {
  const held = heldBack(entries);
  return entries.filter((each) => each.state !== "conflict" && each.state !== "refused" && !held.has(each));
}

/** Gestures that have nothing left to do once somebody deleted what they are about. */
const MOOT = new Set(["move", "delete"]);

test("whatever happens, every gesture is on the server exactly once, or in a list", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      const { browser, tabs, made } = await live(steps);
      const { recorded, content } = browser.server;
      for (const tab of tabs) expect(waitingIn(tab)).toEqual([]);
      const listed = tabs.flatMap(({ outbox }) => outbox.entries);
      for (const [label, { kind, mayBeLost }] of made) {
        const times = recorded.filter((each) => each.label === label);
        const isListed = listed.some((each) => each.label === label);
        if (kind === "type")
          expect(new Set(times.map((each) => JSON.stringify(each.operations))).size).toBe(times.length);
        else
          expect([label, times.length + (isListed ? 1 : 0)]).toEqual([
            label,
            Math.min(1, times.length + (isListed ? 1 : 0)),
          ]);
        if (!mayBeLost && !MOOT.has(kind)) expect([label, times.length > 0 || isListed]).toEqual([label, true]);
      }
      // Whoever has nothing left to decide sees what the server has.
      for (const { outbox, session } of tabs) {
        if (outbox.entries.length > 0) continue;
        const { nodes } = session.store.getState();
        expect(Object.fromEntries(nodes)).toEqual(Object.fromEntries(content.nodes));
      }
    }),
    { numRuns: rounds({ gate: 100, full: 3_000 }) },
  );
});
