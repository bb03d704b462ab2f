import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nodeResource } from "#server/features/dialogues/public.ts";
import { openPerspective } from "#server/features/facts/public.ts";
import { Problem, ValidationProblem } from "#server/kernel/problem.ts";
import { registry } from "#server/operations.ts";
import { findVersions } from "#server/record/versions.ts";
import { rounds } from "#test-size";
import { seedOf } from "#tests/record/random-steps.ts";
import { Story } from "#tests/record/story.ts";
import { type AnyOperation, type Input, openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { entities, relationships, locations, facts, projects, secrets, dialogues } = registry;

let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

interface Named {
  id: string;
  /** Unique words that no other text contains. */
  words: string[];
}
interface Person extends Named {
  parent: string | null;
  property: string;
}
interface Line extends Named {
  graph: string;
}
interface Tie extends Named {
  ends: [string, string];
  /** Whether its source knows what its target knows. */
  isMember: boolean;
}
interface Told extends Named {
  about: string[];
  knownBy: "everyone" | string[];
  supersededBy: string | null;
}
interface Kept {
  id: string;
  subject: string;
  pointer: string | null;
  knownBy: string[];
}

/** The world as it is told, kept beside the record by the plainest means. */
class Model {
  people: Person[] = [];
  ties: Tie[] = [];
  told: Told[] = [];
  lines: Line[] = [];
  kept: Kept[] = [];

  /** Returns somebody with the groups whose knowledge it has: four levels of them. */
  audience(who: string): Set<string> {
    const all = new Set([who]);
    for (let level = 0; level < 4; level++) {
      const inside = new Set(all);
      for (const { ends, isMember } of this.ties) if (isMember && inside.has(ends[0])) all.add(ends[1]);
    }
    return all;
  }

  /** All words that somebody may read. */
  openTo(perspective: string): Set<string> {
    const audience = this.audience(perspective);
    const knows = (knownBy: readonly string[]) => knownBy.some((each) => audience.has(each));
    const kept = this.kept.filter(({ knownBy }) => !knows(knownBy));
    const hidden = new Set(kept.filter(({ pointer }) => pointer === null).map(({ subject }) => subject));
    const isCovered = (id: string) => kept.some(({ subject, pointer }) => subject === id && pointer !== null);
    const words = (all: readonly Named[]) => all.flatMap((each) => each.words);
    return new Set([
      ...words(this.people.filter(({ id }) => !hidden.has(id))),
      ...this.people.flatMap(({ id, property }) => (hidden.has(id) || isCovered(id) ? [] : [property])),
      ...words(this.ties.filter(({ id, ends }) => ![id, ...ends].some((each) => hidden.has(each)))),
      ...words(this.lines.filter(({ id, graph }) => !hidden.has(id) && !hidden.has(graph) && !isCovered(id))),
      ...words(
        this.told.filter(
          ({ id, about, knownBy }) =>
            ![id, ...about].some((each) => hidden.has(each)) && (knownBy === "everyone" || knows(knownBy)),
        ),
      ),
    ]);
  }
}

/** Generates one step, as plain numbers. */
const step = fc.record({ kind: fc.nat(18), a: fc.nat(1_000), b: fc.nat(1_000), some: fc.nat(15) });
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

class World {
  readonly story: Story;
  model = new Model();
  /** The model at sequences of the record. */
  readonly moments: { seq: number; model: Model }[] = [];
  #made = 0;
  /** Changes of what is withheld from whoever read before and after them. */
  unseen = 0;

  constructor(story: Story) {
    this.story = story;
  }

  /** The entities as somebody sees them, in the order of their last changes. */
  timed(as: string) {
    return this.story.ask(entities.list, { query: { as, limit: 100, sort_by: "updated_at", sort_order: "desc" } });
  }

  /** Words that stand nowhere else. */
  word(): string {
    this.#made += 1;
    return `canary-${String(this.#made).padStart(4, "0")}-x`;
  }

  get allWords(): string[] {
    return Array.from({ length: this.#made }, (_, n) => `canary-${String(n + 1).padStart(4, "0")}-x`);
  }

  some(bits: number): string[] {
    return this.model.people.flatMap(({ id }, n) => ((bits >> (n % 4)) & 1 ? [id] : []));
  }

  async person(parent: string | null): Promise<void> {
    const [name, property] = [this.word(), this.word()];
    const body = {
      external_id: name,
      type: "location",
      name,
      parent_id: parent,
      properties: { deep: { told: property }, plain: 1 },
    };
    const { id } = await this.story.ask(entities.create, { body });
    this.model.people.push({ id, words: [name], property, parent });
  }

  async begin(): Promise<void> {
    await this.story.ask(projects.update, { body: { knowing_types: ["member_of"] } });
    for (let n = 0; n < 4; n++) await this.person(this.model.people[n - 2]?.id ?? null);
    const graph = await this.story.ask(dialogues.create, { body: { name: "At the gate" } });
    for (let n = 0; n < 3; n++) {
      const text = this.word();
      const params = { graph_id: graph.id };
      const node = await this.story.ask(dialogues.createNode, { params, body: { text } });
      this.model.lines.push({ id: node.id, graph: graph.id, words: [text] });
    }
    await this.note();
  }

  async note(): Promise<void> {
    this.moments.push({ seq: await this.story.seq(), model: structuredClone(this.model) as Model });
    Object.setPrototypeOf(this.moments.at(-1)?.model, Model.prototype);
  }

  async take({ kind, a, b, some }: Step): Promise<void> {
    const { model, story } = this;
    const of = <T>(all: readonly T[], n: number): T | undefined => all[n % all.length];
    const [one, other] = [of(model.people, a), of(model.people, b)];
    if (one === undefined || other === undefined) return;
    switch (kind) {
      case 0:
        if (model.people.length < 12) await this.person(a % 3 === 0 ? null : one.id);
        break;
      case 1:
        await this.tie("knows", [one.id, other.id]);
        break;
      case 12:
      case 13:
        if (one.id !== other.id && a % 3 > 0) await this.tie("member_of", [one.id, other.id]);
        else {
          const left = of(
            model.ties.filter(({ id, isMember }) => isMember && !model.kept.some(({ subject }) => subject === id)),
            b,
          );
          if (left === undefined) break;
          await story.ask(relationships.delete, { params: { relationship_id: left.id } });
          model.ties = model.ties.filter(({ id }) => id !== left.id);
        }
        break;
      case 14:
      case 15: {
        const fact = of(model.told, a);
        if (fact === undefined || fact.knownBy === "everyone") break;
        const params = { fact_id: fact.id };
        if (b % 3 > 0) {
          await story.ask(facts.tell, { params, body: { to: [other.id], how: "heard", from: one.id } });
          fact.knownBy = [...new Set([...fact.knownBy, other.id])];
        } else {
          await story.ask(facts.untell, { params, body: { to: [other.id] } });
          fact.knownBy = fact.knownBy.filter((id) => id !== other.id);
        }
        break;
      }
      case 2:
      case 3:
      case 4: {
        const text = this.word();
        const known_by = some === 0 ? ("everyone" as const) : this.some(some);
        const body = {
          text,
          subject_id: a % 5 === 0 ? null : one.id,
          object_id: b % 4 === 0 ? other.id : null,
          also_about: b % 3 === 0 ? [other.id] : [],
          known_by,
        };
        const { id } = await story.ask(facts.create, { body });
        const about = [body.subject_id, body.object_id, ...body.also_about].filter((each) => each !== null);
        model.told.push({ id, words: [text], about, knownBy: known_by, supersededBy: null });
        break;
      }
      case 5: {
        const fact = of(model.told, a);
        if (fact === undefined) break;
        fact.knownBy = this.some(some);
        await story.ask(facts.update, { params: { fact_id: fact.id }, body: { known_by: fact.knownBy } });
        break;
      }
      case 6: {
        const [fact, by] = [of(model.told, a), of(model.told, b)];
        if (fact === undefined || by === undefined) break;
        const call = story.call(facts.supersede, { params: { fact_id: fact.id }, body: { by: by.id, reason: "so" } });
        const isDone = await call.then(
          () => true,
          (error: unknown) => {
            expect(error).toBeInstanceOf(ValidationProblem);
            return false;
          },
        );
        if (isDone) fact.supersededBy = by.id;
        break;
      }
      case 7:
        await this.keep(one.id, null, some);
        break;
      case 8: {
        const things = [...model.ties, ...model.told, ...model.lines];
        await this.keep(of(things, a)?.id ?? one.id, null, some);
        break;
      }
      case 9:
      case 10:
        await this.keep(one.id, "/properties/deep/told", some);
        break;
      case 11: {
        const kept = of(model.kept, a);
        if (kept === undefined) break;
        kept.knownBy = this.some(some);
        const params = { secret_id: kept.id };
        if (b % 3 > 0) await story.ask(secrets.update, { params, body: { known_by: kept.knownBy } });
        else {
          await story.ask(secrets.delete, { params });
          model.kept = model.kept.filter(({ id }) => id !== kept.id);
        }
        break;
      }
      default: {
        const audience = model.audience(other.id);
        const isKept = model.kept.some(
          ({ subject, knownBy }) => subject === one.id && !knownBy.some((each) => audience.has(each)),
        );
        const before = isKept ? await this.timed(other.id) : null;
        one.property = this.word();
        await story.patch(one.id, { properties: { deep: { told: one.property } } });
        if (isKept) expect(await this.timed(other.id)).toEqual(before);
        this.unseen += Number(isKept);
      }
    }
    await this.note();
  }

  /** Changes what nobody may read. */
  async changeUnseen(): Promise<void> {
    await this.keep(this.model.people[0]?.id ?? "", null, 0);
    await this.take({ kind: 18, a: 0, b: 1, some: 0 });
  }

  async tie(type: string, ends: [string, string]): Promise<void> {
    const word = this.word();
    const body = { type, source_id: ends[0], target_id: ends[1], properties: { word } };
    const { id } = await this.story.ask(relationships.create, { body });
    this.model.ties.push({ id, words: [word], ends, isMember: type === "member_of" });
  }

  async keep(subject: string, pointer: string | null, some: number): Promise<void> {
    const knownBy = this.some(some);
    const body = { subject_id: subject, pointer, known_by: knownBy };
    const { id } = await this.story.ask(secrets.create, { body });
    this.model.kept.push({ id, subject, pointer, knownBy });
  }
}

/** The body, or the code of a refusal. */
async function asked<O extends AnyOperation>(story: Story, operation: O, input: Input) {
  try {
    return (await story.call(operation, input)).body as Record<string, unknown>;
  } catch (error) {
    if (error instanceof Problem || error instanceof ValidationProblem) return { refused: error.message };
    throw error;
  }
}

/** Runs every read with the knowledge of one character at a sequence. */
async function everything({ story, model }: World, as: string, at_seq: number, forbidden: readonly string[]) {
  const query = { as, at_seq };
  const answers: unknown[] = [];
  const ask = async (
    operation: AnyOperation,
    more: Record<string, unknown> = {},
    params: Record<string, string> = {},
  ) => {
    const answer = await asked(story, operation, { params, query: { ...query, ...more } });
    answers.push(answer);
    return answer;
  };
  const all = await ask(entities.list, { limit: 100 });
  expect(all.total).toBe((all.entities as unknown[]).length);
  await ask(entities.list, { limit: 100, sort_by: "properties.deep.told", sort_order: "desc" });
  await ask(entities.list, { limit: 100, sort_by: "location_path" });
  await ask(relationships.list, { limit: 100 });
  const known = await ask(facts.list, { limit: 100 });
  expect(known.total).toBe((known.facts as unknown[]).length);
  await ask(dialogues.search, { q: "canary", subject_type: "any", limit: 100 });
  const own = await asked(story, facts.knowledge, { params: { entity_id: as }, query: { at_seq, limit: 100 } });
  answers.push(own);
  for (const { id } of model.people) {
    await ask(entities.get, {}, { entity_id: id });
    await ask(entities.list, { under: id, limit: 100 });
    await ask(entities.list, { parent_id: id, limit: 100 });
    await ask(locations.subtree, { limit: 100 }, { entity_id: id });
    await ask(locations.ancestors, {}, { entity_id: id });
    await ask(relationships.neighbors, { limit: 100 }, { entity_id: id });
    await ask(facts.list, { subject_id: id, limit: 100 });
  }
  for (const { id } of model.told) await ask(facts.get, {}, { fact_id: id });
  for (const { id } of model.ties) await ask(relationships.get, {}, { relationship_id: id });
  // Whoever knows a word already does not learn from an answer that it is right.
  for (const word of forbidden.slice(0, 5)) {
    const property_filter = JSON.stringify({ "deep.told": word });
    const totals = [
      await asked(story, entities.list, { query: { ...query, property_filter } }),
      await asked(story, entities.list, { query: { ...query, q: word } }),
      await asked(story, entities.list, { query: { ...query, external_id: word } }),
      await asked(story, entities.list, { query: { ...query, under: `/${word}` } }),
      await asked(story, facts.list, { query: { ...query, q: word } }),
      await asked(story, facts.knowledge, { params: { entity_id: as }, query: { at_seq, q: word } }),
      await asked(story, dialogues.search, { query: { ...query, q: word, subject_type: "any" } }),
    ].map(({ total }) => total);
    expect(totals, word).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const one = await asked(story, entities.getByExternalId, { params: { external_id: word }, query });
    expect(Object.keys(one)).toEqual(["refused"]);
  }
  return { text: JSON.stringify(answers), own, count: answers.length };
}

test("several versions of one line have the times of their own last changes that show", async () => {
  const project_id = await bench.newProject();
  const params = { project_id };
  const entity = (external_id: string) =>
    bench.ask(entities.create, { params, body: { external_id, type: "character", name: external_id } });
  const [reader, hidden] = [await entity("reader"), await entity("hidden")];
  await bench.ask(secrets.create, { params, body: { subject_id: hidden.id } });
  const { id: graph_id } = await bench.ask(dialogues.create, { params, body: { name: "Gate" } });
  const node = await bench.ask(dialogues.createNode, { params: { project_id, graph_id }, body: { text: "One" } });
  const versions = [node];
  for (const body of [{ text: "Two" }, { speaker_id: hidden.id }, { text: "Three" }])
    versions.push(await bench.ask(dialogues.updateNode, { params: { project_id, node_id: node.id }, body }));
  const [one = 0, two = 0, spoken = 0, three = 0] = versions.map(({ valid_from_seq }) => valid_from_seq ?? 0);

  const db = bench.database.reads;
  const perspective = await openPerspective(db, { projectId: project_id, atSeq: null, as: reader.id });
  const read = (seq: number) => findVersions(db, nodeResource, project_id, { id: node.id }, seq);
  const stored = (await Promise.all([three, one, spoken, two].map(read))).flat();
  const seen = stored.flatMap((version) => perspective.seen(nodeResource, version) ?? []);
  const dated = await perspective.dated(db, nodeResource, seen);
  expect(dated.map(({ valid_from_seq }) => valid_from_seq)).toEqual([three, one, two, two]);
});

/** Steps of a world. */
const STEPS = rounds({ gate: 28, full: 40 });
/** A world takes some three seconds. */
const PATIENCE_MS = rounds({ gate: 180_000, full: 1_800_000 });

test(
  "random worlds: through nobody's eyes is anything seen that is withheld, or that came later",
  async () => {
    const seed = seedOf("withheld");
    const worlds = fc.sample(fc.array(step, { minLength: STEPS, maxLength: STEPS }), {
      seed,
      numRuns: rounds({ gate: 1, full: 20 }),
    });
    let withheld = 0;
    let unseen = 0;
    let answers = 0;
    for (const [n, steps] of worlds.entries()) {
      const world = new World(await Story.begin(bench));
      await world.begin();
      for (const each of steps) await world.take(each);
      await world.changeUnseen();
      unseen += world.unseen;
      const picked = [...world.moments.filter((_, index) => (index + n) % 10 === 5), world.moments.at(-1)];
      for (const moment of picked) {
        if (moment === undefined) continue;
        for (const { id } of moment.model.people.filter((_, index) => (index + moment.seq) % 2 === 0)) {
          const open = moment.model.openTo(id);
          const forbidden = world.allWords.filter((word) => !open.has(word));
          withheld += forbidden.length;
          const { text, own, count } = await everything(world, id, moment.seq, forbidden);
          answers += count;
          expect(forbidden.filter((word) => text.includes(word))).toEqual([]);
          expect([...open].filter((word) => !text.includes(word))).toEqual([]);
          const standing = moment.model.told.filter(({ supersededBy }) => supersededBy === null);
          const unknown = standing.filter(({ words: [word = ""] }) => !open.has(word));
          expect(own).toMatchObject({ withheld: unknown.length });
        }
      }
      expect((await bench.replay(world.story.projectId)).differences).toEqual([]);
    }
    process.stdout.write(`${answers} answers without one of ${withheld} words that were withheld\n`);
    expect(withheld).toBeGreaterThan(50);
    expect(unseen).toBeGreaterThan(0);
  },
  PATIENCE_MS,
);
