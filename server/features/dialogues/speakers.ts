import { z } from "zod";
import { compareCodePoints } from "#domain/code-points.ts";
import type { ProjectReadContext } from "../../operation/context.ts";
import { findVersions } from "../../record/versions.ts";
import { entityResource } from "../entities/public.ts";
import { digestsOf, speakerKey } from "./digest.ts";
import { graphResource } from "./resources.ts";

export const Speaker = z
  .object({
    speaker_id: z.string().nullable().meta({ description: "The entity that speaks; null for a free label." }),
    speaker_label: z.string().nullable().meta({ description: "The free label; null where an entity speaks." }),
    name: z
      .string()
      .nullable()
      .meta({ description: "The entity's name, or the label; null if the entity does not exist." }),
    lines: z.int().meta({ description: "Nodes this one speaks." }),
    words: z.int(),
    dialogues: z.int().meta({ description: "Dialogues this one speaks in." }),
  })
  .meta({ id: "Speaker" });

/** Returns the speakers in the dialogues of a project, the one with most lines first. */
export async function speakersOf(context: ProjectReadContext, graphId?: string): Promise<z.input<typeof Speaker>[]> {
  const { db, project, atSeq } = context;
  const where = graphId === undefined ? {} : { id: graphId };
  const graphs = await findVersions(db, graphResource, project.id, where, atSeq);
  const digests = await digestsOf(context, graphs);
  const all = new Map<string, z.input<typeof Speaker>>();
  for (const { speakers } of digests.values()) {
    for (const { speaker_id, speaker_label, lines, words } of speakers) {
      const key = speakerKey({ speaker_id, speaker_label });
      const known = all.get(key) ?? {
        speaker_id,
        speaker_label,
        name: speaker_label,
        lines: 0,
        words: 0,
        dialogues: 0,
      };
      known.lines += lines;
      known.words += words;
      known.dialogues += 1;
      all.set(key, known);
    }
  }
  const ids = [...all.values()].flatMap(({ speaker_id }) => speaker_id ?? []);
  for (const { id, name } of await findVersions(db, entityResource, project.id, { id: ids }, atSeq)) {
    const speaker = all.get(speakerKey({ speaker_id: id, speaker_label: null }));
    if (speaker !== undefined) speaker.name = name;
  }
  return [...all.values()].sort((a, b) => b.lines - a.lines || compareCodePoints(keyOf(a), keyOf(b)));
}

function keyOf({ name, speaker_id }: z.input<typeof Speaker>): string {
  return `${name ?? ""}\n${speaker_id ?? ""}`;
}
