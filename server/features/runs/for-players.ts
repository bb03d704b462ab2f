import type { z } from "zod";
import { isQuestId } from "#domain/expression.ts";
import type { JsonObject } from "#domain/json.ts";
import { invalidValue, Problem } from "../../kernel/problem.ts";
import type { PlayerGrant } from "../../kernel/scope.ts";
import type { ProjectReadContext } from "../../operation/context.ts";
import type { Perspective } from "../../operation/perspective.ts";
import { type PlayerRule, refuseFields, sightOf } from "../../operation/player-rule.ts";
import type { RunDetail, RunStanding, StartedRun, SyncedRun } from "./schemas.ts";
import type { PlayableStory } from "./story-wire.ts";

type Standing = z.output<typeof RunStanding>;
type Turn = z.output<typeof RunDetail>["transcript"][number];
type Line = Standing["said"][number];

/** A request about one playthrough. */
interface AboutRun {
  readonly params: { readonly run_id: string };
}

const itsRun = ({ params: { run_id } }: AboutRun): string => run_id;

/** Rule of what is answered by where a playthrough stands: the player's own, and of the page what is read on it. */
export const showsStanding: PlayerRule<AboutRun, Standing> = { run: itsRun, show: standingFor };

/** Rule of what is answered by saves of the player's own playthrough. */
export const ofOwnRun = { run: itsRun };

/** Rule of what is answered by a playthrough with its last pages. */
export const showsRun: PlayerRule<AboutRun, z.output<typeof RunDetail>> = {
  run: itsRun,
  show: (detail, sight) => ({
    ...detail,
    standing: standingFor(detail.standing, sight),
    // The state has what nobody told the player: values, the world, and what was superseded in it.
    state: {},
    transcript: detail.transcript.map((turn, index) => turnFor(turn, detail.transcript[index - 1], sight)),
  }),
};

/** Rule of the quests of the player, their own and those of their playthroughs. */
export const listsOwnQuests = {
  narrow: ({ params }: { readonly params: { readonly player_id: string } }, { id }: Pick<PlayerGrant, "id">): void => {
    if (params.player_id !== id) throw new Problem("not_found");
  },
};

/**
 * Finds the quests of which anything is secret from the player of a token; none for a key. Lists leave them out before they count and cut
 * pages, which would tell of them otherwise.
 */
export async function secretQuests({
  services,
  db,
  caller: { player, readsAs },
}: Pick<ProjectReadContext, "services" | "db" | "caller">): Promise<readonly string[]> {
  if (player === null) return [];
  const sight = await sightOf(services.openPerspective, db, { player, readsAs });
  return [...sight.withheldSubjects, ...sight.redactedSubjects].filter((id) => isQuestId(id));
}

/** A request that makes a playthrough, for a player. */
interface Making {
  readonly body: { player_id?: string | undefined };
  readonly sent: unknown;
}

/** Makes a playthrough the player's. */
function forThemselves({ body }: Making, { id }: Pick<PlayerGrant, "id">): void {
  if (body.player_id !== undefined && body.player_id !== id) throw new Problem("not_found");
  body.player_id = id;
}

/** Rule of a fork, which stays the player's. */
export const forksRun: PlayerRule<AboutRun & Making, z.output<typeof StartedRun>> = {
  run: itsRun,
  narrow: forThemselves,
  show: startedFor,
};

/** Rule of a beginning: a playthrough of the player, of the story as it is, with nothing but what earlier ones left. */
export const startsRun: PlayerRule<
  Making & { readonly params: { readonly graph_id: string } },
  z.output<typeof StartedRun>
> = {
  dialogue: ({ params: { graph_id } }) => graph_id,
  narrow: (parts, player) => {
    refuseFields(parts.sent, ["base_seq", "checkpoint_id", "seed", "variables", "world_time"]);
    forThemselves(parts, player);
  },
  show: startedFor,
};

/** Rule of what was played offline in the player's own playthrough; values are not the player's to set. */
export const sendsActions: PlayerRule<
  AboutRun & {
    readonly body: { readonly actions: readonly { readonly answer?: { readonly variables: object } | undefined }[] };
  },
  z.output<typeof SyncedRun>
> = {
  run: itsRun,
  narrow: ({ body: { actions } }) => {
    for (const [index, { answer }] of actions.entries()) {
      if (answer === undefined || Object.keys(answer.variables).length === 0) continue;
      const loc = ["body", "actions", index, "answer", "variables"];
      throw invalidValue(loc, "the token of a player does not set this", answer.variables as JsonObject);
    }
  },
  show: (answer, sight) => ({ ...answer, standing: standingFor(answer.standing, sight) }),
};

/** Rule of an answer to the story: what was asked is done, and values are not the player's to set. */
export const answersRun: PlayerRule<AboutRun & { readonly sent: unknown }, Standing> = {
  ...showsStanding,
  narrow: ({ sent }) => refuseFields(sent, ["variables"]),
};

/** Rule of a story for the runtime. */
export const readsStory: PlayerRule<
  {
    readonly params: { readonly graph_id: string };
    readonly sent: unknown;
    readonly query: { readonly as?: string | undefined };
  },
  z.output<typeof PlayableStory>
> = {
  dialogue: ({ params: { graph_id } }) => graph_id,
  narrow: ({ query: { as } }) => {
    if (as !== undefined) throw invalidValue(["query", "as"], "the token of a player reads as its player", as);
  },
  show: storyFor,
};

/** A dialogue of a story, as far as secrets are taken out of it. */
interface SecretiveDialogue {
  readonly id: string;
  readonly nodes: readonly {
    readonly id: string;
    readonly speaker_id: string | null;
    readonly branches: readonly { choice_text: string; choice_marks?: unknown[] | undefined }[];
  }[];
}

/** Returns a story without the words of cards that a secret covers, and without the names of speakers that one withholds. */
export function storyFor<
  Story extends { readonly dialogue: SecretiveDialogue; readonly others: readonly SecretiveDialogue[] },
>(story: Story, sight: Perspective): Story {
  const shown = (dialogue: SecretiveDialogue): SecretiveDialogue => ({
    ...dialogue,
    nodes: dialogue.nodes.map((node) => {
      const hidden = isHidden(sight, { graph_id: dialogue.id, node_id: node.id });
      const nameless = hidden || (node.speaker_id !== null && sight.hides("entity", node.speaker_id));
      return {
        ...node,
        ...(hidden && { ...NO_WORDS, branches: node.branches.map(silent) }),
        ...(nameless && { speaker_id: null, speaker_label: null }),
      };
    }),
  });
  return { ...story, dialogue: shown(story.dialogue), others: story.others.map(shown) };
}

function silent<Branch extends { choice_text: string; choice_marks?: unknown[] | undefined }>(branch: Branch): Branch {
  return { ...branch, choice_text: "", ...(branch.choice_marks !== undefined && { choice_marks: [] }) };
}

function startedFor(run: z.output<typeof StartedRun>, sight: Perspective): z.output<typeof StartedRun> {
  return { ...run, standing: standingFor(run.standing, sight) };
}

/** The words of a card that a secret covers, in whole or in part, or whose dialogue one covers, are not for the player. */
function isHidden(sight: Perspective, { graph_id, node_id }: { graph_id: string; node_id: string }): boolean {
  return (
    sight.hides("dialogue", graph_id) ||
    sight.hides("dialogue_node", node_id) ||
    sight.redactedSubjects.includes(node_id)
  );
}

/** A page as it is read: what the story weighed and changed to make it is left out, and so are choices that are not shown. */
function standingFor(standing: Standing, sight: Perspective): Standing {
  const { node, offers } = standing;
  const hidden = node !== null && isHidden(sight, { graph_id: node.graph_id, node_id: node.id });
  return {
    ...standing,
    node: node === null ? null : { ...node, title: null, ...(hidden && NO_WORDS) },
    offers: offers
      .filter(({ shown }) => shown)
      .map((offer) => ({
        ...offer,
        ...(hidden && NO_WORDS),
        closed: offer.closed === null ? null : { ...offer.closed, words: null },
      })),
    said: saidFor(standing.said, sight),
    ...UNSEEN,
    variables: [],
    world: [],
  };
}

const NO_WORDS = { text: "", text_marks: [] };
const UNSEEN = { trace: [], proposed: [] };

function saidFor(said: readonly Line[], sight: Perspective): Line[] {
  return said.map((line) => {
    const hidden = isHidden(sight, line);
    const nameless = line.speaker_id !== null && sight.hides("entity", line.speaker_id);
    return { ...line, ...(hidden && NO_WORDS), ...((hidden || nameless) && { speaker_id: null, speaker_label: null }) };
  });
}

/** A page of the past; the words of its choice stood on the card before. */
function turnFor(turn: Turn, before: Turn | undefined, sight: Perspective): Turn {
  const last = before?.said.at(-1);
  const hidden = last === undefined || isHidden(sight, last);
  return { ...turn, said: saidFor(turn.said, sight), ...UNSEEN, ...(hidden && { text: null, text_marks: [] }) };
}
