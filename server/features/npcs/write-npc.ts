import type { z } from "zod";
import { jsonEqual } from "#domain/json.ts";
import { newId } from "../../kernel/ids.ts";
import { invalidValue } from "../../kernel/problem.ts";
import { sentFields } from "../../kernel/sent-fields.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { requireFields, type UpsertOptions, type UpsertResult, upsertNamed } from "../../operation/upsert.ts";
import { newState, stateOf } from "../../record/resource.ts";
import { npc } from "./npc.ts";

/** Creates or changes an npc in the unit of work, named by its external id. */
export async function upsertIn(
  { record, services }: Pick<ProjectWriteContext, "record" | "services">,
  body: z.output<typeof npc.upsertBody>,
  options: UpsertOptions,
): Promise<UpsertResult> {
  const { loc = ["body"] } = options;
  const { base_seq: baseSeq, ...sent } = body;
  return upsertNamed(record, npc.resource, body, options, {
    create: async () => {
      const named = requireFields({ entity_id: sent.entity_id }, body, loc);
      const id = newId(npc.resource.prefix, services.clock.now());
      record.create(npc.resource, id, newState(npc.resource, { ...sent, ...named }), { loc: [...loc] });
      return id;
    },
    change: async (version) => {
      const from = stateOf(npc.resource, version);
      if (sent.entity_id !== undefined && sent.entity_id !== from.entity_id) {
        throw invalidValue([...loc, "entity_id"], "an npc stays that of its entity", sent.entity_id);
      }
      const next = { ...from, ...sentFields(sent) };
      record.update(npc.resource, version, next, { loc: [...loc] });
      if (baseSeq !== undefined) {
        await record.requireNoConflict(npc.resource, version.id, baseSeq, { from, loc: [...loc] });
      }
      return !jsonEqual(from, next);
    },
  });
}
