import { type Changes, isPart, type PartKind, type PartStates, type States } from "../states.ts";
import type { Operation } from "./operation.ts";
import { type Need, part, type RecordPointer, whole } from "./row.ts";

interface ById {
  readonly id: string;
}

/** A row of an operation that says nothing but which part it is about. */
interface RowById {
  touches(operation: ById): RecordPointer[];
  needs(operation: ById): Need[];
  makes(operation: ById): string[];
  apply(states: States, operation: ById): Changes;
  inverse(states: States, operation: ById): Operation[];
}

/** The row of the operation that deletes a part. */
export function deletion(kind: PartKind): RowById {
  return {
    touches: ({ id }) => whole(id),
    needs: ({ id }) => [{ id, kind, field: null }],
    makes: () => [],
    apply: (states, { id }) => new Map(part(states, kind, id) === null ? [] : [[id, null]]),
    inverse: (states, { id }) => (part(states, kind, id) === null ? [] : [{ op: `${kind}.restore`, id } as Operation]),
  };
}

/** The row of the operation that brings a deleted part back as it last was, adapted to what has gone since. */
export function restoration<K extends PartKind>(
  kind: K,
  adapt: (states: States, state: PartStates[K]) => PartStates[K] = (_, state) => state,
): RowById {
  return {
    touches: ({ id }) => whole(id),
    needs: () => [],
    makes: ({ id }) => [id],
    apply: (states, { id }) => {
      const back = restorable(states, kind, id);
      return new Map(back === null ? [] : [[id, adapt(states, back)]]);
    },
    inverse: (states, { id }) =>
      restorable(states, kind, id) === null ? [] : [{ op: `${kind}.delete`, id } as Operation],
  };
}

/** The last state of a deleted part; null where it exists, or never was. */
export function restorable<K extends PartKind>(states: States, kind: K, id: string): PartStates[K] | null {
  const state = states.get(id) === null ? states.removed(id)?.state : null;
  return isPart(kind, state) ? state : null;
}
