import { playerEventKindFields, playerEventKindVersions } from "#drizzle/schema/player-events.ts";
import { invalidValue, Problem } from "../../kernel/problem.ts";
import { schemaMistake } from "../../operation/json-schema/json-schema.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";

/** Kinds of player events that a project may declare. */
const MAX_KINDS = 200;

/** A kind of player event of a project's own, with the form that the data of its events has. */
export const eventKind = recorded({
  type: "player_event_kind",
  one: "kind of player event",
  many: "kinds of player events",
  plural: "player_event_kinds",
  path: "/v1/projects/{project_id}/player-event-kinds",
  table: playerEventKindVersions,
  fields: playerEventKindFields,
  invariants: async (record, changes, self) => {
    for (const { after, loc, isKept } of changes) {
      const mistake = after === null || isKept ? null : schemaMistake(after.schema);
      if (mistake !== null) throw invalidValue([...loc, "schema"], mistake, null);
    }
    const made = changes.flatMap(({ id, before, after, loc }) =>
      after === null || before !== null ? [] : [{ id, name: after.name, loc }],
    );
    if (made.length === 0) return;
    const present = await record.find(self, {});
    for (const { id, name, loc } of made) {
      // One of each name: which schema an event is compared with may not depend on the order of reading.
      const holder = present.find((other) => other.name === name && other.id !== id);
      if (holder !== undefined) throw new Problem("name_taken", { detail: { id: holder.id, name } });
      if (present.length > MAX_KINDS)
        throw invalidValue([...loc, "name"], `a project has at most ${MAX_KINDS} kinds of player events`, name);
    }
  },
  example: {
    state: {
      name: "boss_defeated",
      schema: { type: "object", properties: { seconds: { type: "number" } }, required: ["seconds"] },
    },
    edits: { updated: { on_mismatch: "quarantine" } },
  },
});
