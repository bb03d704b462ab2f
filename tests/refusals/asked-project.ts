import { expect } from "vitest";
import type { TestApi } from "#tests/support/api.ts";

/** A write that was answered with success. */
interface Acknowledged {
  readonly seq: number;
  readonly id: string;
  readonly name: string;
}

/** A project that callers read and write, and what they were told of it. */
export interface AskedProject {
  readonly path: string;
  readonly acknowledged: Acknowledged[];
  /** External ids of entities whose creation was acknowledged. */
  readonly created: Map<string, string>;
  /** External ids of entities whose creation was refused. */
  readonly refused: string[];
}

/** Makes a project to be asked. */
export async function openAsked(api: TestApi): Promise<AskedProject> {
  const path = `/v1/projects/${await api.makeProject()}`;
  return { path, acknowledged: [], created: new Map(), refused: [] };
}

/** Event of a record, so far as it is compared. */
interface Event {
  seq: number;
  subject_id: string;
  change: { set?: Record<string, unknown> };
}

async function recordOf(api: TestApi, path: string): Promise<Event[]> {
  const all: Event[] = [];
  for (;;) {
    const { status, body } = await api.call<{ events: Event[]; has_more: boolean }>("GET", `${path}/events`, {
      query: { after_seq: all.length, limit: 500 },
    });
    expect(status).toBe(200);
    all.push(...body.events);
    if (!body.has_more) return all;
  }
}

/** Expects a project to take writes, every acknowledged write to be in its record, and every refused one to be there whole or not at all. */
export async function expectTruth(api: TestApi, { path, acknowledged, refused }: AskedProject): Promise<void> {
  expect((await api.call("PATCH", path, { body: { description: "Written afterwards." } })).status).toBe(200);
  const record = await recordOf(api, path);
  expect(record.map(({ seq }) => seq)).toEqual(record.map((_, index) => index + 1));
  for (const { seq, id, name } of acknowledged) {
    const event = record[seq - 1];
    const state = event?.change.set?.[""] as { name: string } | undefined;
    expect([event?.subject_id, state?.name ?? event?.change.set?.["/name"]]).toEqual([id, name]);
  }
  for (const name of refused.slice(0, 200)) {
    const { body } = await api.call<{ total: number }>("GET", `${path}/entities`, { query: { external_id: name } });
    const events = record.filter(({ change }) => (change.set?.[""] as { name?: string } | undefined)?.name === name);
    expect(body.total, name).toBe(events.length);
    expect(events.length, name).toBeLessThanOrEqual(1);
  }
  const replay = await api.call<{ differences: unknown[] }>("POST", `${path}/replay`);
  expect([replay.status, replay.body.differences]).toEqual([200, []]);
}
