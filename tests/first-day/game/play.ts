// Two ways to play the story: as a playthrough of the service, and with the runtime in the game.
import type { Fabula, Schemas } from "./client.ts";
import {
  answer,
  begin,
  choose,
  type Halt,
  type OfferedBranch,
  type Page,
  type PlayedDialogue,
  type PlayState,
  readDialogue,
  stand,
} from "./fabula/runtime.js";

/** A step as the player sees it, and what happened behind it. */
export interface Turn {
  readonly said: readonly string[];
  readonly halt: string;
  /** Open choices, and closed ones that are shown, in brackets. */
  readonly offers: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
  /** Changes of the world by this playthrough. */
  readonly world: unknown;
  readonly trace: unknown;
}

/** A playthrough, wherever it is played. */
export interface Playthrough {
  readonly turn: Turn;
  /** Takes a choice by its words; without words the one way on. */
  choose(words?: string): Promise<void>;
  /** Says that the game did what it was asked to. */
  done(values: Record<string, boolean>): Promise<void>;
  /** Takes the last step back. */
  back(): Promise<void>;
  /** The state of the runtime, which either way of playing can continue. */
  save(): Promise<PlayState>;
}

const offer = (text: string, open: boolean) => (open ? text : `(${text})`);

/** Starts a playthrough of the service. */
export async function playOnline(
  api: Fabula,
  project_id: string,
  graph_id: string,
  seed: number,
): Promise<Playthrough> {
  const started = await api.post("/v1/projects/{project_id}/game-narrative/dialogues/{graph_id}/runs", {
    path: { project_id, graph_id },
    body: { seed, player_id: "traveller" },
  });
  const run = "/v1/projects/{project_id}/game-narrative/runs/{run_id}";
  const path = { project_id, run_id: started.data.id };
  let at = started.data.standing;
  return {
    get turn() {
      return turnOf(at);
    },
    async choose(words = "") {
      const taken = at.offers.find(({ text, open }) => open && text === words);
      if (taken === undefined) throw new Error(`not offered: ${words}`);
      at = (await api.post(`${run}/choose`, { path, body: { step: at.step, branch_id: taken.branch_id } })).data;
    },
    async done(variables) {
      at = (await api.post(`${run}/answer`, { path, body: { step: at.step, variables } })).data;
    },
    async back() {
      at = (await api.post(`${run}/back`, { path, body: { step: at.step } })).data;
    },
    async save() {
      return (await api.get(run, { path })).data.state as PlayState;
    },
  };
}

function turnOf({ said, halt, offers, variables, world, trace }: Schemas["RunStanding"]): Turn {
  return {
    said: said.map(({ text }) => text),
    halt,
    offers: offers.filter(({ shown }) => shown).map(({ text, open }) => offer(text, open)),
    values: Object.fromEntries(variables.map(({ name, value }) => [name, value])),
    world: world.map(({ entity_id, ...change }) => ({ ...change, entity: entity_id })),
    trace,
  };
}

/** Story as the service or a share link answers it. */
export type Story = Schemas["PlayableStory"] | Schemas["SharedStory"];

/** Starts or continues a playthrough in the game, which asks nobody. */
export function playOffline(story: Story, { seed = 0, saved }: { seed?: number; saved?: PlayState }): Playthrough {
  const { dialogue, others, variables, world } = story;
  const played = readDialogue(dialogue, { others, variables, world });
  const pages = [saved === undefined ? begin(played, { seed }) : resume(played, saved)];
  const page = () => pages.at(-1) as Page;
  return {
    get turn() {
      const { said, halt, state, trace } = page();
      return {
        said: said.map(({ text }) => text),
        halt: halt.kind,
        offers: offersOf(halt).map(({ text, available }) => offer(text, available)),
        values: Object.fromEntries(variables.map(({ id, name }) => [name, state.values[id]])),
        world: state.world ?? [],
        trace,
      };
    },
    async choose(words = "") {
      const taken = offersOf(page().halt).find(({ text, available }) => available && text === words);
      if (taken === undefined) throw new Error(`not offered: ${words}`);
      pages.push(choose(played, page().state, taken.branch));
    },
    async done(values) {
      const byId = Object.fromEntries(
        variables.flatMap(({ id, name }) => (name in values ? [[id, values[name] ?? false]] : [])),
      );
      pages.push(answer(played, page().state, { values: byId }) ?? page());
    },
    async back() {
      pages.pop();
      const { state } = pages.pop() ?? begin(played, { seed });
      pages.push(resume(played, state));
    },
    save: async () => JSON.parse(JSON.stringify(page().state)) as PlayState,
  };
}

/** A page without words: the halt of a saved state. */
const resume = (story: PlayedDialogue, state: PlayState): Page => ({
  nodes: [],
  said: [],
  way: [],
  trace: [],
  proposed: [],
  state,
  halt: stand(story, state).halt,
});

function offersOf(halt: Halt): readonly OfferedBranch[] {
  switch (halt.kind) {
    case "choices":
      return halt.choices.filter(({ shown }) => shown);
    case "continue":
      return [halt.choice];
    case "waiting":
      return halt.events;
    default:
      return [];
  }
}
