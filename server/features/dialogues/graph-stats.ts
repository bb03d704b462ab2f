import { z } from "zod";
import type { ProjectReadContext } from "../../operation/context.ts";
import { digestsOf } from "./digest.ts";
import { authorsOf } from "./edited.ts";
import { DialogueGraph } from "./schemas.ts";
import type { GraphVersion } from "./states.ts";

const DialogueStats = z
  .object({
    words: z.int().meta({ description: "Words of texts and choices." }),
    endings: z.int().meta({ description: "Nodes of kind `end`." }),
    speakers: z.int().meta({ description: "Entities and free labels that speak." }),
    dead_ends: z.int(),
    unreachable: z.int(),
    invalid_targets: z.int().meta({ description: "Branches that lead to no node." }),
    edited_at: z.iso.datetime().meta({ description: "The last change to the dialogue or anything in it." }),
    edited_by: z.string().meta({ description: "`key:…`, `user:…` or `system:…`." }),
    edited_seq: z.int(),
  })
  .meta({ id: "DialogueStats" });
export type DialogueStats = z.output<typeof DialogueStats>;

/** A dialogue of a list, with its numbers where they were asked for. */
export const ListedDialogue = DialogueGraph.extend({
  stats: DialogueStats.optional().meta({ description: "Only with `stats=true`." }),
}).meta({ id: "ListedDialogue" });

/** The numbers of the dialogues of one page, whose rows carry the sequence of their last edit as `edited_seq`. */
export async function statsOf(
  context: ProjectReadContext,
  rows: readonly GraphVersion[],
): Promise<Map<string, DialogueStats>> {
  const editedSeq = (row: GraphVersion): number => Number((row as GraphVersion & { edited_seq: unknown }).edited_seq);
  const digests = await digestsOf(context, rows);
  const authors = await authorsOf(context.db, context.project.id, rows.map(editedSeq));
  return new Map(
    rows.flatMap((row) => {
      const digest = digests.get(row.id);
      const author = authors.get(editedSeq(row));
      if (digest === undefined || author === undefined) return [];
      const { speakers, ...numbers } = digest;
      const edited = { edited_at: author.at, edited_by: author.actor, edited_seq: editedSeq(row) };
      return [[row.id, { ...numbers, speakers: speakers.length, ...edited }] as const];
    }),
  );
}
