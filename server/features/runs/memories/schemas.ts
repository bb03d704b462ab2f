import { z } from "zod";
import { idOf } from "../../../kernel/validation/fields.ts";

/** States of what was learnt in a playthrough. */
export const MEMORY_STATES = ["open", "accepted", "dismissed"] as const;
export type MemoryState = (typeof MEMORY_STATES)[number];

export const memoryParams = z.object({
  project_id: idOf("prj"),
  memory_id: idOf("fact").meta({ description: "The memory: the fact that the playthrough made of it." }),
});

/** Memory of a playthrough. */
export const RunMemoryItem = z
  .object({
    id: z.string().meta({ description: "The fact that the playthrough made of it." }),
    text: z.string().meta({ description: "What was learnt, a sentence." }),
    entity_id: z.string().nullable().meta({ description: "The character that was told; null where nobody is known." }),
    subject_id: z.string().nullable().meta({ description: "The entity that it is about: the one that spoke." }),
    known_by: z
      .union([z.literal("everyone"), z.array(z.string())])
      .meta({ description: "Entities that know it in the playthrough." }),
    run_id: z.string().meta({ description: "The playthrough." }),
    step: z
      .int()
      .meta({ description: "Step of the playthrough at which it was learnt. It may have been taken back since." }),
    at: z.iso.datetime().meta({ description: "Time at which it was learnt." }),
    state: z.enum(MEMORY_STATES).meta({ description: "`open` until somebody accepts or dismisses it." }),
    fact_id: z.string().nullable().meta({ description: "The fact of the record that it became; null for none." }),
  })
  .meta({ id: "RunMemory" });
export type ShownMemory = z.input<typeof RunMemoryItem>;
