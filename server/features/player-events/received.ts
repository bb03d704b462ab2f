import { playerEventsFields, playerEventsVersions } from "#drizzle/schema/player-events.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";

/**
 * The one subject by which the record of a project knows of its player events, which lie beside it: each of its events says that there
 * are more. Nobody else changes it, so nothing but this happens to it.
 */
export const received = recorded({
  type: "player_events",
  plural: "player_events",
  path: "/v1/projects/{project_id}/player-event-news",
  table: playerEventsVersions,
  fields: playerEventsFields,
  creation: "received",
  events: {
    received: {
      meaning:
        "Players did more: `last_number` is the number of the last of these events, which `GET …/player-events` reads. At most one a second.",
    },
  },
  example: {
    state: {
      last_number: 4_711,
      count: 211,
      digest: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    },
  },
});

/** Returns the id of that subject. */
export function receivedId(projectId: string): string {
  return `${received.resource.prefix}_${projectId.slice(projectId.indexOf("_") + 1)}`;
}
