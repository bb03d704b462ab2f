import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WAYS_TO_KNOW } from "#domain/expression-functions.ts";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import { rounds } from "#test-size";
import { Story } from "#tests/record/story.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";

const { dialogues, facts, projects, relationships, runs, secrets } = registry;

const PLAYERS = 16;
const ROUNDS = 3;

let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

/** A fact as the oracle knows it: who knows it, and what holds in its place. */
interface Fact {
  readonly knownBy: readonly string[] | "everyone";
  readonly about: string | null;
  readonly by: string | null;
  readonly mode: "from" | "retcon" | null;
}

interface Told {
  readonly how: string;
  readonly from: string | null;
}

/** State of a playthrough after an action: plain sets, copied whole. */
interface State {
  readonly card: number;
  /** Facts by id: those of the record, and those made here. */
  readonly facts: ReadonlyMap<string, Fact>;
  /** Tellings by fact and entity. */
  readonly told: ReadonlyMap<string, ReadonlyMap<string, Told>>;
}

/** A playthrough: the states up to where it stands, for each of its steps. */
class Model {
  readonly id: string;
  readonly seq: number;
  readonly stacks: (readonly State[])[];

  constructor(id: string, seq: number, stacks: (readonly State[])[]) {
    this.id = id;
    this.seq = seq;
    this.stacks = stacks;
  }

  get step(): number {
    return this.stacks.length - 1;
  }

  get stack(): readonly State[] {
    return this.stacks[this.step] ?? [];
  }

  get state(): State {
    const state = this.stack.at(-1);
    if (state === undefined) throw new Error("a playthrough stands somewhere");
    return state;
  }

  does(state: State): void {
    this.stacks.push([...this.stack, state]);
  }

  takesBack(): void {
    this.stacks.push(this.stack.slice(0, -1));
  }

  /** Returns a playthrough that goes on from a step. */
  forked(id: string, step: number): Model {
    const stack = this.stacks[step] ?? [];
    const stacks = stack.map((_, at) => stack.slice(0, at + 1));
    return new Model(id, this.seq, stacks);
  }
}

/** The record at the sequences that are played: its facts, and the groups of each reader. */
interface Canon {
  readonly facts: ReadonlyMap<string, Fact>;
  readonly groups: ReadonlyMap<string, readonly string[]>;
}

async function makeWorld() {
  const story = await Story.begin(bench);
  await story.ask(projects.update, { body: { knowing_types: ["member_of"] } });
  const names = ["odo", "wenna", "bran", "guild", "hidden"];
  const ids: string[] = [];
  for (const name of names) ids.push(await story.place(name));
  const [odo = "", wenna = "", bran = "", guild = "", hidden = ""] = ids;
  await story.ask(secrets.create, { body: { subject_id: hidden, known_by: [odo] } });
  const made = new Map<string, Fact>();
  const make = async (knownBy: Fact["knownBy"], about: string | null = null) => {
    const body = { text: `Fact ${made.size} of marl.`, known_by: knownBy, subject_id: about };
    const { id } = await story.ask(facts.create, { body });
    made.set(id, { knownBy, about, by: null, mode: null });
    return id;
  };
  const lists: [Fact["knownBy"], (string | null)?][] = [
    ["everyone"],
    [[odo]],
    [[guild]],
    [[]],
    [[], hidden],
    [[bran, wenna]],
  ];
  for (const [knownBy, about] of lists) await make(knownBy, about ?? null);
  const [first = "", second = "", third = "", fourth = "", secret = ""] = made.keys();
  // Each card leads to the next, tells somebody something, and has a way that asks for it.
  const tells = [
    { fact: fourth, to: odo },
    { fact: second, to: wenna },
    { fact: secret, to: bran },
  ];
  const { id: graph_id } = await story.ask(dialogues.create, { body: { name: "Ring" } });
  const cards = tells.map(() => ({ node: newId("node"), tell: newId("br"), walk: newId("br"), ask: newId("br") }));
  for (const [at, { node, tell, walk, ask }] of cards.entries()) {
    const target_node_id = cards[(at + 1) % cards.length]?.node;
    const { fact, to } = tells[at] ?? { fact: "", to: "" };
    const effects = [{ op: "fact.tell", target: to, key: fact, value: { lit: "heard" } }];
    const conditions = [{ fn: "knows", args: [{ lit: to }, { lit: fact }] }];
    const branches = [
      { id: tell, choice_text: "Tell", target_node_id, effects },
      { id: walk, choice_text: "Walk", target_node_id },
      { id: ask, choice_text: "Ask", target_node_id, conditions },
    ];
    await story.ask(dialogues.createNode, { params: { graph_id }, body: { id: node, text: `Card ${at}`, branches } });
  }
  const early = await story.seq();
  const atFirst = new Map(made);
  await story.ask(relationships.create, { body: { type: "member_of", source_id: wenna, target_id: guild } });
  await story.ask(facts.supersede, { params: { fact_id: first }, body: { by: third, reason: "Since then." } });
  made.set(first, { knownBy: "everyone", about: null, by: third, mode: "from" });
  const late = await story.seq();
  const canon = new Map<number, Canon>([
    [early, { facts: atFirst, groups: new Map() }],
    [late, { facts: made, groups: new Map([[wenna, [guild]]]) }],
  ]);
  return { story, graph_id, cards, tells, canon, odo, hidden, people: [odo, wenna, bran, guild] };
}
type World = Awaited<ReturnType<typeof makeWorld>>;

/** The oracle: what a reader may read and what holds, by sets alone. */
class Oracle {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  canon({ seq }: { seq: number }): Canon {
    const canon = this.#world.canon.get(seq);
    if (canon === undefined) throw new Error("nobody plays that sequence");
    return canon;
  }

  audiences(run: Model, reader: string): readonly string[] {
    return [reader, ...(this.canon(run).groups.get(reader) ?? [])];
  }

  knowers({ state }: Model, id: string): Fact["knownBy"] {
    const { knownBy } = state.facts.get(id) ?? { knownBy: [] };
    return knownBy === "everyone" ? knownBy : [...new Set([...knownBy, ...(state.told.get(id)?.keys() ?? [])])];
  }

  #reads(run: Model, reader: string, { about }: Fact, knowers: Fact["knownBy"]): boolean {
    if (about === this.#world.hidden && reader !== this.#world.odo) return false;
    return knowers === "everyone" || this.audiences(run, reader).some((each) => knowers.includes(each));
  }

  readable(run: Model, reader: string, id: string): boolean {
    const fact = run.state.facts.get(id);
    return fact !== undefined && this.#reads(run, reader, fact, this.knowers(run, id));
  }

  readableInRecord(run: Model, reader: string, id: string): boolean {
    const fact = this.canon(run).facts.get(id);
    return fact !== undefined && this.#reads(run, reader, fact, fact.knownBy);
  }

  holds(run: Model, reader: string, id: string): boolean {
    let fact = run.state.facts.get(id);
    if (fact?.mode === "retcon") return false;
    while (fact?.by != null) {
      const next: Fact | undefined = run.state.facts.get(fact.by);
      if (next?.mode !== "retcon" && this.readable(run, reader, fact.by)) return false;
      fact = next;
    }
    return true;
  }

  known(run: Model, reader: string): string[] {
    return [...run.state.facts.keys()]
      .filter((id) => this.readable(run, reader, id) && this.holds(run, reader, id))
      .sort();
  }

  /** Whether logic finds that somebody knows a fact: by the record, or told by name. */
  knows(run: Model, to: string, fact: string): boolean {
    return this.readableInRecord(run, to, fact) || run.state.told.get(fact)?.has(to) === true;
  }

  leadsTo({ state }: Model, from: string, to: string): boolean {
    for (let id: string | null = from; id !== null; id = state.facts.get(id)?.by ?? null) if (id === to) return true;
    return false;
  }
}

const withTold = (state: State, fact: string, to: readonly string[], told: Told | null): State => {
  const own = new Map(state.told.get(fact));
  for (const each of to) {
    if (told === null) own.delete(each);
    else own.set(each, told);
  }
  return { ...state, told: new Map(state.told).set(fact, own) };
};

const OPS = [
  "play",
  "play",
  "tell",
  "tell",
  "untell",
  "supersede",
  "supersede",
  "make",
  "make",
  "back",
  "save",
  "load",
  "fork",
  "delete",
] as const;
const draw = fc.record({ op: fc.constantFrom(...OPS), a: fc.nat(), b: fc.nat(), c: fc.nat(), d: fc.nat() });
type Draw = typeof draw extends fc.Arbitrary<infer T> ? T : never;

const pick = <T>(list: readonly T[], at: number): T => {
  const found = list[at % list.length];
  if (found === undefined) throw new Error("nothing to pick");
  return found;
};
const some = (list: readonly string[], bits: number) => list.filter((_, at) => ((bits >> at) & 1) === 1);

/** One player: the playthroughs it has, its saves, and those it deleted. */
class Player {
  readonly #world: World;
  readonly #oracle: Oracle;
  readonly #runs: Model[] = [];
  readonly #saves: { readonly run: Model; readonly id: string; readonly step: number }[] = [];

  constructor(world: World) {
    this.#world = world;
    this.#oracle = new Oracle(world);
  }

  get runs(): readonly Model[] {
    return this.#runs;
  }

  async start(at: number): Promise<void> {
    const { story, graph_id, canon } = this.#world;
    const base_seq = pick([...canon.keys()], at);
    const { id } = await story.ask(runs.start, { params: { graph_id }, body: { base_seq, seed: 1 } });
    const first: State = { card: 0, facts: this.#oracle.canon({ seq: base_seq }).facts, told: new Map() };
    this.#runs.push(new Model(id, base_seq, [[first]]));
  }

  async does({ op, a, b, c, d }: Draw): Promise<void> {
    const { story, people } = this.#world;
    const run = pick(this.#runs, d);
    const params = { run_id: run.id };
    const { state } = run;
    const ids = [...state.facts.keys()];
    const fact_id = pick(ids, a);
    const step = (b & 64) === 0 ? {} : { step: run.step };
    const to = some(people, b % 16);
    switch (op) {
      case "play":
        return this.#plays(run, b);
      case "tell": {
        if (to.length === 0) return;
        const told = { how: pick(WAYS_TO_KNOW, c), from: pick([null, ...people], c) };
        const shown = await story.ask(facts.tell, { params: { fact_id }, body: { run: run.id, ...step, to, ...told } });
        run.does(withTold(state, fact_id, to, told));
        expect(shown.run_step).toBe(run.step);
        return;
      }
      case "untell": {
        if (to.length === 0) return;
        const shown = await story.ask(facts.untell, { params: { fact_id }, body: { run: run.id, ...step, to } });
        run.does(withTold(state, fact_id, to, null));
        const still = to.filter((each) => {
          const knowers = this.#oracle.knowers(run, fact_id);
          return knowers === "everyone" || this.#oracle.audiences(run, each).some((of) => knowers.includes(of));
        });
        expect(shown.still_knows_by.map(({ entity_id }) => entity_id).sort()).toEqual(still.sort());
        return;
      }
      case "supersede":
      case "make": {
        const mode = (b & 32) === 0 ? "from" : "retcon";
        const knownBy = (c & 16) === 0 ? to : "everyone";
        const id = op === "make" ? newId("fact") : pick(ids, c);
        const by = op === "make" ? { id, text: "Made of marl.", known_by: knownBy } : id;
        const body = { run: run.id, ...step, by, reason: "So it went.", mode };
        const asked = story.ask(facts.supersede, { params: { fact_id }, body });
        if (op === "supersede" && this.#oracle.leadsTo(run, id, fact_id)) {
          await expect(asked).rejects.toMatchObject({ items: [{ loc: ["body", "by"] }] });
          return;
        }
        await asked;
        const all = new Map(state.facts);
        if (op === "make") all.set(id, { knownBy, about: null, by: null, mode: null });
        const before = state.facts.get(fact_id);
        if (before !== undefined) all.set(fact_id, { ...before, by: id, mode });
        run.does({ ...state, facts: all });
        return;
      }
      case "back": {
        const asked = story.ask(runs.back, { params, body: { step: run.step } });
        if (run.stack.length === 1) {
          await expect(asked).rejects.toMatchObject({ code: "run_state" });
          return;
        }
        await asked;
        run.takesBack();
        return;
      }
      case "save": {
        const at = a % (run.step + 1);
        const { id } = await story.ask(runs.save, { params, body: { label: "Here", step: at } });
        this.#saves.push({ run, id, step: at });
        return;
      }
      case "load": {
        const saves = this.#saves.filter((each) => this.#runs.includes(each.run));
        if (saves.length === 0) return;
        const save = pick(saves, b);
        const forked = await story.ask(runs.fork, { params: { run_id: save.run.id }, body: { save_id: save.id } });
        this.#runs.push(save.run.forked(forked.id, save.step));
        return;
      }
      case "fork": {
        const at = a % (run.step + 1);
        const forked = await story.ask(runs.fork, { params, body: { step: at } });
        this.#runs.push(run.forked(forked.id, at));
        return;
      }
      case "delete": {
        if (this.#runs.length < 2) return;
        await story.ask(runs.delete, { params });
        this.#runs.splice(this.#runs.indexOf(run), 1);
        const gone = story.ask(facts.list, { query: { run: run.id } });
        await expect(gone).rejects.toMatchObject({ items: [{ loc: ["query", "run"] }] });
      }
    }
  }

  async #plays(run: Model, at: number): Promise<void> {
    const { story, cards, tells } = this.#world;
    const { state } = run;
    const { fact, to } = pick(tells, state.card);
    const { tell, walk, ask } = pick(cards, state.card);
    const { standing } = await story.ask(runs.get, { params: { run_id: run.id } });
    const open = standing.offers.find(({ branch_id }) => branch_id === ask)?.open;
    expect([standing.step, open]).toEqual([run.step, this.#oracle.knows(run, to, fact)]);
    const branch_id = pick([tell, walk], at);
    await story.ask(runs.choose, { params: { run_id: run.id }, body: { branch_id, step: run.step } });
    const isNews = branch_id === tell && !this.#oracle.knows(run, to, fact);
    const next = isNews ? withTold(state, fact, [to], { how: "heard", from: null }) : state;
    run.does({ ...next, card: (state.card + 1) % cards.length });
  }

  /** Reads one of its playthroughs through somebody's eyes, and compares every answer with the oracle. */
  async reads({ a, b, c }: Draw): Promise<void> {
    const { story, people } = this.#world;
    const run = pick(this.#runs, a);
    const reader = pick(people, b);
    const query = { run: run.id, limit: 200 };
    const known = this.#oracle.known(run, reader);
    const { knowledge } = await story.ask(facts.knowledge, { params: { entity_id: reader }, query });
    expect(knowledge.map(({ fact }) => fact.id).sort()).toEqual(known);
    for (const { fact, since, told, through } of knowledge) {
      const knowers = this.#oracle.knowers(run, fact.id);
      const by =
        knowers === "everyone" ? reader : this.#oracle.audiences(run, reader).find((each) => knowers.includes(each));
      expect([through[0], told, since === null]).toEqual([
        knowers === "everyone" ? "everyone" : by,
        run.state.told.get(fact.id)?.get(by ?? "") ?? null,
        !this.#oracle.readableInRecord(run, reader, fact.id),
      ]);
    }
    const seen = await story.ask(facts.list, { query: { ...query, as: reader } });
    const readable = [...run.state.facts.keys()].filter((id) => this.#oracle.readable(run, reader, id));
    expect([seen.facts.map(({ id }) => id).sort(), seen.total]).toEqual([readable.sort(), readable.length]);
    const all = await story.ask(facts.list, { query });
    const shown = all.facts.map(({ id, known_by, superseded_by }) => [id, known_by, superseded_by] as const);
    expect(new Map(shown.map(([id, knownBy, by]) => [id, `${[knownBy].flat().sort()} ${by}`]))).toEqual(
      new Map(
        [...run.state.facts].map(([id, { by }]) => [id, `${[this.#oracle.knowers(run, id)].flat().sort()} ${by}`]),
      ),
    );
    const id = pick([...run.state.facts.keys()], c);
    const one = story.ask(facts.get, { params: { fact_id: id }, query: { run: run.id, as: reader } });
    if (this.#oracle.readable(run, reader, id)) expect((await one).id).toBe(id);
    else await expect(one).rejects.toMatchObject({ code: "not_found" });
  }
}

test(
  "random schedules of sixteen players: each reads what its own playthrough was told, and nothing later or of another",
  async () => {
    const world = await makeWorld();
    const canonical = async () => (await world.story.ask(facts.list, { query: { limit: 200 } })).facts;
    const before = await canonical();
    await fc.assert(
      fc.asyncProperty(
        fc.array(draw, { minLength: PLAYERS * ROUNDS, maxLength: PLAYERS * ROUNDS }),
        async (schedule) => {
          const players = Array.from({ length: PLAYERS }, () => new Player(world));
          await Promise.all(players.map((player, at) => player.start(at)));
          for (let round = 0; round < ROUNDS; round++) {
            const draws = schedule.slice(round * PLAYERS, (round + 1) * PLAYERS);
            await Promise.all(draws.map((each, at) => players[at]?.does(each)));
            // One after the other at most: what was done at the same time is over.
            await Promise.all(
              draws.map((each, at) => ((each.c + round) % 2 === 0 ? players[at]?.reads(each) : undefined)),
            );
          }
        },
      ),
      { numRuns: rounds({ gate: 2, full: 1_000 }), endOnFailure: true },
    );
    expect(await canonical()).toEqual(before);
    const kinds = await world.story.kindsAfter(Math.max(...world.canon.keys()));
    expect(kinds.filter((kind) => !kind.startsWith("run."))).toEqual([]);
    expect((await bench.replay(world.story.projectId)).differences).toEqual([]);
  },
  rounds({ gate: 180_000, full: 5_400_000 }),
);
