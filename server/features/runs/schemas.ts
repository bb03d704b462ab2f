import { z } from "zod";
import { BRANCH_KINDS, NODE_KINDS } from "#domain/dialogue/wire.ts";
import { WORLD_EFFECT_OPS } from "#domain/expression.ts";
import { QUEST_STATES } from "#domain/quest.ts";
import { runFields } from "#drizzle/schema/runs.ts";
import { idOf, integer } from "../../kernel/validation/fields.ts";
import { TextMark } from "../dialogues/public.ts";
import { HALTS, run } from "./run.ts";
import { SYNC_REFUSALS } from "./sync-refusals.ts";

/** A value of a variable, or what an effect tells. */
export const playedValue = z.union([z.boolean(), z.number(), z.string(), z.null(), z.array(z.string())]);

export const RunProgress = run.wire
  .extend({
    step: z.int().meta({ description: "Number of steps so far." }),
    last_played_at: z.iso
      .datetime()
      .meta({ description: "Time of the last step, or of the beginning where there is none." }),
  })
  .meta({ id: "RunProgress" });

const shownMarks = z
  .array(TextMark)
  .meta({ description: "Marks on the text as it is shown; none of them is `literal`." });

const RunLine = z
  .object({
    graph_id: z.string(),
    node_id: z.string().meta({ description: "The node." }),
    text: z.string().meta({ description: "Text of the node, with the values of that moment." }),
    text_marks: shownMarks,
    speaker_id: z.string().nullable(),
    speaker_label: z.string().nullable(),
  })
  .meta({ id: "RunLine" });

const RunOffer = z
  .object({
    branch_id: z.string().meta({ description: "The branch." }),
    kind: z.enum(BRANCH_KINDS),
    text: z.string().meta({ description: "Text of the choice; for an event, its name." }),
    text_marks: shownMarks,
    open: z.boolean().meta({ description: "Whether it can be taken." }),
    shown: z
      .boolean()
      .meta({ description: "Whether a player is to see it: open ones, and closed ones that are shown." }),
    closed: z
      .object({
        reason: z.enum(["taken", "condition", "unknown"]).meta({
          description: "Taken as often as it can be, a condition that does not hold, or one that could not be decided.",
        }),
        words: z.string().nullable().meta({ description: "The condition in words; null without one." }),
      })
      .nullable()
      .meta({ description: "Reason of a closed branch; null for an open one." }),
  })
  .meta({ id: "RunOffer" });

const worldPlace = {
  what: z
    .enum(["property", "location", "item", "relationship", "fact", "knowledge", "quest", "time"])
    .meta({ description: "Kind of value in the world." }),
  entity_id: z.string().nullable().meta({ description: "The entity or the quest it is about; null for the time." }),
  key: z.string().nullable().meta({
    description:
      "Path of a property, an item, another entity, what is known, or a fact that is known; of a quest `state`, `stage` or an objective; null for the place and the time.",
  }),
};

/** A value of the world: of a property or a fact, an entity's id for a place, a number for the rest. */
export const worldValue = z.union([z.boolean(), z.number(), z.string(), z.null()]);

export const RunProposal = z
  .object({
    effect_id: z.string().meta({ description: "The effect that did it." }),
    op: z.enum(WORLD_EFFECT_OPS).meta({ description: "Effect." }),
    ...worldPlace,
    before: worldValue.meta({ description: "Previous value in the playthrough; null for none." }),
    after: worldValue.meta({ description: "New value in the playthrough; of knowledge, how it came." }),
  })
  .meta({ id: "RunProposal" });

const RunTrace = z
  .object({
    kind: z.enum([
      "entered",
      "completed",
      "took",
      "detoured",
      "returned",
      "changed",
      "proposed",
      "reset",
      "told",
      "refused",
    ]),
    node_id: z.string().optional().meta({ description: "The node." }),
    branch_id: z.string().optional().meta({ description: "The branch." }),
    effect_id: z.string().optional().meta({ description: "The effect that did it." }),
    variable_id: z.string().optional(),
    before: playedValue.optional().meta({ description: "The value before a change." }),
    after: playedValue.optional().meta({ description: "The value after a change." }),
    op: z.string().optional().meta({
      description: "Message to the host, `command` or `emit`, or change of the world.",
    }),
    what: worldPlace.what.optional(),
    entity_id: worldPlace.entity_id.optional(),
    key: worldPlace.key.optional(),
    value: playedValue.optional().meta({ description: "Message to the host." }),
    reason: z.string().optional().meta({ description: "Why an effect changed nothing." }),
  })
  .meta({ id: "RunTrace" });

const page = {
  said: z.array(RunLine).meta({ description: "Lines since the last step, in order." }),
  trace: z.array(RunTrace).meta({
    description: "Nodes entered and completed, branches taken, and outcomes of effects since the last step, in order.",
  }),
  proposed: z.array(RunProposal).meta({
    description:
      "Changes of the world since the last step, in order. They apply to this playthrough only, until they are accepted.",
  }),
};

export const RunStanding = z
  .object({
    run_id: z.string(),
    step: z.int().meta({ description: "Number of steps so far. The next step must name it." }),
    base_seq: z.int().meta({ description: "The sequence of the story that is played." }),
    status: runFields.status.schema,
    turn: z.int().meta({ description: "Decisions so far." }),
    node: z
      .object({
        graph_id: z.string(),
        id: z.string(),
        kind: z.enum(NODE_KINDS),
        title: z.string().nullable(),
        text: z.string().meta({ description: "Its text; for a command, the instruction to the host." }),
        text_marks: shownMarks,
      })
      .nullable()
      .meta({ description: "Current node." }),
    halt: z.enum(HALTS).meta({ description: "Awaited answer, or the reason of the end; see the guide on playing." }),
    talk: z
      .object({
        entity_id: z.string().nullable().meta({ description: "The character; null where the card names none." }),
        opened: z.array(z.string()).meta({ description: "Offers that the talk has come to: any of them goes on." }),
      })
      .nullable()
      .meta({
        description: "Talk that the player can hold here, beside the offers, its written answers; null for none.",
      }),
    leaves_to: z
      .object({ graph_id: z.string(), node_id: z.string().nullable() })
      .nullable()
      .meta({ description: "Id of the missing dialogue to which it leaves." }),
    offers: z.array(RunOffer).meta({ description: "Branches offered at this point, in order." }),
    ...page,
    variables: z
      .array(z.object({ id: z.string(), name: z.string(), value: playedValue.meta({ description: "Its value." }) }))
      .meta({ description: "The variables that the story uses, with their values." }),
    world: z
      .array(z.object({ ...worldPlace, value: worldValue.meta({ description: "New value in the playthrough." }) }))
      .meta({ description: "Values of the world that differ from the record in this playthrough, or were given." }),
  })
  .meta({ id: "RunStanding" });

const RunPage = z
  .object({
    did: z.enum(["begin", "choose", "answer", "tell", "learn", "untell", "supersede", "quest"]).meta({
      description:
        "Step that led to the page; `tell`, `untell`, `supersede` and `learn` (what was said to an npc) change what is known, and `quest` moves a quest: they stay where it stood.",
    }),
    branch_id: z.string().nullable().meta({ description: "The branch that was taken; null for none." }),
    text: z.string().nullable().meta({ description: "Text of the choice; for an answer, the event." }),
    text_marks: shownMarks,
    ...page,
  })
  .meta({ id: "RunPage" });

export const StartedRun = run.wire
  .extend({ standing: RunStanding.meta({ description: "Current position." }) })
  .meta({ id: "StartedRun" });

export const RunDetail = run.wire
  .extend({
    standing: RunStanding.meta({ description: "Current position." }),
    state: z.looseObject({}).meta({
      description: "State of the runtime, with which a game continues the playthrough offline.",
    }),
    pages: z.int().meta({ description: "Number of all pages." }),
    transcript: z.array(RunPage).meta({
      description:
        "Last pages, earliest first, without steps taken back: as many as were asked for, up to 4 MiB; of a playthrough that takes too much work to play again, up to 16.",
    }),
  })
  .meta({ id: "RunDetail" });

export const SyncedRun = z
  .object({
    run_id: z.string().meta({ description: "The playthrough." }),
    step: z.int().meta({ description: "Number of steps so far. What is played offline next follows it." }),
    status: runFields.status.schema.meta({ description: "Whether it goes on or is over there." }),
    results: z
      .array(
        z
          .object({
            index: z.int().meta({ description: "Place of the action in the request, from 0." }),
            client_id: z.string().meta({ description: "Your id of the action." }),
            result: z.enum(["applied", "repeated", "refused"]).meta({
              description: "`repeated` where the playthrough had it already: it is in it once.",
            }),
            step: z.int().nullable().meta({ description: "Its step; null for one that is refused." }),
            code: z.enum(SYNC_REFUSALS).nullable().meta({
              description:
                "Why it is refused: the branch is not offered there (`not_offered`) or closed (`closed`), nothing waits for that answer (`not_awaited`), the playthrough is over (`over`) or at its beginning (`at_beginning`), it would have too many steps or take too much work (`too_long`), other steps were taken in it meanwhile (`moved_on`), another action has its `client_id` (`client_id_taken`), or one before it was refused (`not_reached`).",
            }),
            reason: z.string().nullable().meta({ description: "The same in words; null for one that is not refused." }),
          })
          .meta({ id: "SyncedAction" }),
      )
      .meta({ description: "Outcomes of the actions, in their order." }),
    standing: RunStanding.meta({ description: "Position behind them, with the last page that they came to." }),
    state: z.looseObject({}).meta({
      description:
        "State of the runtime there, with which a game goes on offline; for players that of their story file.",
    }),
  })
  .meta({ id: "SyncedRun" });

export const RunSave = z
  .object({
    id: z.string(),
    run_id: z.string().meta({ description: "The playthrough." }),
    label: z.string().meta({ description: "Name of the save." }),
    step: z.int().meta({ description: "The step that it names." }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "RunSave" });

/** A quest as it stands in a playthrough. */
export const RunQuest = z
  .object({
    run_id: z.string(),
    run_step: z.int().meta({ description: "Number of steps of the playthrough so far." }),
    quest_id: z.string().meta({ description: "The quest." }),
    external_id: z.string().nullable(),
    name: z.string().meta({ description: "Name of the quest." }),
    state: z.enum(QUEST_STATES).nullable().meta({ description: "Its state; null until it is offered." }),
    stage: z
      .object({ id: z.string(), name: z.string(), text: z.string() })
      .nullable()
      .meta({ description: "The stage that it is in, or ended in; null before the first." }),
    objectives: z
      .array(
        z.object({
          id: z.string(),
          text: z.string(),
          count: z.int().meta({ description: "Number of times it has to be done." }),
          done: z.int().meta({ description: "Number of times it was done." }),
        }),
      )
      .meta({ description: "Objectives of that stage, in order." }),
    next_states: z.array(z.enum(QUEST_STATES)).meta({
      description: "States that it can be moved into; a quest that is over has some where it is `repeatable`.",
    }),
  })
  .meta({ id: "RunQuest" });

const ofRun = {
  graph_id: z.string().meta({ description: "The dialogue that is played." }),
  base_seq: z.int().meta({ description: "The sequence of the story that is played." }),
};

/** A quest as it stands for a player, or in one of the player's playthroughs. */
export const QuestOfPlayer = RunQuest.extend({
  run_id: z.string().nullable().meta({ description: "The playthrough; null for the player's own, which is in none." }),
  run_step: z.int().nullable().meta({ description: "Number of steps of the playthrough so far; null for none." }),
  objectives: RunQuest.shape.objectives.meta({
    description:
      "Objectives of that stage, in order; none of the player's own, as they are counted in playthroughs alone.",
  }),
  graph_id: ofRun.graph_id.nullable().meta({ description: "The dialogue that is played; null for the player's own." }),
  base_seq: ofRun.base_seq.nullable().meta({ description: "The sequence that is played; null for the player's own." }),
  status: runFields.status.schema.nullable().meta({ description: "State of the playthrough; null for none." }),
}).meta({ id: "QuestOfPlayer" });

/** A save of one playthrough of a player, with the card that it stands at. */
export const PlayerSave = RunSave.extend({
  ...ofRun,
  node: z
    .object({
      graph_id: z.string(),
      id: z.string(),
      kind: z.enum(NODE_KINDS),
      title: z.string().nullable(),
      text: z.string().meta({ description: "Its first 200 characters, as they are written." }),
    })
    .nullable()
    .meta({ description: "The card at which it stands; null before the first, and where it was not kept." }),
}).meta({ id: "PlayerSave" });

/** The step that a request answers. */
export const stepField = integer({ min: 0 }).meta({
  description:
    "The `step` this answers. Sent again with the same content it is answered as before; another one is 409 `run_step`.",
});

export const runParams = z.object({ project_id: idOf("prj"), run_id: idOf("run") });
