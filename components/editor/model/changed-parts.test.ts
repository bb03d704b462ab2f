import fc from "fast-check";
import { expect, test } from "vitest";
import { apply } from "#domain/dialogue/operations/table.ts";
import { changedIds, noteOrigin, summaryOf } from "./changed-parts.ts";
import { ModelView } from "./model-view.ts";
import { smallContent, statesOf } from "./sample-content.ts";

const PARTS = fc.dictionary(fc.constantFrom("a", "b", "c", "d"), fc.constantFrom("one", "two", "three"));
const mapOf = (parts: Record<string, string>) => new Map(Object.entries(parts));

test("what differs between two maps is what is other in one of them", () => {
  fc.assert(
    fc.property(PARTS, PARTS, (one, other) => {
      const [before, now] = [mapOf(one), mapOf(other)];
      const ids = [...new Set([...before.keys(), ...now.keys()])].filter((id) => before.get(id) !== now.get(id));
      expect([...changedIds(now, before)].sort()).toEqual(ids.sort());
    }),
  );
});

test("a summary is that of all parts, however a map was made, and is worked out again only where a part adds something else", () => {
  fc.assert(
    fc.property(PARTS, fc.array(PARTS, { maxLength: 6 }), (first, changes) => {
      let worked = 0;
      const told = (parts: ReadonlyMap<string, string>) => [...new Set(parts.values())].sort().join(" ");
      const summary = summaryOf<string, string>(
        (part) => part,
        (parts) => {
          worked += 1;
          return told(parts);
        },
      );
      let parts = mapOf(first);
      expect(summary(parts)).toBe(told(parts));
      for (const change of changes) {
        const next = new Map([...parts, ...mapOf(change)]);
        const ids = new Set(Object.keys(change));
        const isOther = [...ids].some((id) => parts.get(id) !== next.get(id));
        noteOrigin(next, parts, ids);
        const before = worked;
        expect(summary(next)).toBe(told(next));
        expect(worked).toBe(isOther ? before + 1 : before);
        expect(summary(next)).toBe(told(next));
        parts = next;
      }
    }),
  );
});

test("the open dialogue notes what each change changed", () => {
  const states = statesOf(smallContent());
  const view = new ModelView(states.graphId, states.present);
  const before = view.model.nodes;
  const [first] = before.keys();
  if (first === undefined) throw new Error("the content has no nodes");
  const changes = apply(states, { op: "node.move", id: first, canvas_x: 8, canvas_y: 16 });
  states.take(changes);
  view.take(changes);
  const changed = changedIds(view.model.nodes, before);
  expect(changed).toEqual(new Set([first]));
  // What is compared makes another set each time.
  expect(changedIds(view.model.nodes, before)).toBe(changed);
});
