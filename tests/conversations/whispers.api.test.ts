import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rounds, TEST_SEED } from "#test-size";
import { startTestApi, type TestApi } from "#tests/support/api.ts";
import type { ReadStream } from "#tests/support/event-stream.ts";
import { heard, type Somebody, Talking } from "./scene.ts";

const PEOPLE = 4;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ mount: "listener", liveTimings: { pollMs: 200, heartbeatMs: 60_000 } });
});
afterAll(() => api.close());

const who = fc.integer({ min: 0, max: PEOPLE - 1 });
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("say" as const),
      who,
      to: fc.option(fc.uniqueArray(who, { maxLength: 3 })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("move" as const), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("cut" as const), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("redact" as const), nth: fc.nat() }) },
);

/** A message as the test knows it, with the people who were told. */
interface Told {
  readonly text: string;
  readonly number: number;
  readonly by: number;
  readonly audience: ReadonlySet<number>;
  isRedacted: boolean;
}

/** Streams of one person, one after another: a cut one goes on behind its last message. */
class Listening {
  readonly #talking: Talking;
  readonly #person: Somebody;
  readonly #streams: ReadStream[] = [];

  constructor(talking: Talking, person: Somebody) {
    this.#talking = talking;
    this.#person = person;
  }

  async begin(): Promise<void> {
    const last = this.#streams.flatMap(({ frames }) => frames).findLast(({ id }) => id !== null)?.id;
    const from = last === undefined || last === null ? { after: 0 } : { lastEventId: last };
    this.#streams.push(await this.#talking.follow(this.#person, from));
  }

  async cut(): Promise<void> {
    await this.#streams.at(-1)?.cut();
  }

  get numbers(): number[] {
    return this.#streams.flatMap(heard).map(({ number }) => number);
  }

  get text(): string {
    return JSON.stringify(this.#streams.flatMap(({ frames }) => frames));
  }

  /** Waits until it was told of a number of messages. */
  async until(count: number): Promise<void> {
    await this.#streams.at(-1)?.until(() => this.numbers.length >= count);
  }
}

test("in random conversations everybody is told what they heard, once and in order, and nothing else", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 30 }), async (steps) => {
      const talking = await Talking.begin(api);
      const people: Somebody[] = [];
      for (let n = 0; n < PEOPLE; n += 1) people.push(await talking.join(`person-${n}`));
      const streams = people.map((person) => new Listening(talking, person));
      for (const stream of streams) await stream.begin();
      const isIn = people.map(() => true);
      const told: Told[] = [];
      for (const [index, each] of steps.entries()) {
        if (each.kind === "move") {
          isIn[each.who] = isIn[each.who] !== true;
          const state = isIn[each.who] === true ? "joined" : "left";
          const path = `/participants/${people[each.who]?.id}`;
          expect((await talking.call("POST", path, { body: { state } })).status).toBe(200);
        } else if (each.kind === "cut") {
          await streams[each.who]?.cut();
          await streams[each.who]?.begin();
        } else if (each.kind === "redact") {
          const one = told[each.nth % Math.max(1, told.length)];
          if (one === undefined) continue;
          one.isRedacted = true;
          expect((await talking.call("POST", `/messages/${one.number}/redact`)).status).toBe(200);
        } else {
          const to = each.to?.filter((place) => isIn[place]) ?? null;
          if (isIn[each.who] !== true || to?.length === 0) continue;
          const text = `canary-${index}-`;
          const audience = to === null ? [...people.keys()].filter((place) => isIn[place] === true) : to;
          const said = await talking.say(people[each.who] as Somebody, text, {
            ...(to !== null && { audience: to.map((place) => people[place]?.id) }),
          });
          const { number } = said;
          told.push({ text, number, by: each.who, audience: new Set([...audience, each.who]), isRedacted: false });
        }
      }
      for (const [place, person] of people.entries()) {
        const own = told.filter(({ audience }) => audience.has(place));
        await streams[place]?.until(own.length);
        const read = await talking.messages(person);
        const asked = await talking.messages(null, { participant_id: person.id });
        expect(read.map(({ number }) => number)).toEqual(own.map(({ number }) => number));
        expect(asked.map(({ number }) => number)).toEqual(own.map(({ number }) => number));
        expect(streams[place]?.numbers).toEqual(own.map(({ number }) => number));
        expect(read.map(({ text }) => text)).toEqual(own.map(({ text, isRedacted }) => (isRedacted ? null : text)));
        const [by, as] = [{ key: person.token }, { query: { participant_id: person.id } }];
        const others = await Promise.all([
          talking.call("GET", "/export", { ...by, query: { format: "jsonl" } }),
          talking.call("GET", "/export", { query: { ...as.query, format: "markdown" } }),
          talking.call("POST", "/recap", { ...by, body: {} }),
          talking.call("POST", "/recap", { body: as.query }),
        ]);
        expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
        const exported = others.map(({ body }) => JSON.stringify(body));
        for (const one of own.filter(({ isRedacted }) => !isRedacted)) expect(exported[0]).toContain(one.text);
        const all = `${JSON.stringify([read, asked])}${streams[place]?.text}${exported.join()}`;
        for (const { text, audience } of told) if (!audience.has(place)) expect(all).not.toContain(text);
        await streams[place]?.cut();
      }
    }),
    { numRuns: rounds({ gate: 6, full: 150 }), seed: TEST_SEED },
  );
});
