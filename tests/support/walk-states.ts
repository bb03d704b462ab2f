import fc from "fast-check";
import { expect } from "vitest";
import { rounds, TEST_SEED } from "#test-size";
import type { TestApi } from "./api.ts";

/** States that the verbs of a subject lead to, by the state it is in; null where the verb is a 409 `wrong_state`. */
export type TransitionTable = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

/** Subject whose states are walked. */
interface Walked<Body> {
  /** Makes one in its first state and returns its path. */
  readonly make: () => Promise<string>;
  readonly first: string;
  readonly table: TransitionTable;
  /** Returns the state that an answer shows. */
  readonly stateOf: (body: Body) => string;
  /** Path of the project's events. */
  readonly events: string;
}

/**
 * Walks the states of a subject at random and compares each answer with a table written by hand: the state, the refusals, and one event
 * for each change.
 */
export async function walkStates<Body extends { id: string }>(
  api: TestApi,
  { make, first, table, stateOf, events }: Walked<Body>,
): Promise<void> {
  const verbs = [...new Set(Object.values(table).flatMap((row) => Object.keys(row)))];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...verbs), { minLength: 2, maxLength: 12 }), async (walk) => {
      const path = await make();
      let state = first;
      let changes = 1;
      for (const verb of walk) {
        const next = table[state]?.[verb] ?? null;
        const { status, body } = await api.call<Body & { code: string; detail: object }>("POST", `${path}/${verb}`);
        if (next === null) {
          const allowed = Object.keys(table).filter((from) => ![null, undefined, from].includes(table[from]?.[verb]));
          expect([status, body.code, body.detail]).toEqual([409, "wrong_state", { state, allowed }]);
          continue;
        }
        expect([status, stateOf(body)]).toEqual([200, next]);
        if (next !== state) changes += 1;
        state = next;
      }
      const { body: shown } = await api.call<Body>("GET", path);
      expect(stateOf(shown)).toBe(state);
      const { body: recorded } = await api.call<{ events: object[] }>("GET", `${events}?subject_id=${shown.id}`);
      expect(recorded.events).toHaveLength(changes);
    }),
    { numRuns: rounds({ gate: 3, full: 60 }), seed: TEST_SEED, endOnFailure: true },
  );
}
