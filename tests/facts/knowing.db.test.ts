import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ValidationProblem } from "#server/kernel/problem.ts";
import { registry } from "#server/operations.ts";
import { rounds } from "#test-size";
import { seedOf } from "#tests/record/random-steps.ts";
import { Story } from "#tests/record/story.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { entities, facts, projects, record, relationships, secrets } = registry;

let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

interface Told {
  how: string;
  from: string | null;
}

interface Fact {
  id: string;
  about: string | null;
  /** Null for everyone. */
  knownBy: string[] | null;
  told: Record<string, Told>;
  by: string | null;
  mode: string | null;
  there: boolean;
}

/** A world by sets and loops, beside the record: whatever it says is looked up anew. */
class Oracle {
  facts: Fact[] = [];
  ties: { id: string; type: string; of: string; to: string }[] = [];
  kept: { id: string; subject: string; knownBy: string[] }[] = [];
  types: string[] = [];

  copy(): Oracle {
    return Object.assign(new Oracle(), structuredClone({ ...this }));
  }

  audiences(reader: string): Set<string> {
    const all = new Set([reader]);
    for (let level = 0; level < 4; level++) {
      const known = [...all];
      for (const { type, of, to } of this.ties) if (this.types.includes(type) && known.includes(of)) all.add(to);
    }
    return all;
  }

  hidden(reader: string): Set<string> {
    const own = this.audiences(reader);
    return new Set(this.kept.filter(({ knownBy }) => !knownBy.some((id) => own.has(id))).map(({ subject }) => subject));
  }

  readable(reader: string): Fact[] {
    const [own, hidden] = [this.audiences(reader), this.hidden(reader)];
    return this.facts.filter(
      ({ id, about, knownBy, there }) =>
        there &&
        ![id, about].some((each) => hidden.has(each ?? "")) &&
        (knownBy === null || knownBy.some((each) => own.has(each))),
    );
  }

  /** The next fact along the chain of one that a reader knows and that was not corrected. */
  next(reader: string, fact: Fact): string | null {
    const readable = new Set(this.readable(reader).map(({ id }) => id));
    for (let id = fact.by; id !== null; ) {
      const other = this.facts.find((each) => each.id === id);
      if (other === undefined) throw new Error("a chain leads nowhere");
      if (readable.has(id) && other.mode !== "retcon") return id;
      id = other.by;
    }
    return null;
  }

  holding(reader: string): Fact[] {
    return this.readable(reader).filter((fact) => fact.mode !== "retcon" && this.next(reader, fact) === null);
  }
}

const step = fc.record({ kind: fc.nat(17), a: fc.nat(1_000), b: fc.nat(1_000), some: fc.nat(63) });
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

class World {
  readonly story: Story;
  readonly oracle = new Oracle();
  readonly people: string[] = [];
  /** Chains that were read past what the reader does not know, and facts that were known by a group. */
  bridged = 0;
  byGroups = 0;
  readonly moments: { seq: number; world: Oracle }[] = [];

  constructor(story: Story) {
    this.story = story;
  }

  async note(): Promise<void> {
    const seq = await this.story.seq();
    if (this.moments.at(-1)?.seq !== seq) this.moments.push({ seq, world: this.oracle.copy() });
  }

  async begin(): Promise<void> {
    for (let n = 0; n < 6; n++) this.people.push(await this.story.place(`p${n}`));
    await this.note();
    await this.group(["member_of", "serves"]);
    // One level more than knowledge comes down.
    for (let n = 0; n < 5; n++) await this.join("member_of", this.people[n] ?? "", this.people[n + 1] ?? "");
    // The third of them knows both ends of a chain by its groups, and not the middle.
    for (const at of [3, 1, 4]) {
      const knownBy = [this.people[at] ?? ""];
      const { id } = await this.story.ask(facts.create, { body: { text: "First.", known_by: knownBy } });
      const older = this.oracle.facts.at(-1);
      this.oracle.facts.push({ id, about: null, knownBy, told: {}, by: null, mode: null, there: true });
      await this.note();
      if (older === undefined) continue;
      await this.story.ask(facts.supersede, { params: { fact_id: older.id }, body: { by: id, reason: "So." } });
      Object.assign(older, { by: id, mode: "from" });
      await this.note();
    }
    for (const reader of this.people) await this.compare(this.moments.length - 1, reader);
  }

  async group(types: string[]): Promise<void> {
    this.oracle.types = types;
    await this.story.ask(projects.update, { body: { knowing_types: types } });
  }

  async join(type: string, of: string, to: string): Promise<void> {
    const { id } = await this.story.ask(relationships.create, { body: { type, source_id: of, target_id: to } });
    this.oracle.ties.push({ id, type, of, to });
  }

  some(bits: number): string[] {
    if (bits % 5 === 0) return [];
    return [...new Set([this.people[bits % 6] ?? "", this.people[(bits >> 3) % 6] ?? ""])];
  }

  async take({ kind, a, b, some }: Step): Promise<void> {
    const { oracle, story, people } = this;
    const [one = "", other = ""] = [people[a % 6], people[b % 6]];
    const fact = oracle.facts[a % Math.max(1, oracle.facts.length)];
    const newer = oracle.facts[b % Math.max(1, oracle.facts.length)];
    const params = { fact_id: fact?.id ?? "" };
    if (kind <= 2 || fact === undefined || newer === undefined) {
      const knownBy = some % 8 === 0 ? null : this.some(some);
      const about = b % 3 === 0 ? one : null;
      const body = { text: `Fact ${oracle.facts.length}.`, subject_id: about, known_by: knownBy ?? "everyone" };
      const { id } = await story.ask(facts.create, { body });
      oracle.facts.push({ id, about, knownBy, told: {}, by: null, mode: null, there: true });
    } else if (kind <= 4) {
      if (!fact.there) return;
      const [to, telling] = [[...this.some(some), one], { how: b % 2 ? "saw" : "told", from: b % 3 ? other : null }];
      await story.ask(facts.tell, { params, body: { to, ...telling } });
      if (fact.knownBy !== null) fact.knownBy = [...new Set([...fact.knownBy, ...to])];
      for (const each of to) fact.told[each] = telling;
    } else if (kind === 5) {
      if (!fact.there) return;
      const to = [...new Set([...this.some(some), one])];
      const done = await story.ask(facts.untell, { params, body: { to } });
      if (fact.knownBy !== null) fact.knownBy = fact.knownBy.filter((id) => !to.includes(id));
      for (const each of to) delete fact.told[each];
      const still = to.filter(
        (id) => fact.knownBy === null || fact.knownBy.some((each) => oracle.audiences(id).has(each)),
      );
      expect(done.still_knows_by.map(({ entity_id }) => entity_id)).toEqual(still);
    } else if (kind <= 8) {
      const mode = some % 2 === 0 ? "retcon" : "from";
      if (!fact.there || !newer.there) return;
      const call = story.call(facts.supersede, { params, body: { by: newer.id, reason: "So.", mode } });
      const isDone = await call.then(
        () => true,
        (error: unknown) => {
          expect(error).toBeInstanceOf(ValidationProblem);
          return false;
        },
      );
      if (isDone) Object.assign(fact, { by: newer.id, mode });
    } else if (kind === 9) {
      if (!fact.there) return;
      await story.ask(facts.unsupersede, { params });
      Object.assign(fact, { by: null, mode: null });
    } else if (kind === 10) {
      if (fact.there) await story.ask(facts.delete, { params });
      else await story.ask(record.restore, { params: { subject_id: fact.id }, body: {} });
      fact.there = !fact.there;
    } else if (kind <= 13) {
      const type = ["member_of", "serves"][some % 2] ?? "";
      await this.join(type, one, other);
    } else if (kind === 14) {
      const [tie] = oracle.ties.splice(a % Math.max(1, oracle.ties.length), 1);
      if (tie !== undefined) await story.ask(relationships.delete, { params: { relationship_id: tie.id } });
    } else if (kind === 15) {
      await this.group([[], ["member_of"], ["member_of", "serves"]][some % 3] ?? []);
    } else {
      const subject = b % 2 === 0 && fact.there ? fact.id : one;
      const known_by = this.some(some);
      const old = oracle.kept[a % 3];
      if (old === undefined) {
        const { id } = await story.ask(secrets.create, { body: { subject_id: subject, known_by } });
        oracle.kept.push({ id, subject, knownBy: known_by });
      } else {
        await story.ask(secrets.update, { params: { secret_id: old.id }, body: { known_by } });
        old.knownBy = known_by;
      }
    }
    await this.note();
  }

  /** The first moment of the unbroken run in which a reader could read a fact. */
  since(reader: string, id: string, index: number): number {
    let first = index;
    const reads = (at: number) => this.moments[at]?.world.readable(reader).some((fact) => fact.id === id) === true;
    while (reads(first - 1)) first -= 1;
    return this.moments[first]?.seq ?? 0;
  }

  async compare(index: number, reader: string): Promise<void> {
    const { seq: at_seq = 0, world = new Oracle() } = this.moments[index] ?? {};
    const { story } = this;
    const hidden = world.hidden(reader);
    const shownTold = ({ told }: Fact) =>
      Object.fromEntries(
        Object.entries(told)
          .filter(([id]) => !hidden.has(id))
          .map(([id, { how, from }]) => [id, { how, from: from !== null && hidden.has(from) ? null : from }]),
      );
    const query = { as: reader, at_seq, limit: 200 };
    const all = await story.ask(facts.list, { query });
    const readable = world.readable(reader);
    expect(all.facts.map(({ id, superseded_by, told }) => [id, superseded_by, told])).toEqual(
      readable.map((fact) => [fact.id, world.next(reader, fact), shownTold(fact)]),
    );
    const standing = await story.ask(facts.list, { query: { ...query, superseded: false } });
    const holding = world.holding(reader).map(({ id }) => id);
    this.bridged += readable.filter((fact) => ![null, fact.by].includes(world.next(reader, fact))).length;
    this.byGroups += readable.filter(({ knownBy }) => knownBy?.includes(reader) === false).length;
    expect(standing.facts.map(({ id }) => id)).toEqual(holding);
    const own = await story.ask(facts.knowledge, { params: { entity_id: reader }, query: { at_seq, limit: 200 } });
    const audiences = world.audiences(reader);
    expect(own.knowledge.map(({ fact, since }) => [fact.id, since?.seq])).toEqual(
      holding.map((id) => [id, this.since(reader, id, index)]),
    );
    for (const { fact, through, told } of own.knowledge) {
      const stored = world.facts.find(({ id }) => id === fact.id);
      const by = stored?.knownBy?.filter((id) => audiences.has(id) && !hidden.has(id)) ?? ["everyone"];
      expect([...through].sort()).toEqual(by.sort());
      expect(told).toEqual(shownTold(stored as Fact)[through[0] === "everyone" ? reader : (through[0] ?? "")] ?? null);
    }
    const seen = await story.ask(entities.list, { query });
    expect(seen.entities.map(({ id }) => id)).toEqual(this.people.filter((id) => !hidden.has(id)));
  }
}

test(
  "random worlds of chains, groups, secrets and tellings read as an oracle of plain sets says",
  async () => {
    const seed = seedOf("knowing");
    const worlds = fc.sample(fc.noBias(fc.array(step, { minLength: 60, maxLength: 60 })), {
      seed,
      numRuns: rounds({ gate: 1, full: 100 }),
    });
    const met = { bridged: 0, byGroups: 0 };
    for (const steps of worlds) {
      const world = new World(await Story.begin(bench));
      await world.begin();
      for (const each of steps) await world.take(each);
      for (const [index] of world.moments.entries()) {
        if (index % 12 !== 5 && index !== world.moments.length - 1) continue;
        const isLast = index === world.moments.length - 1;
        const readers = world.people.filter((_, n) => isLast || (n + index) % 2 === 0);
        for (const reader of readers) await world.compare(index, reader);
      }
      met.bridged += world.bridged;
      met.byGroups += world.byGroups;
      expect((await bench.replay(world.story.projectId)).differences).toEqual([]);
    }
    expect(Math.min(met.bridged, met.byGroups)).toBeGreaterThan(0);
  },
  rounds({ gate: 120_000, full: 3_600_000 }),
);
