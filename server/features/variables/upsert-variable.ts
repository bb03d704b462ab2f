import type { z } from "zod";
import { neutralValue } from "#domain/dialogue/wire.ts";
import { jsonEqual } from "#domain/json.ts";
import { newId } from "../../kernel/ids.ts";
import { sentFields } from "../../kernel/sent-fields.ts";
import type { ProjectWriteContext } from "../../operation/context.ts";
import { requireFields, type UpsertOptions, type UpsertResult, upsertNamed } from "../../operation/upsert.ts";
import { newState, stateOf } from "../../record/resource.ts";
import { variable } from "../dialogues/public.ts";

/** Creates or changes a variable in the unit of work, named by its external id. */
export async function upsertIn(
  { record, services }: Pick<ProjectWriteContext, "record" | "services">,
  body: z.output<typeof variable.upsertBody>,
  options: UpsertOptions,
): Promise<UpsertResult> {
  const { resource } = variable;
  const { loc = ["body"] } = options;
  const { base_seq: baseSeq, ...sent } = body;
  return upsertNamed(record, resource, body, options, {
    create: async () => {
      const { type, ...named } = requireFields({ name: sent.name, type: sent.type }, body, loc);
      const first = sent.default ?? neutralValue(type, sent.enum_values ?? []);
      const id = newId(resource.prefix, services.clock.now());
      record.create(resource, id, newState(resource, { ...sent, ...named, type, default: first }), { loc });
      return id;
    },
    change: async (version) => {
      const from = stateOf(resource, version);
      const next = { ...from, ...sentFields(sent) };
      record.update(resource, version, next, { loc });
      if (baseSeq !== undefined) await record.requireNoConflict(resource, version.id, baseSeq, { from, loc });
      return !jsonEqual(from, next);
    },
  });
}
