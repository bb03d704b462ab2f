import { z } from "zod";
import { actFields, chapterFields } from "#drizzle/schema/chapters.ts";
import { projectRead } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { readOutline } from "../read-outline.ts";
import { status } from "../schemas.ts";

const OutlineAct = z
  .object({
    id: z.string().meta({ description: "Id of the act." }),
    title: z.string().meta({ description: "Title of the act." }),
    order_key: z.string().meta({ description: actFields.order_key.options.description }),
    summary: z.string().meta({ description: "What happens in it." }),
    chapters: z.int().meta({ description: "Number of its chapters." }),
    words: z.int().meta({ description: "Words of its chapters." }),
  })
  .meta({ id: "OutlineAct" });

const OutlineChapter = z
  .object({
    id: z.string().meta({ description: "Id of the chapter." }),
    number: z.int().nullable().meta({ description: "Its number in the book, from 1; null for an archived one." }),
    act_id: z.string().nullable().meta({ description: "The act it belongs to; null for none." }),
    title: z.string().meta({ description: "Title of the chapter." }),
    order_key: z.string().meta({ description: chapterFields.order_key.options.description }),
    status,
    summary: z.string().meta({ description: "What happens in it." }),
    pov_entity_id: z.string().nullable().meta({ description: "The character through whose eyes it is told." }),
    beats: z.int().meta({ description: "Number of its beats." }),
    plot_lines: z.array(z.string()).meta({ description: chapterFields.plot_lines.options.description }),
    story_order: z.number().nullable().meta({ description: chapterFields.story_order.options.description }),
    words: z.int().meta({ description: "Words of its prose." }),
    target_words: z.int().nullable().meta({ description: chapterFields.target_words.options.description }),
    passages: z.int().meta({ description: "Number of its passages." }),
    valid_from_seq: z.int().meta({ description: "Sequence of its last change, for `If-Match`." }),
  })
  .meta({ id: "OutlineChapter" });

export const getOutline = projectRead({
  method: "GET",
  path: "/v1/projects/{project_id}/book-author/outline",
  scope: "read",
  summary: "Read the outline of the book",
  description:
    "Acts and chapters with their states, words and targets. Chapters of a story order come by it with `order=story`, the others behind them.",
  params: projectScope,
  query: z.object({
    order: z
      .enum(["reading", "story"])
      .default("reading")
      .meta({ description: "`reading` as they are read, `story` as they happen." }),
  }),
  output: z
    .object({
      words: z.int().meta({ description: "Words of the book, without archived chapters." }),
      target_words: z.int().meta({ description: "Sum of the targets, without archived chapters." }),
      acts: z.array(OutlineAct).meta({ description: "Acts in the order in which they are read." }),
      chapters: z.array(OutlineChapter).meta({ description: "Chapters in the order that is asked for." }),
    })
    .meta({ id: "BookOutline" }),
  errors: ["not_found"],
  handle: async ({ db, project, atSeq }, { query }) => {
    const outline = await readOutline(db, project.id, atSeq);
    let number = 0;
    const chapters = outline.chapters.map(({ version, words, passages, act }) => ({
      id: version.id,
      number: version.status === "archived" ? null : ++number,
      act_id: act?.id ?? null,
      title: version.title,
      order_key: version.order_key,
      status: version.status,
      summary: version.summary,
      pov_entity_id: version.pov_entity_id,
      beats: version.beats.length,
      plot_lines: version.plot_lines,
      story_order: version.story_order,
      words,
      target_words: version.target_words,
      passages,
      valid_from_seq: version.valid_from_seq,
    }));
    const counted = chapters.filter(({ number: own }) => own !== null);
    const byAct = Map.groupBy(counted, ({ act_id }) => act_id);
    return {
      words: sum(counted, ({ words }) => words),
      target_words: sum(counted, ({ target_words }) => target_words ?? 0),
      acts: outline.acts.map(({ id, title, summary, order_key }) => {
        const own = byAct.get(id) ?? [];
        return { id, title, order_key, summary, chapters: own.length, words: sum(own, ({ words }) => words) };
      }),
      chapters: query.order === "story" ? chapters.toSorted((a, b) => storyOrder(a) - storyOrder(b)) : chapters,
    };
  },
});

/** Order in the story; the sort is stable, so that chapters of one moment stay as they are read. */
function storyOrder({ story_order }: { story_order: number | null }): number {
  return story_order ?? Number.MAX_VALUE;
}

function sum<T>(of: readonly T[], value: (each: T) => number): number {
  return of.reduce((total, each) => total + value(each), 0);
}
