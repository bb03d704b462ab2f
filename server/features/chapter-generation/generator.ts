import { sketchBeats, sketchScene } from "#domain/book/sketch.ts";
import { codePointLength } from "#domain/text-marks/text-mark.ts";
import { data, generator, recordPart, request } from "../generation/public.ts";
import { ChapterAnswer, MOST } from "./answer.ts";
import { ChapterBrief, ChapterOfBrief } from "./brief.ts";
import { completeBrief } from "./complete.ts";
import { landChapter } from "./land.ts";
import { type OpenThreads, openThreads } from "./open-threads.ts";

/** Outline, text or rewritten span of a chapter. Without a model it is an outline of open threads, and a labelled note for each beat. */
export const chapterGenerator = generator({
  kind: "chapter",
  path: "/v1/projects/{project_id}/book-author/chapters/{chapter_id}/generate",
  brief: ChapterBrief,
  query: (brief) => ChapterOfBrief.parse(brief).query,
  complete: completeBrief,
  gather: async (db, projectId, seq) => (await openThreads(db, projectId, seq)) as never,
  prompt: (brief, context) => {
    const chapter = ChapterOfBrief.parse(brief);
    const { promises, others } = context.gathered as unknown as OpenThreads;
    return {
      task: TASKS[brief.mode],
      parts: [
        recordPart(context),
        data("chapter", "the chapter", describe(chapter)),
        data("promises", "the promises of the story that are still to be kept", promises.join("\n") || "none"),
        ...(brief.mode === "outline" ? [data("threads", "what else is open", others.join("\n") || "none")] : []),
        ...(chapter.before === "" ? [] : [data("before", "what happened in the chapter before", chapter.before)]),
        ...(chapter.tail === "" ? [] : [data("text", "the end of its text so far", chapter.tail)]),
        ...(brief.mode === "draft" ? [data("beats", "the beats to tell, as id: beat", listOf(chapter.untold))] : []),
        ...(chapter.around === null
          ? []
          : [
              data("left", "the words before the span, which stay", chapter.around[0]),
              data("span", "the span to write anew", chapter.around[1]),
              data("right", "the words behind the span, which stay", chapter.around[2]),
            ]),
        ...(brief.instructions === "" ? [] : [request(brief.instructions)]),
      ],
    };
  },
  answer: ChapterAnswer,
  rules: (draft, brief) => {
    const { mode } = brief;
    const { room } = ChapterOfBrief.parse(brief);
    if (mode === "outline" && draft.beats.length === 0) return [{ pointer: "/beats", message: "an outline has beats" }];
    if ((mode === "draft" || mode === "continue") && draft.passages.length === 0)
      return [{ pointer: "/passages", message: "a draft has passages" }];
    if (mode === "rewrite" && draft.replacement === null)
      return [{ pointer: "/replacement", message: "a rewrite has the words in place of the span" }];
    if (codePointLength(draft.replacement ?? "") > room)
      return [{ pointer: "/replacement", message: `the passage has room for ${room} characters in place of the span` }];
    return [];
  },
  sketch: (brief, context) => {
    const chapter = ChapterOfBrief.parse(brief);
    const nothing = { summary: null, beats: [], passages: [], replacement: null };
    if (brief.mode === "rewrite") return null;
    if (brief.mode === "outline") {
      const { promises, others } = context.gathered as unknown as OpenThreads;
      return { ...nothing, beats: sketchBeats(chapter, [...promises, ...others]) };
    }
    const untold = brief.mode === "draft" ? chapter.untold : chapter.untold.slice(0, 1);
    const scenes = untold.length > 0 ? untold : [{ id: null, text: `What follows in “${chapter.title}”` }];
    const passages = scenes
      .slice(0, MOST)
      .map(({ id, text: beat }) => ({ beat_id: id, kind: "note" as const, text: sketchScene(beat, chapter) }));
    return { ...nothing, passages };
  },
  land: async (unit, draft, session, brief) => landChapter(unit, draft, session, brief),
});

const TASKS = {
  outline:
    "You outline a chapter of a book: a summary and the beats of what happens, each a sentence. Contradict nothing that is recorded.",
  draft:
    "You write a chapter of a book: a passage of prose for each beat that is named, in order, through the eyes of its point of view. Contradict nothing that is recorded, and tell nothing twice.",
  continue:
    "You continue a chapter of a book: one passage of prose that follows its text, in the same voice and tense. Contradict nothing that is recorded.",
  rewrite:
    "You write a span of a book's text anew. Answer only the words in place of the span: what stands before and behind it stays as it is.",
} as const;

function describe({ title, summary, pov, beats }: ChapterOfBrief): string {
  const lines = [`Title: ${title}`, `Summary: ${summary || "none"}`, `Point of view: ${pov ?? "none"}`];
  return [...lines, "Beats:", listOf(beats)].join("\n");
}

const listOf = (beats: ChapterOfBrief["beats"]) =>
  beats.map(({ id, text: own }) => `${id}: ${own}`).join("\n") || "none";
