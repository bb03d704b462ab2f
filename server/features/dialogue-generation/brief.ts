import { z } from "zod";
import { DRAFT_SIZE } from "#domain/sketch/dialogue-sketch.ts";
import { idOf, integer, text } from "../../kernel/validation/fields.ts";

/** Brief that a dialogue is generated from. */
export const DialogueBrief = z.object({
  prompt: text({ min: 1, max: 20_000 }).meta({
    description: "Content of the dialogue: the characters' goals and possible outcomes.",
  }),
  cast: z
    .array(idOf("ent"))
    .max(12)
    .default([])
    .meta({ description: "Entities that speak; without any the narrator does." }),
  place: idOf("ent").nullable().default(null).meta({ description: "Entity where it takes place." }),
  size: integer({ min: DRAFT_SIZE.least, max: DRAFT_SIZE.most, default: DRAFT_SIZE.usual }).meta({
    description: "Approximate number of cards.",
  }),
  into: z
    .strictObject({
      graph_id: idOf("dlg").meta({ description: "Dialogue to continue." }),
      node_id: idOf("node")
        .nullable()
        .default(null)
        .meta({ description: "Node to continue from; the start of the dialogue when absent." }),
    })
    .nullable()
    .default(null)
    .meta({
      description: "Dialogue for which the result is suggested. By default a new dialogue is created, in one commit.",
    }),
});
export type DialogueBrief = z.output<typeof DialogueBrief>;
