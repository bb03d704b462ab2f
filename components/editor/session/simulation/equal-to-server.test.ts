import fc from "fast-check";
import { expect, test } from "vitest";
import { randomOperation, randomStates, someIds } from "#domain/dialogue/operations/operation.arbitrary.ts";
import type { OpenOperation, Operation } from "#domain/dialogue/operations/operation.ts";
import { apply, missing, normalise } from "#domain/dialogue/operations/table.ts";
import type { StateMap } from "#domain/dialogue/state-map.ts";
import { rounds } from "#test-size";
import type { Model } from "../../model/model.ts";
import { ModelView } from "../../model/model-view.ts";
import { statesOf } from "../../model/sample-content.ts";
import { type Browser, FakeTab, openBrowser } from "./fake-tab.ts";

const ids = someIds();
const gesture = fc.array(randomOperation(ids), { minLength: 1, maxLength: 4 });
const start = randomStates(ids).map(({ graphId, present }) => new ModelView(graphId, present).model);

function open(model: Model): { browser: Browser; tab: FakeTab } {
  const browser = openBrowser(model);
  return { browser, tab: new FakeTab(browser) };
}

/** Returns the drawn content, independent of order. */
function drawn({ graph, nodes, groups, annotations }: Model): object {
  const byId = (map: ReadonlyMap<string, unknown>) => Object.fromEntries(map);
  return { graph, nodes: byId(nodes), groups: byId(groups), annotations: byId(annotations) };
}

/** Returns the operations of a gesture that are possible, one after the other, and applies them to the states. */
function possible(states: StateMap, operations: readonly OpenOperation[]): OpenOperation[] {
  return operations.filter((each) => {
    const graph = states.get(ids.graph);
    // A start that is gone cannot become the start again.
    const isStartGone = graph !== null && "name" in graph && states.get(graph.start_node_id ?? "") === null;
    if (missing(states, each) !== null || (each.op === "dialogue.update" && isStartGone)) return false;
    let made = 0;
    const changes = apply(
      states,
      normalise(states, each, (kind) => `${kind}_${states.present.size}_${made++}`),
    );
    states.take(changes);
    return changes.size > 0;
  });
}

test("whatever is done here and by others, what is seen is what the server has once it has taken all", async () => {
  const step = fc.record({ gesture, isMine: fc.boolean(), ms: fc.constantFrom(0, 15, 45, 2_000), reads: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(start, fc.array(step, { minLength: 1, maxLength: 12 }), async (model, steps) => {
      const { browser, tab } = open(model);
      const { session, outbox } = tab;
      for (const [at, { gesture: operations, isMine, ms, reads }] of steps.entries()) {
        if (isMine) session.dispatch(`g${at}`, operations as Operation[]);
        else browser.server.change("user:ana", operations as Operation[]);
        await browser.clock.advance(ms);
        if (reads) await session.catchUp();
      }
      await browser.clock.advance(30_000);
      // What somebody would have to decide about is given up, and what waited for it goes out.
      for (let n = 0; n <= steps.length; n++) {
        for (const entry of outbox.entries) outbox.discard(entry);
        await browser.clock.advance(10_000);
      }
      await session.catchUp();
      expect(outbox.entries).toEqual([]);
      expect(drawn(session.store.getState())).toEqual(drawn(browser.server.content));
    }),
    { numRuns: rounds({ gate: 100, full: 3_000 }) },
  );
});

test("all of it undone is what there was, here and on the server", async () => {
  const step = fc.record({ gesture, ms: fc.constantFrom(0, 45, 2_000) });
  await fc.assert(
    fc.asyncProperty(start, fc.array(step, { minLength: 1, maxLength: 6 }), async (model, steps) => {
      const { browser, tab } = open(model);
      const { session } = tab;
      const states = statesOf(model);
      const before = drawn(model);
      for (const [at, { gesture: sent, ms }] of steps.entries()) {
        session.dispatch(`g${at}`, possible(states, sent) as Operation[]);
        await browser.clock.advance(ms);
      }
      while (session.history.getState().undoLabel !== null) session.undo();
      expect(drawn(session.store.getState())).toEqual(before);
      await browser.clock.advance(30_000);
      expect(session.saving.getState()).toMatchObject({ unsent: 0, refused: [] });
      expect(drawn(browser.server.content)).toEqual(before);
      expect(drawn(session.store.getState())).toEqual(before);
    }),
    { numRuns: rounds({ gate: 100, full: 3_000 }) },
  );
});
