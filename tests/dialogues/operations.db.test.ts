import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyChange, type Change } from "#domain/change/change.ts";
import { annotationFromState, graphFromState, groupFromState, nodeFromState } from "#domain/dialogue/from-state.ts";
import {
  countingIds,
  randomOperation,
  randomStates,
  someIds,
  withMarksInside,
} from "#domain/dialogue/operations/operation.arbitrary.ts";
import type { OpenOperation, Operation } from "#domain/dialogue/operations/operation.ts";
import { apply, missing, normalise, taken } from "#domain/dialogue/operations/table.ts";
import { StateMap } from "#domain/dialogue/state-map.ts";
import { isPart, type SubjectState } from "#domain/dialogue/states.ts";
import type { JsonObject } from "#domain/json.ts";
import { newId } from "#server/kernel/ids.ts";
import { rounds } from "#test-size";
import { startTestApi, type TestApi } from "#tests/support/api.ts";

let api: TestApi;
let projectId: string;
beforeAll(async () => {
  api = await startTestApi();
  projectId = await api.makeProject();
});
afterAll(() => api.close());

interface States {
  seq: number;
  states: { subject_id: string; seq: number; state: SubjectState }[];
}
interface Feed {
  events: { subject_id: string; seq: number; change: Change }[];
}
interface Parts {
  nodes: { id: string }[];
  groups: { id: string }[];
  annotations: { id: string }[];
}

const dialoguesPath = () => `/v1/projects/${projectId}/game-narrative/dialogues`;

async function answered<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await api.call<T>(method, path, body === undefined ? {} : { body });
  expect([answer.status, answer.body]).toEqual([expect.toSatisfy((status) => status < 300), expect.anything()]);
  return answer.body;
}

const getStates = (graphId: string) => answered<States>("GET", `${dialoguesPath()}/${graphId}/states`);

/** Sends gestures as one batch; answers which were applied. */
async function send(graphId: string, gestures: readonly (readonly Operation[])[]): Promise<boolean[]> {
  const body = {
    batch_id: newId("batch"),
    client_id: "studio-tab-1",
    gestures: gestures.map((operations) => ({ label: "Edit", operations })),
  };
  const path = `${dialoguesPath()}/${graphId}/batch`;
  const { results } = await answered<{ results: { status: string; problem: unknown }[] }>("POST", path, body);
  return results.map(({ status }) => status === "applied");
}

/** Performs a gesture as the studio does: all of it, or nothing. Answers what is sent, and whether it is possible. */
function perform(
  states: StateMap,
  gesture: readonly OpenOperation[],
  makeId: ReturnType<typeof countingIds>,
): { next: StateMap; sent: Operation[]; isPossible: boolean } {
  const next = states.copy();
  const sent: Operation[] = [];
  let isPossible = true;
  for (const drawn of gesture) {
    const open = withMarksInside(next, drawn);
    isPossible &&= taken(next, open) === null && missing(next, open) === null;
    const operation = normalise(next, open, makeId);
    next.take(apply(next, operation));
    sent.push(operation);
  }
  return { next: isPossible ? next : states, sent, isPossible };
}

/** The operations that lead from an empty dialogue to these states: what is made, and what of it is deleted. */
function leadingTo(states: StateMap): { made: OpenOperation[]; gone: OpenOperation[] } {
  const all = [...states.present, ...[...states.deleted].map(([id, { state }]) => [id, state] as const)];
  const made = all.flatMap(([id, state]): OpenOperation[] => {
    if (isPart("group", state)) return [{ op: "group.create", group: without(groupFromState(id, state)) }];
    if (isPart("annotation", state)) {
      return [{ op: "annotation.create", annotation: without(annotationFromState(id, state)) }];
    }
    return isPart("node", state) ? [{ op: "node.create", node: without(nodeFromState(id, state)) }] : [];
  });
  const gone = [...states.deleted].map(([id, { state }]): OpenOperation => {
    if (isPart("node", state)) return { op: "node.delete", id };
    return isPart("group", state) ? { op: "group.delete", id } : { op: "annotation.delete", id };
  });
  // Groups come before the nodes in them.
  return { made: made.sort((a, b) => Number(a.op === "node.create") - Number(b.op === "node.create")), gone };
}

function without<T extends { graph_id: string }>(content: T): Omit<T, "graph_id" | "source"> {
  const { graph_id: _, source: __, ...fields } = content as T & { source?: unknown };
  return fields;
}

/**
 * Sets what was deleted in a commit to what the record knows of it: of what was made and deleted nothing, of all else the state before
 * the commit, and of a group that those of its nodes return to it that were deleted with it.
 */
function asRecorded(states: StateMap, before: StateMap): void {
  for (const [id, removed] of states.deleted) {
    const state = before.get(id);
    // What was brought back and deleted again within the commit is to the record what it was when it was deleted first.
    const earlier = before.removed(id);
    if (state === null && earlier === null) states.deleted.delete(id);
    if (state === null && earlier !== null) states.deleted.set(id, earlier);
    if (state === null) continue;
    const gone = before.members(id).filter((each) => states.get(each) === null);
    const released = removed.released === undefined ? {} : { released: [...new Set([...removed.released, ...gone])] };
    states.deleted.set(id, { state, ...released });
  }
}

const ids = someIds();
const course = fc.record({
  start: randomStates(ids).map(leadingTo),
  batches: fc.array(
    fc.array(fc.array(randomOperation(ids), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
    { minLength: 1, maxLength: 3 },
  ),
});

/** The same with ids of its own: each run has a dialogue of its own in one project. */
function ownIds<T>(value: T, run: number, graphId: string): T {
  const text = JSON.stringify(value).replaceAll(ids.graph, graphId);
  return JSON.parse(text.replaceAll(/_0{24}(?=0\d)/g, `_${String(run).padStart(24, "0")}`));
}

test(
  "what a studio makes of its gestures is what is read after they were sent, and what the feed folds to",
  async () => {
    let run = 0;
    let applied = 0;
    let refused = 0;
    const property = fc.asyncProperty(course, async (drawn) => {
      run += 1;
      const { id: graphId } = await answered<{ id: string }>("POST", dialoguesPath(), { name: "At the gate" });
      const {
        start: { made, gone },
        batches,
      } = ownIds(drawn, run, graphId);
      const makeId = countingIds(run);
      const opened = await getStates(graphId);
      let states = new StateMap(
        graphId,
        opened.states.map(({ subject_id, state }) => [subject_id, state]),
      );
      for (const gestures of [[made], [gone], ...batches]) {
        const before = states;
        const performed = gestures
          .filter((gesture) => gesture.length > 0)
          .map((gesture) => {
            const { next, sent, isPossible } = perform(states, gesture, makeId);
            states = next;
            return { sent, isPossible };
          });
        if (performed.length === 0) continue;
        const answers = await send(
          graphId,
          performed.map(({ sent }) => sent),
        );
        expect(answers).toEqual(performed.map(({ isPossible }) => isPossible));
        asRecorded(states, before);
        applied += answers.filter(Boolean).length;
        refused += answers.filter((each) => !each).length;
      }
      const stored = await getStates(graphId);
      expect(Object.fromEntries(stored.states.map(({ subject_id, state }) => [subject_id, state]))).toEqual(
        Object.fromEntries(states.present),
      );
      await requireRead(graphId, states);
      expect(await folded(opened)).toEqual(
        new Map(stored.states.map(({ subject_id, seq, state }) => [subject_id, { seq, state }])),
      );
    });
    await fc.assert(property, { numRuns: rounds({ gate: 8, full: 1_500 }) });
    expect(Math.min(applied, refused)).toBeGreaterThan(run);
  },
  rounds({ gate: 120_000, full: 3_600_000 }),
);

/** Requires that a read of the dialogue shows the states as the studio does. */
async function requireRead(graphId: string, states: StateMap): Promise<void> {
  const read = await answered<Parts>("GET", `${dialoguesPath()}/${graphId}`);
  const graph = states.get(graphId);
  expect(read).toMatchObject(graphFromState(graphId, graph as never));
  const shown = new Map<string, object>();
  for (const [id, state] of states.present) {
    if (isPart("node", state)) shown.set(id, nodeFromState(id, state));
    else if (isPart("group", state)) shown.set(id, groupFromState(id, state));
    else if (isPart("annotation", state)) shown.set(id, annotationFromState(id, state));
  }
  const parts = [...read.nodes, ...read.groups, ...read.annotations];
  expect(parts).toHaveLength(shown.size);
  for (const part of parts) expect(part).toEqual({ ...part, ...shown.get(part.id) });
}

/** The states that follow from those of an opening and the events since. */
async function folded({ seq, states }: States): Promise<Map<string, { seq: number; state: unknown }>> {
  const known = new Map(states.map((each) => [each.subject_id, { seq: each.seq, state: each.state as unknown }]));
  const path = `/v1/projects/${projectId}/events?after_seq=${seq}&limit=500`;
  const { events } = await answered<Feed>("GET", path);
  for (const { subject_id: id, seq: at, change } of events) {
    const state = applyChange((known.get(id)?.state ?? null) as JsonObject | null, change);
    if (state === null) known.delete(id);
    else known.set(id, { seq: at, state });
  }
  return known;
}
