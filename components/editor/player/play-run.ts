import type { VariableValue } from "#domain/expression.ts";
import { playedFromWire } from "#domain/runtime/from-wire.ts";
import { type RunAction, replay } from "#domain/runtime/log.ts";
import { type Page, stand } from "#domain/runtime/run.ts";
import type { PlayState } from "#domain/runtime/state.ts";
import type { PlayedDialogue } from "#domain/runtime/story.ts";
import type { Outputs, StudioClient } from "../../frame/api/client.ts";
import { carryPlay } from "./carried-play.ts";

/** Number of last pages that are read of a playthrough: as many as the service answers at most. */
const PAGES = 1_000;

type Run = Outputs["runs"]["get"];

interface RunPlace {
  readonly client: StudioClient;
  readonly projectId: string;
  readonly runId: string;
  /** The step that it is taken along at; where it stands when absent. */
  readonly step?: number | undefined;
}

/**
 * Takes a playthrough of the project along to the player of a dialogue, in the story that it plays.
 *
 * @throws what the server refuses it with.
 */
export async function carryRun(to: string, place: RunPlace): Promise<void> {
  const { client, projectId: project_id, runId: run_id, step } = place;
  const run = await client.runs.get.query({ project_id, run_id, pages: PAGES, ...(step !== undefined && { step }) });
  const { graph_id, base_seq } = run;
  const story = playedFromWire(await client.runs.story.query({ project_id, graph_id, at_seq: base_seq }));
  carryPlay(to, { projectId: project_id, origin: graph_id, from: null, pages: pagesOf(story, run), forced: new Set() });
}

/**
 * Returns the pages of a playthrough. Those before the last are played again from its seed; where that does not come to where it stands,
 * because it began with other values or quests, it has the last one alone.
 */
function pagesOf(story: PlayedDialogue, { seed, state: stored, pages, transcript }: Run): readonly Page[] {
  const state = stored as unknown as PlayState;
  if (transcript.length === pages) {
    const actions = transcript
      .slice(1)
      .map(
        ({ did, branch_id, text }): RunAction =>
          did === "choose" && branch_id !== null
            ? { choose: branch_id }
            : { answer: text === null ? {} : { event: text } },
      );
    const again = replay(story, { seed }, actions);
    const last = again.pages.at(-1)?.state;
    if (again.misstep === null && last !== undefined && isSame(last, state)) return again.pages;
  }
  const { values } = state;
  const said = (transcript.at(-1)?.said ?? []).map(({ node_id, text, text_marks }) => ({
    node: node_id,
    text,
    text_marks,
    values,
  }));
  const nodes = said.map(({ node }) => node);
  return [{ nodes, said, way: [], trace: [], proposed: [], state, halt: stand(story, state).halt }];
}

function isSame(one: PlayState, other: PlayState): boolean {
  const standing = ({ at, turn, values, world = [] }: PlayState) => {
    const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
    const changes = world.map(({ what, entity, key, value }) => [what, entity, key, value]);
    return JSON.stringify([at?.graph, at?.node, turn, sorted satisfies [string, VariableValue][], changes]);
  };
  return standing(one) === standing(other);
}
