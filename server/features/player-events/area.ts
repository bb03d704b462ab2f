import { area } from "../../operation/area.ts";
import { upkeep } from "../../queue/upkeep.ts";
import { eventKind } from "./event-kind.ts";
import { forgetOldEvents } from "./forget.ts";
import { countPlayerEvents } from "./operations/count-player-events.ts";
import { listPlayerEvents } from "./operations/list-player-events.ts";
import { receivePlayerEvents } from "./operations/receive-events.ts";
import { received } from "./received.ts";

export const playerEvents = area({
  tag: "players",
  resources: [received],
  words: { player_events: ["player events", "player events"] },
  jobs: [
    upkeep("forget_player_events", ({ database, clock }) => forgetOldEvents(database.writes, clock.now()), "1 hour"),
  ],
  operations: {
    receive: receivePlayerEvents,
    feed: listPlayerEvents,
    counts: countPlayerEvents,
    listNews: received.list({
      summary: "Read what the record says of player events",
      description:
        "At most one, once there are player events: the number of the last that the record knew of at `at_seq`. The events themselves lie beside the record.",
    }),
  },
});

export const playerEventKinds = area({
  tag: "players",
  resources: [eventKind],
  words: { player_event_kind: ["kind of player event", "kinds of player events"] },
  operations: {
    create: eventKind.create({
      description:
        "Declares a kind of the game's own: the JSON Schema of the `data` of its events, and what becomes of an event that does not fit. Events of a kind that is not declared may have any data.",
      errors: ["name_taken"],
      example: {
        name: "boss_defeated",
        description: "A boss was defeated, and how long it took.",
        schema: { type: "object", properties: { seconds: { type: "number", minimum: 0 } }, required: ["seconds"] },
        on_mismatch: "quarantine",
      },
    }),
    list: eventKind.list(),
    get: eventKind.get(),
    update: eventKind.update({
      description: "Another schema holds for events from then on; those that are stored stay as they are.",
      example: { on_mismatch: "refuse" },
    }),
    delete: eventKind.delete({ description: "Its events stay, and those that come may have any data." }),
    restore: eventKind.restore({ errors: ["name_taken"] }),
  },
});
