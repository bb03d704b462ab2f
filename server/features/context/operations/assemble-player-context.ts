import { z } from "zod";
import { invalidValue, Problem } from "../../../kernel/problem.ts";
import { EVERYONE } from "../../../kernel/scope.ts";
import { idOf } from "../../../kernel/validation/fields.ts";
import type { ProjectReadContext } from "../../../operation/context.ts";
import { projectRead } from "../../../operation/operation.ts";
import type { Perspective } from "../../../operation/perspective.ts";
import { findVersion } from "../../../record/versions.ts";
import { entityResource } from "../../entities/public.ts";
import { readProfile } from "../../players/public.ts";
import { questsOfPlayer } from "../../runs/public.ts";
import { assembleContext } from "../assemble.ts";
import { ofToken } from "../question.ts";
import { keepReceipt } from "../receipts.ts";
import { PlayerContext, playerContextQuery } from "../schemas.ts";

type Quests = z.output<typeof PlayerContext>["quests"];

export const assemblePlayerContext = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/players/{player_id}/context",
  scope: "read",
  summary: "Assemble the context of a player",
  description:
    "A [context](/docs/guides/context) about a player: what `for` knows of the world, with the facts of the player that `for` knows, and without what the player does not want. Others read nothing of these facts: not everyone, no other player, and no entity that is not in `known_by`, itself or by a group. With `run`, the world is that of the playthrough, and the player is as of today.",
  params: z.object({
    project_id: idOf("prj"),
    player_id: idOf("ply").meta({ description: "The player." }),
  }),
  query: playerContextQuery,
  output: PlayerContext,
  forPlayers: {
    run: ({ query: { run } }) => run,
    narrow: ({ params, query }, player) => {
      if (params.player_id !== player.id) throw new Problem("not_found");
      if (query.for !== undefined) {
        throw invalidValue(["query", "for"], "the token of a player reads as its avatar", query.for);
      }
      // What nobody has played is no memory of a player.
      query.dialogue = query.run === undefined ? "none" : "played";
    },
    show: (context, sight) => ({ ...context, quests: shownQuests(context.quests, sight) }),
  },
  errors: ["not_found", "player_erased"],
  inSnapshot: false,
  taggedBy: "answer-of-any-time",
  handle: async (context, { params: { player_id: id }, query }) => {
    const { caller, db, project, services, response, atSeq, isPast, run } = context;
    if (caller.player !== null && isPast) {
      throw invalidValue(["query", "at_seq"], "the token of a player reads what there is now", atSeq);
    }
    const seq = isPast && atSeq !== null ? atSeq : project.lastSeq;
    const profile = await readProfile({ services, db, project, response }, id, seq);
    if (profile === null) throw new Problem("not_found");
    if (profile.preferences === null) throw new Problem("player_erased", { detail: { player_id: id } });
    if (run !== null && (await services.playthroughs.ownerOf(db, project.id, run.id)) !== id) {
      throw invalidValue(["query", "run"], "no playthrough of this player", run.id);
    }
    const { dialogue = run === null ? "none" : "played" } = query;
    if (dialogue === "played" && run === null) {
      throw invalidValue(
        ["query", "dialogue"],
        "only a playthrough, named by `run`, has lines that were played",
        dialogue,
      );
    }
    const own = query.for === undefined || query.for === profile.avatarId;
    const worldSeq = atSeq ?? project.lastSeq;
    const as = await eyesOf(context, worldSeq, { asked: query.for ?? null, avatarId: profile.avatarId });
    const question = {
      query: query.q ?? "",
      as,
      subject_ids: [],
      token_budget: query.token_budget,
      least: query.least ?? null,
      dialogue,
      run: run === null ? null : { id: run.id, step: run.step, seq: run.seq },
      player: caller.player === null ? { id, seq, own } : ofToken({ id, seq, own }, run),
    };
    const assembled = await assembleContext(services, project.id, worldSeq, question, { services, project });
    await keepReceipt(services.database.writes, project.id, {
      question,
      context: assembled,
      now: services.clock.now(),
    });
    const standing = isPast ? null : await questsOfPlayer(db, project.id, { playerId: id, runId: run?.id ?? null });
    const sight =
      standing === null ? null : await services.openPerspective(db, { projectId: project.id, atSeq: null, as });
    const quests = sight === null ? null : shownQuests(standing, sight);
    return { ...assembled, preferences: profile.preferences, quests };
  },
});

/**
 * Returns through whose eyes the world is seen: those of the entity that is asked for, of the avatar, or of everyone.
 *
 * @throws ValidationProblem at `for` for an entity that there is not.
 */
async function eyesOf(
  { db, project }: Pick<ProjectReadContext, "db" | "project">,
  seq: number,
  { asked, avatarId }: { readonly asked: string | null; readonly avatarId: string | null },
): Promise<string> {
  const id = asked ?? avatarId;
  if (id === null) return EVERYONE;
  if ((await findVersion(db, entityResource, project.id, id, seq)) !== null) return id;
  if (asked !== null) throw invalidValue(["query", "for"], "no such entity in this project at this sequence", asked);
  return EVERYONE;
}

/** Quests of which nothing is secret for one who looks. */
function shownQuests(quests: Quests, sight: Perspective): Quests {
  return (
    quests?.filter(({ quest_id: id }) => !sight.hides("quest", id) && !sight.redactedSubjects.includes(id)) ?? null
  );
}
