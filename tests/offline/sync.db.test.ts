import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Game, type GameAction, loadedGame, newGame, played } from "#domain/offline/game.ts";
import { knownFacts } from "#domain/offline/known-facts.ts";
import { readSave, writeSave } from "#domain/offline/save.ts";
import { type PostToServer, sendGame } from "#domain/offline/send-game.ts";
import { standingQuests } from "#domain/offline/standing-quests.ts";
import { isOver } from "#domain/runtime/log.ts";
import { answer, begin, choose, openOffers, type Page } from "#domain/runtime/run.ts";
import type { PlayedDialogue } from "#domain/runtime/story.ts";
import { newId } from "#server/kernel/ids.ts";
import { registry } from "#server/operations.ts";
import { rounds } from "#test-size";
import { Story } from "#tests/record/story.ts";
import type { BodyOf } from "#tests/record/workbench.ts";
import { openWorkbench, type Workbench } from "#tests/record/workbench.ts";
import { readDialogue } from "../../packages/runtime/src/index.ts";
import { gateStory } from "./gate-story.ts";

const { facts, runs } = registry;
let bench: Workbench;
let story: Story;
let gate: Awaited<ReturnType<typeof gateStory>>;
let file: BodyOf<typeof runs.story>;
let dialogue: PlayedDialogue;

beforeAll(async () => {
  bench = await openWorkbench();
  story = await Story.begin(bench);
  gate = await gateStory(story);
  file = await story.ask(runs.story, { params: { graph_id: gate.graph_id } });
  const { dialogue: first, ...parts } = file;
  dialogue = readDialogue(first as never, parts as never);
});
afterAll(() => bench.close());

const start = async () =>
  (await story.ask(runs.start, { params: { graph_id: gate.graph_id }, body: { seed: 7, base_seq: file.base_seq } })).id;

/** Sends to the server as a game does; a request that is cut is sent again, whether it arrived or not. */
function posting(cuts: Iterator<"none" | "before" | "after">): PostToServer {
  return async (path, body) => {
    const [, , run_id = "", what] = path.split("/");
    const operation = what === "fork" ? runs.fork : runs.sync;
    for (;;) {
      const cut = cuts.next().value ?? "none";
      if (cut === "before") continue;
      const done = await story.ask(operation, { params: { run_id }, body });
      if (cut !== "after") return JSON.parse(JSON.stringify(done));
    }
  };
}

const sound = posting([][Symbol.iterator]());

/** A game as somebody plays it without a network, and what of it has to be done online to come to the same. */
class Player {
  page: Page;
  game: Game;
  /** Pages before the decisions that a step back leads to. */
  before: Page[] = [];
  saves: { readonly text: string; readonly page: Page; readonly before: readonly Page[] }[] = [];
  left: Game[] = [];
  #nth = 0;

  constructor(run: string) {
    this.page = begin(dialogue, { seed: 7 });
    this.game = newGame({ id: run, step: 0 }, this.page.state);
  }

  act(action: { choose: string } | { answer: object } | { back: true }, page: Page): void {
    this.#nth += 1;
    const client_id = `${this.game.run?.id}-${this.#nth}`;
    this.game = played(this.game, { client_id, ...action } as GameAction, page.state);
    this.page = page;
  }

  step(pick: number): void {
    if (isOver(this.page)) return;
    if (this.page.halt.kind === "command") {
      this.before.push(this.page);
      this.act({ answer: {} }, answer(dialogue, this.page.state) ?? this.page);
      return;
    }
    const open = openOffers(this.page.halt);
    const branch = open[pick % open.length]?.branch;
    if (branch === undefined) return;
    this.before.push(this.page);
    this.act({ choose: branch.id }, choose(dialogue, this.page.state, branch));
  }

  back(): void {
    const page = this.before.pop();
    if (page !== undefined) this.act({ back: true }, page);
  }

  save(): void {
    this.saves.push({ text: JSON.stringify(writeSave(file, this.game)), page: this.page, before: [...this.before] });
  }

  load(pick: number): void {
    const save = this.saves[pick % Math.max(1, this.saves.length)];
    if (save === undefined) return;
    this.left.push(this.game);
    this.game = loadedGame(readSave(file, save.text), newId("run"));
    this.page = save.page;
    this.before = [...save.before];
  }
}

/** The same deeds as they are done over the interface, one request each. */
class Twin {
  run: string;
  #step = 0;
  readonly #saves: { readonly run: string; readonly id: string }[] = [];

  constructor(run: string) {
    this.run = run;
  }

  async follow(what: string, pick: number, { game, page }: Player, before: Game): Promise<void> {
    const params = { run_id: this.run };
    const action = game.unsent.at(-1);
    if (what === "save") {
      this.#saves.push({ run: this.run, id: (await story.ask(runs.save, { params, body: { label: "Here" } })).id });
    } else if (what === "load") {
      const save = this.#saves[pick % Math.max(1, this.#saves.length)];
      if (save === undefined) return;
      const fork = await story.ask(runs.fork, { params: { run_id: save.run }, body: { save_id: save.id } });
      this.run = fork.id;
      this.#step = fork.standing.step;
    } else if (action !== undefined && game.unsent.length > before.unsent.length) {
      const step = this.#step;
      const done =
        "choose" in action
          ? await story.ask(runs.choose, { params, body: { branch_id: action.choose, step } })
          : "back" in action
            ? await story.ask(runs.back, { params, body: { step } })
            : await story.ask(runs.answer, { params, body: { step } });
      this.#step = done.step;
      expect(done.halt).toBe(page.halt.kind);
    }
  }
}

/** Reads what the server says of a playthrough: its state, what everybody knows in it, and its quests. */
async function onServer(run_id: string) {
  const { state, standing } = await story.ask(runs.get, { params: { run_id } });
  const known = async (entity_id: string) => {
    const query = { run: run_id, limit: 100 };
    const { knowledge } = await story.ask(facts.knowledge, { params: { entity_id }, query });
    return knowledge.map(({ fact, through, told, since }) => ({
      ...{ fact_id: fact.id, text: fact.text, through, told, learnt: since === null },
    }));
  };
  const { quests } = await story.ask(runs.quests, { params: { run_id } });
  return {
    state,
    halt: standing.halt,
    knows: [await known(gate.odo), await known(gate.wenna)].map((each) =>
      each.map((one) => JSON.stringify(one)).sort(),
    ),
    quests: quests.map(({ run_id: _, run_step: __, ...quest }) => quest),
  };
}

/** The same of a game, worked out by itself. */
function offline(page: Page) {
  return {
    state: JSON.parse(JSON.stringify(page.state)) as object,
    halt: page.halt.kind,
    knows: [gate.odo, gate.wenna].map((who) =>
      knownFacts(file, page.state, who)
        .map((one) => JSON.stringify(one))
        .sort(),
    ),
    quests: standingQuests(file, page.state),
  };
}

const deed = fc.record({
  what: fc.constantFrom("step", "step", "step", "step", "step", "back", "save", "load", "sync"),
  pick: fc.nat(20),
});
const cut = fc.constantFrom("none" as const, "none" as const, "before" as const, "after" as const);

/** A game that was loaded, saved and played on, and loaded once more: its playthrough is made twice. */
const LOADED_TWICE = (["save", "load", "save", "step", "step", "load", "step"] as const).map((what, at) => ({
  ...{ what, pick: at === 5 ? 1 : 0 },
}));

test("what was played offline and sent comes to the same as played online, whatever was cut, sent twice or loaded", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(deed, { minLength: 4, maxLength: 24 }),
      fc.array(cut, { maxLength: 12 }),
      async (deeds, cuts) => {
        const post = posting(cuts[Symbol.iterator]());
        const player = new Player(await start());
        const online = new Twin(await start());
        const sync = async () => {
          // Two tabs of one game send at the same time, and one of them again.
          for (const left of player.left.splice(0)) expect((await sendGame(left, post)).refused).toBeNull();
          const { game } = player;
          const [one, other] = await Promise.all([sendGame(game, post), sendGame(game, post)]);
          const again = await sendGame(game, sound);
          expect([one.refused, other.refused, again.refused]).toEqual([null, null, null]);
          expect(again.outcomes.every(({ result }) => result === "repeated")).toBe(true);
          expect(again.game.state).toEqual(JSON.parse(JSON.stringify(player.page.state)));
          player.game = again.game;
        };
        for (const { what, pick } of deeds) {
          const { game: before } = player;
          if (what === "step") player.step(pick);
          else if (what === "back") player.back();
          else if (what === "save") player.save();
          else if (what === "load") player.load(pick);
          else await sync();
          await online.follow(what, pick, player, before);
        }
        await sync();
        const run = player.game.run?.id ?? "";
        expect(await onServer(run)).toEqual(offline(player.page));
        expect(await onServer(online.run)).toEqual(offline(player.page));
        const { standing } = await story.ask(runs.get, { params: { run_id: run } });
        expect(standing.step).toBe(player.game.run?.step);
      },
    ),
    { numRuns: rounds({ gate: 8, full: 150 }), examples: [[LOADED_TWICE, []]] },
  );
  expect((await bench.replay(story.projectId)).differences).toEqual([]);
});
