import { z } from "zod";

/** Parts of an event of an erasure that are no state: what was erased, and what could not be. */
export const ErasureData = z.object({
  counts: z.record(z.string(), z.int()).meta({ description: "Number of what was erased, by kind." }),
  kept: z
    .array(
      z.object({
        kind: z.string().meta({ description: "Kind of the data." }),
        reason: z.string().meta({ description: "Reason that it stays." }),
        count: z.int().meta({ description: "How many there are." }),
        ids: z.array(z.string()).meta({ description: "Ids of the first hundred." }),
      }),
    )
    .meta({ description: "Data that cannot be erased; empty for none." }),
});

/** Receipt of an erasure. */
export const ErasureReceipt = z
  .object({
    player_id: z.string().meta({ description: "The erased player." }),
    status: z
      .literal("completed")
      .meta({ description: "Always `completed`: the erasure is done when it is answered." }),
    erased_at: z.iso.datetime().meta({ description: "Time of the erasure, UTC." }),
    seq: z.int().meta({ description: "Sequence of the event `player.erased`." }),
    ...ErasureData.shape,
  })
  .meta({ id: "ErasureReceipt" });
