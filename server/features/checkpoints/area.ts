import { area } from "../../operation/area.ts";
import { checkpoint, namedSeq } from "./checkpoint.ts";

export const checkpoints = area({
  resources: [checkpoint],
  words: { checkpoint: ["named moment", "named moments"] },
  forms: ["create"],
  operations: {
    create: checkpoint.create({
      description: "Gives a moment of the project a name, so that it can be found, looked at and restored from.",
      example: { name: "Before the rewrite of act two" },
      state: async (context, body) => namedSeq(context, body),
    }),
    list: checkpoint.list(),
    get: checkpoint.get(),
    update: checkpoint.update({
      description: "Its name and its note; the moment it names stays.",
      example: { name: "First table read" },
    }),
    delete: checkpoint.delete({ description: "Only the name goes; the moment stays in the record." }),
    restore: checkpoint.restore({
      summary: "Restore a deleted checkpoint",
      description:
        "Restores the checkpoint itself, its name and note, if it was deleted, or its version at `seq`. The project stays as it is: to return to a checkpoint, [copy the project](/docs/reference/projects#projects_copy) at its `seq`. `dry_run` returns the changes without writing them.",
    }),
    ...checkpoint.transitions(),
  },
});
