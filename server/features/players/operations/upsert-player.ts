import type { JsonObject } from "#domain/json.ts";
import { newId } from "../../../kernel/ids.ts";
import { Problem } from "../../../kernel/problem.ts";
import { requireMatch } from "../../../operation/edit.ts";
import { stateOf } from "../../../record/resource.ts";
import { makePlayers } from "../make-players.ts";
import { playersByName, requireExternalId } from "../names.ts";
import { type PlayerState, player } from "../player.ts";

export const upsertPlayer = player.upsert({
  example: { external_id: "player-4711", display_name: "Ines", locale: "pt-PT" },
  errors: ["player_erased"],
  alone: true,
  write: async (context, { external_id, base_seq, ...sent }, { ifMatch }) => {
    const { record, services } = context;
    requireExternalId(external_id);
    const holder = (await playersByName(context, [external_id])).get(external_id) ?? null;
    if (holder?.isErased === true) throw new Problem("player_erased", { detail: { player_id: holder.id } });
    const version = holder === null ? null : await record.require(player.resource, holder.id);
    requireMatch({ ifMatch }, version);
    if (version === null) {
      const id = newId(player.resource.prefix, services.clock.now());
      await makePlayers(context, [{ ...sent, external_id, id }]);
      return { id, outcome: "created" };
    }
    const patch = (state: JsonObject) => ({ ...state, ...given(sent) });
    const before = stateOf(player.resource, version) as JsonObject;
    const after = await player.sealing.change(context, version.id, before, patch);
    record.update(player.resource, version, after as unknown as PlayerState);
    if (base_seq !== undefined) await record.requireNoConflict(player.resource, version.id, base_seq);
    return { id: version.id, outcome: "updated" };
  },
});

function given(sent: object): JsonObject {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
}
