import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "#test-size";
import { applyChange, diffStates, touchedPointers } from "../../change/change.ts";
import { valueAt } from "../../change/pointer.ts";
import { type JsonObject, jsonEqual } from "../../json.ts";
import { annotationFromState, graphFromState, groupFromState, nodeFromState } from "../from-state.ts";
import type { StateMap } from "../state-map.ts";
import { type Changes, isPart, kindOf, type States, type SubjectState } from "../states.ts";
import { countingIds, randomOperation, randomStates, someIds } from "./operation.arbitrary.ts";
import type { Operation } from "./operation.ts";
import { apply, inverse, makes, missing, needs, normalise, OPERATIONS, touches } from "./table.ts";

const ids = someIds();

/** States and a normalised operation for them. */
const situation = fc.tuple(randomStates(ids), randomOperation(ids)).map(([states, open]) => ({
  states,
  open,
  operation: normalise(states, open, countingIds()),
}));

const json = (state: SubjectState | null) => state;

/** Returns the wire form of every state. */
function seen(states: StateMap): object {
  return Object.fromEntries([...states.present].map(([id, state]) => [id, wire(id, state)]));
}

function wire(id: string, state: SubjectState): object {
  if (isPart("node", state)) return nodeFromState(id, state);
  if (isPart("group", state)) return groupFromState(id, state);
  return isPart("annotation", state) ? annotationFromState(id, state) : graphFromState(id, state);
}

function performed(states: StateMap, operations: readonly Operation[]): StateMap {
  const next = states.copy();
  for (const operation of operations) next.take(apply(next, operation));
  return next;
}

/** Whether an id names a subject, or a branch of one. */
function exists(states: StateMap, id: string): boolean {
  if (states.get(id) !== null) return true;
  return [...states.present.values()].some((state) => isPart("node", state) && Object.hasOwn(state.branches, id));
}

/** The states without one part, or one branch, and without what names it and would not stay. */
function without(states: StateMap, id: string): StateMap {
  const left = states.copy();
  left.present.delete(id);
  for (const [nodeId, state] of left.present) {
    if ("start_node_id" in state && state.start_node_id === id)
      left.present.set(nodeId, { ...state, start_node_id: null });
    if (!isPart("node", state)) continue;
    const { [id]: _, ...branches } = state.branches;
    left.present.set(nodeId, { ...state, branches, group_id: state.group_id === id ? null : state.group_id });
  }
  return left;
}

/** Returns the ids of all existing subjects and branches. */
function present(states: StateMap): string[] {
  const branches = [...states.present.values()].flatMap((state) =>
    isPart("node", state) ? Object.keys(state.branches) : [],
  );
  return [...states.present.keys(), ...branches];
}

describe("every operation", () => {
  test("is reached by the random ones, possible and changing something", () => {
    const reached = new Set(
      fc
        .sample(situation, { numRuns: rounds({ gate: 600, full: 6_000 }), seed: 1 })
        .flatMap(({ states, operation }) => (apply(states, operation).size > 0 ? [operation.op] : [])),
    );
    expect([...reached].sort()).toEqual([...OPERATIONS].sort());
  });

  test("applied twice is applied once", () => {
    fc.assert(
      fc.property(situation, ({ states, operation }) => {
        expect([...apply(performed(states, [operation]), operation)]).toEqual([]);
      }),
      { numRuns: rounds({ gate: 75, full: 750 }) },
    );
  });

  test("is undone by its inverse", () => {
    fc.assert(
      fc.property(situation, ({ states, operation }) => {
        fc.pre(missing(states, operation) === null);
        const back = inverse(states, operation);
        // A start that leads nowhere cannot be chosen again.
        fc.pre(back.every((each) => each.op !== "dialogue.update" || missing(states, each) === null));
        if (apply(states, operation).size > 0) expect(back).not.toEqual([]);
        expect(seen(performed(states, [operation, ...back]))).toEqual(seen(states));
      }),
      { numRuns: rounds({ gate: 100, full: 1_000 }) },
    );
  });

  test("changes nothing but what it touches, members of a group aside", () => {
    fc.assert(
      fc.property(situation, ({ states, operation }) => {
        const places = touches(operation, ids.graph);
        const isOfGroup = operation.op === "group.delete" || operation.op === "group.restore";
        for (const [id, state] of apply(states, operation)) {
          const pointers = touchedPointers(diffStates(json(states.get(id)), json(state)));
          const others = pointers.filter(
            (pointer) =>
              !(isOfGroup && pointer === "/group_id") &&
              !places.some(
                (place) =>
                  place.subjectId === id &&
                  (place.pointer === "" || pointer === place.pointer || pointer.startsWith(`${place.pointer}/`)),
              ),
          );
          expect(others).toEqual([]);
        }
      }),
      { numRuns: rounds({ gate: 75, full: 750 }) },
    );
  });

  test("makes what it says, and what exists because of it is what it says", () => {
    fc.assert(
      fc.property(situation, ({ states, operation }) => {
        const changes = apply(states, operation);
        fc.pre(changes.size > 0);
        const next = performed(states, [operation]);
        for (const id of makes(operation)) expect(exists(next, id)).toBe(true);
        // A node that comes back brings its branches along, and a list that is sent whole says itself what is in it.
        if (operation.op.endsWith(".restore") || operation.op === "node.update") return;
        const fresh = present(next).filter((id) => !exists(states, id));
        expect(fresh.filter((id) => !makes(operation).includes(id))).toEqual([]);
      }),
      { numRuns: rounds({ gate: 75, full: 750 }) },
    );
  });

  test("needs exactly what it cannot do its work without", () => {
    fc.assert(
      fc.property(situation, ({ states, operation }) => {
        fc.pre(missing(states, operation) === null && apply(states, operation).size > 0);
        const effect = effectOf(states, operation);
        const needed = new Set(needs(operation).map(({ id }) => id));
        for (const id of present(states)) {
          if (id === ids.graph) continue;
          // The place of a branch among others depends on them, but not whether it can be moved.
          if (operation.op === "branch.move" && id.startsWith("br_") && id !== operation.id) continue;
          const isNeeded = !jsonEqual(effectOf(without(states, id), operation), effect);
          expect([id, isNeeded]).toEqual([id, needed.has(id)]);
        }
      }),
      { numRuns: rounds({ gate: 75, full: 750 }) },
    );
  });

  test("folded from the changes of its states is what it made of them", () => {
    fc.assert(
      fc.property(situation, ({ states, operation }) => {
        for (const [id, state] of apply(states, operation)) {
          const before = json(states.get(id));
          expect(applyChange(before, diffStates(before, json(state)))).toEqual(state);
        }
      }),
      { numRuns: rounds({ gate: 50, full: 500 }) },
    );
  });

  test("leaves nothing open once it is normalised, and normalising again fills in nothing", () => {
    fc.assert(
      fc.property(situation, ({ states, open, operation }) => {
        expect(operation).toEqual(normalise(states, operation, () => expect.fail("an id was made")));
        expect(openEntries(operation)).toEqual([]);
        expect(apply(states, normalise(states, open, countingIds()))).toEqual(apply(states, operation));
      }),
      { numRuns: rounds({ gate: 50, full: 500 }) },
    );
  });

  test("leaves what it is given as it was", () => {
    fc.assert(
      fc.property(situation, ({ states, operation }) => {
        const before = structuredClone([...states.present]);
        apply(states, operation);
        inverse(states, operation);
        expect([...states.present]).toEqual(before);
      }),
      { numRuns: rounds({ gate: 100, full: 1_000 }) },
    );
  });
});

/**
 * Returns the values an operation wrote at the places it touches, without order keys; of restored subjects only their
 * existence.
 */
function effectOf(states: States, operation: Operation): JsonObject {
  const changes: Changes = apply(states, operation);
  const written = touches(operation, ids.graph).map(({ subjectId, pointer }) => {
    const state = changes.has(subjectId) ? (changes.get(subjectId) ?? null) : states.get(subjectId);
    const isBack = operation.op.endsWith(".restore");
    return [
      `${subjectId}${pointer}`,
      state === null ? "gone" : isBack ? kindOf(state) : valueAt(unordered(state), pointer),
    ];
  });
  // Where something is gone or lies, there is no value to tell by.
  const isTold = /\.(delete|move)$/.test(operation.op);
  return { ...(isTold && { changes: changes.size > 0 }), ...Object.fromEntries(written) };
}

function unordered(state: SubjectState): JsonObject {
  return JSON.parse(JSON.stringify(state, (name, value) => (name === "order" ? undefined : value)));
}

/** Entries of lists in an operation that have no id. */
function openEntries(operation: Operation): unknown[] {
  const open: unknown[] = [];
  const lists = new Set(["branches", "conditions", "effects", "on_enter_effects"]);
  JSON.stringify(operation, (name, value) => {
    if (lists.has(name)) open.push(...(value as object[]).filter((entry) => !("id" in entry)));
    return value;
  });
  return open;
}
