import { z } from "zod";
import { freeObject, idOf, integer, singleLine, timestamp } from "../../kernel/validation/fields.ts";
import { QUEST_MOVED } from "../runs/public.ts";

/** Events that one request may bring. */
export const MAX_EVENTS = 1_000;

/** Bytes of the JSON of one event's data. */
const MAX_DATA_BYTES = 4_096;

const common = {
  client_id: singleLine({ min: 1, max: 100 }).meta({
    description: "Your id of the event, such as a UUID. Sent again it is answered as before and stored once.",
  }),
  player: singleLine({ min: 1, max: 255 }).meta({
    description: "The player: an id of `ply_…`, or your own id of the player. One that is not known yet is made.",
  }),
  at: timestamp().meta({
    description: "When it happened by the clock of the game. It is counted on this day, in UTC.",
  }),
  run_id: idOf("run").optional().meta({ description: "The playthrough in which it happened." }),
  version: integer({ min: 1 })
    .optional()
    .meta({ description: "The sequence of the story that the player played, as the game loaded it." }),
  data: freeObject({ maxBytes: MAX_DATA_BYTES }).optional().meta({ description: "What else there is to say." }),
};

const graphId = idOf("dlg").meta({ description: "The dialogue." });
const nodeId = idOf("node").meta({ description: "The card at which the player chose." });

const ChoiceEvent = z
  .strictObject({
    ...common,
    kind: z.literal("choice"),
    graph_id: graphId,
    node_id: nodeId,
    branch_id: idOf("br").meta({ description: "The branch that the player took." }),
  })
  .meta({ id: "PlayerChoice", description: "A player took a branch of a card." });

const QuestEvent = z
  .strictObject({
    ...common,
    kind: z.literal("quest"),
    quest_id: idOf("qst").meta({ description: "The quest." }),
    state: z.enum(["offered", "active", "completed", "failed", "abandoned", "expired"]).meta({
      description: "The state that it came to.",
    }),
    graph_id: graphId.optional(),
  })
  .meta({
    id: "PlayerQuest",
    description:
      "A quest of a player came to another state: with `run_id` it is moved in this playthrough of the player, without for the player.",
  });

const CustomEvent = z
  .strictObject({
    ...common,
    kind: z.literal("custom"),
    name: singleLine({ min: 1, max: 100 }).meta({
      description: "Its kind, in your own words. One that is declared says what `data` has to be.",
    }),
    graph_id: graphId.optional(),
    node_id: nodeId.optional(),
  })
  .meta({ id: "PlayerOther", description: "Something of the game's own happened." });

export const SentEvent = z
  .discriminatedUnion("kind", [ChoiceEvent, QuestEvent, CustomEvent])
  .meta({ id: "SentPlayerEvent" });

/** An event as it was sent. */
export type SentEvent = z.output<typeof SentEvent>;

/** Events of one request that may move quests of playthroughs: each is a step of its own. */
export const MAX_MOVES = 100;

/** Whether an event moves a quest of a playthrough. */
export const movesInRun = (event: SentEvent): event is Extract<SentEvent, { kind: "quest" }> & { run_id: string } =>
  event.kind === "quest" && event.run_id !== undefined;

/** Reasons why an event is not stored. */
export const REFUSALS = [
  "too_old",
  "in_future",
  "no_such_player",
  "player_erased",
  "does_not_fit",
  "client_id_taken",
] as const;
export type Refusal = (typeof REFUSALS)[number];

export const EventResult = z
  .object({
    client_id: z.string().meta({ description: "Your id of the event." }),
    status: z.enum(["stored", "repeated", "quarantined", "refused"]).meta({
      description:
        "`repeated` was stored before; `quarantined` is kept and not counted, because its data does not fit its kind.",
    }),
    number: z
      .int()
      .optional()
      .meta({ description: "Its place in the list of player events; absent for what is refused." }),
    code: z.enum(REFUSALS).optional().meta({
      description:
        "Why it is refused: it happened before the time that the plan keeps, or in the future; there is no player of that id; its player was erased; its data does not fit its kind; or another event has its `client_id`. `does_not_fit` is said of what is quarantined, too.",
    }),
    message: z.string().optional().meta({ description: "What of it does not fit." }),
    quest_move: z.enum(QUEST_MOVED).optional().meta({
      description:
        "Of an event of a quest that is stored, what became of the quest: it was `moved`; its state does not allow the move; there is no such quest, in the story that is played where it names a playthrough; the player has no such playthrough; the playthrough takes no more steps; or the token of a player sent it, which moves none.",
    }),
  })
  .meta({ id: "PlayerEventResult" });

/** Outcome of an event that was sent. */
export type EventResult = z.input<typeof EventResult>;

export const PlayerEvent = z
  .object({
    number: z.int().meta({ description: "Its place among the player events of the project." }),
    client_id: z
      .string()
      .meta({ description: "Your id of it; for a step of a playthrough that and the number of the step." }),
    kind: z.enum(["choice", "quest", "custom"]),
    name: z.string().nullable(),
    player_id: z.string().meta({ description: "The player; for a playthrough without one, the playthrough." }),
    at: z.iso.datetime().meta({ description: "When it happened by the clock of the game." }),
    received_at: z.iso.datetime().meta({ description: "When it came." }),
    run_id: z.string().nullable(),
    step: z.int().nullable().meta({ description: "The step of the playthrough that it was; null for what was sent." }),
    graph_id: z.string().nullable(),
    node_id: z.string().nullable(),
    branch_id: z.string().nullable(),
    quest_id: z.string().nullable().meta({ description: "The quest." }),
    state: z.string().nullable(),
    quest_move: z
      .enum(QUEST_MOVED)
      .nullable()
      .meta({ description: "What became of the quest; null for other events." }),
    version: z.int().nullable().meta({ description: "The sequence of the story." }),
    data: z.looseObject({}).nullable(),
    quarantined: z
      .boolean()
      .meta({ description: "Whether its data does not fit its kind, so that it is not counted." }),
  })
  .meta({ id: "PlayerEvent" });
