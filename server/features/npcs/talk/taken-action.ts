import { z } from "zod";

/** Action that an npc takes, with an argument for each parameter. */
export const TakenAction = z
  .object({
    key: z.string().meta({ description: "The declared action." }),
    arguments: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .meta({ description: "Values of its parameters, by their keys; an entity is its id." }),
  })
  .meta({ id: "NpcActionTaken" });
export type TakenAction = z.output<typeof TakenAction>;
