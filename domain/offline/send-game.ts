import type { PlayState } from "../runtime/state.ts";
import type { Game, GameAction, GameRun } from "./game.ts";

/**
 * Sends a request to the server and answers its body. It rejects where there is no answer, and for a refusal. Whatever was
 * not answered is sent again, as long as it takes: the server does each thing once.
 *
 * @param path behind `…/game-narrative`.
 */
export type PostToServer = (path: string, body: object) => Promise<unknown>;

/** Outcome of an action that was sent. */
export interface SentOutcome {
  readonly client_id: string;
  readonly result: "applied" | "repeated" | "refused";
  readonly step: number | null;
  /** Code of the refusal; null for none. */
  readonly code: string | null;
  /** The same in words. */
  readonly reason: string | null;
}

/** A game whose actions were sent. */
export interface SentGame {
  /** The game where the server says that it stands: without what was refused, and with what was told from outside. */
  readonly game: Game;
  /** Outcomes of the actions, in their order. */
  readonly outcomes: readonly SentOutcome[];
  /** The first that was refused, with all behind it; null where none was. */
  readonly refused: SentOutcome | null;
}

/** Actions of one request. */
const TOGETHER = 1_000;

/** Answer of the server to actions. */
interface Answer {
  readonly step: number;
  readonly results: readonly SentOutcome[];
  readonly state: PlayState;
}

/**
 * Sends what was played offline, and before it what the loaded games it goes on from did. It can be sent again as a whole, from several places
 * at a time, and after any failure.
 */
export async function sendGame(game: Game, post: PostToServer): Promise<SentGame> {
  if (game.run === null) return { game: { ...game, unsent: [] }, outcomes: [], refused: null };
  const made = await madeRun(game.run, post);
  if ("refused" in made) return made;
  return sendActions(made, game.unsent, post);
}

/** A playthrough that the server has. */
interface MadeRun {
  readonly id: string;
  readonly step: number;
}

/** Makes the playthrough of a game that was loaded, once what it was saved behind is sent. */
async function madeRun({ id, step, loaded }: GameRun, post: PostToServer): Promise<MadeRun | SentGame> {
  if (loaded === null) return { id, step: step ?? 0 };
  const from = await madeRun(loaded.run, post);
  if ("refused" in from) return from;
  const before = await sendActions(from, loaded.unsent, post);
  if (before.refused !== null) return before;
  const place = before.outcomes.at(-1)?.step ?? from.step;
  const answer = (await post(`/runs/${from.id}/fork`, { id, step: place })) as { standing: { step: number } };
  return { id, step: answer.standing.step };
}

async function sendActions(
  { id, step }: MadeRun,
  actions: readonly GameAction[],
  post: PostToServer,
): Promise<SentGame> {
  const outcomes: SentOutcome[] = [];
  let from = step;
  for (let at = 0; ; at += TOGETHER) {
    const body = { step: from, actions: actions.slice(at, at + TOGETHER) };
    const answer = (await post(`/runs/${id}/actions`, body)) as Answer;
    outcomes.push(...answer.results);
    const refused = outcomes.find(({ result }) => result === "refused") ?? null;
    from = outcomes.at(-1)?.step ?? from;
    if (refused !== null || at + TOGETHER >= actions.length) {
      const game = { run: { id, step: answer.step, loaded: null }, state: answer.state, unsent: [] };
      return { game, outcomes, refused };
    }
  }
}
