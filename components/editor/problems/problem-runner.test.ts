import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import type { Operation } from "#domain/dialogue/operations/operation.ts";
import { ending, makeNode } from "#domain/problems/problem.fixture.ts";
import { after } from "../model/sample-content.ts";
import type { DialogueSession } from "../session/dialogue-session.ts";
import type { HistoryState } from "../session/history.ts";
import type { DialogueState } from "../store/dialogue-state.ts";
import { createProblemStore } from "../store/problem-store.ts";
import type { CheckClient } from "./check-client.ts";
import type { CheckRequest } from "./check-request.ts";
import { contentOf, storeNode } from "./node.fixture.ts";
import { ProblemChecker } from "./problem-checker.ts";
import { LONGEST_PAUSE_MS, PAUSE_MS, ProblemRunner } from "./problem-runner.ts";

const content = contentOf([storeNode(makeNode("a", ["b", "c"])), storeNode(makeNode("b")), storeNode(ending("c"))]);

/** A checker that notes what it was sent, and may fail. */
function recording(fail: () => boolean = () => false) {
  const requests: CheckRequest[] = [];
  const start = (): CheckClient => {
    const checker = new ProblemChecker("dlg_here");
    return {
      check: async (request) => {
        requests.push(structuredClone(request));
        if (fail()) throw new Error("gone");
        return checker.check(request);
      },
      close: () => undefined,
    };
  };
  return { requests, start };
}

/** An open dialogue as far as the runner sees it: its content, its sequence, and what was done last. */
function editing(): Pick<DialogueSession, "store" | "history" | "dispatch"> {
  const store = createStore(() => ({ ...content, seq: 7 }) as DialogueState);
  const history = createStore<HistoryState>(() => ({ undoLabel: null, redoLabel: null, refusal: null }));
  const dispatch = (label: string, operations: readonly Operation[]) => {
    store.setState(after(store.getState(), operations));
    history.setState({ undoLabel: label });
    return true;
  };
  return { store, history, dispatch };
}

async function open(fail?: () => boolean) {
  const session = editing();
  const store = createProblemStore();
  const worker = recording(fail);
  const here = recording();
  const runner = new ProblemRunner(session, store, { start: worker.start, fallback: here.start });
  runner.start();
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  const act = async (label: string, ...operations: Operation[]) => {
    session.dispatch(label, operations);
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
  };
  const shown = () => store.getState().groups.map(({ key }) => key);
  return { session, store, runner, requests: worker.requests, here: here.requests, act, shown };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("keeping problems up to date", () => {
  it("checks at once, then sends only the card that changed, after a pause", async () => {
    const { session, requests, act, shown, store } = await open();
    expect(requests).toHaveLength(1);
    expect(shown()).toEqual(["dead_end b"]);
    for (let i = 0; i < 20; i++) session.dispatch("Write", [{ op: "node.update", id: "b", patch: { kind: "end" } }]);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(requests).toHaveLength(2);
    expect(requests[1]).toMatchObject({ changed: [{ id: "b" }], removed: [], order: null, world: null });
    expect(shown()).toEqual([]);
    await act("Delete ‘c’", { op: "node.delete", id: "c" });
    expect(shown()).toEqual(["invalid_target c"]);
    expect(store.getState().groups[0]?.since).toMatchObject({ after: "Delete ‘c’" });
  });

  it("sends nothing for moves and for words", async () => {
    const { requests, act } = await open();
    await act("Move", { op: "node.move", id: "b", canvas_x: 8, canvas_y: 8 });
    await act("Write", { op: "node.update", id: "b", patch: { text: "Other words.", title: "Gate" } });
    expect(requests).toHaveLength(1);
  });

  it("goes on without the worker when it dies", async () => {
    const { here, shown } = await open(() => true);
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(here).toHaveLength(1);
    expect(shown()).toEqual(["dead_end b"]);
  });

  it("goes on in a worker again when there was no connection for either, with longer and longer pauses", async () => {
    let isOffline = true;
    const worker = recording(() => isOffline);
    const here = recording(() => isOffline);
    const store = createProblemStore();
    const runner = new ProblemRunner(editing(), store, { start: worker.start, fallback: here.start });
    runner.start();
    await vi.advanceTimersByTimeAsync(60_000);
    const tried = worker.requests.length + here.requests.length;
    expect(tried).toBeGreaterThan(8);
    expect(tried).toBeLessThan(16);
    isOffline = false;
    await vi.advanceTimersByTimeAsync(LONGEST_PAUSE_MS);
    expect(store.getState().isChecked).toBe(true);
    expect(store.getState().groups.map(({ key }) => key)).toEqual(["dead_end b"]);
    runner.stop();
  });

  it("takes the server's word only for what is seen", async () => {
    const { runner, store, act, session } = await open();
    const { found } = store.getState();
    runner.confirm(6, found);
    expect(store.getState().confirmed).toBeNull();
    runner.confirm(7, found);
    expect(store.getState().confirmed).toMatchObject({ seq: 7 });
    session.dispatch("End", [{ op: "node.update", id: "b", patch: { kind: "end" } }]);
    const { confirmed } = store.getState();
    runner.confirm(7, found);
    expect(store.getState().confirmed).toBe(confirmed);
    await act("Nothing", { op: "node.update", id: "b", patch: { tags: [] } });
    expect(store.getState().found).toEqual([]);
  });

  it("stops when the dialogue is closed", async () => {
    const { runner, requests, act } = await open();
    runner.stop();
    await act("End", { op: "node.update", id: "b", patch: { kind: "end" } });
    expect(requests).toHaveLength(1);
  });
});
