import { sql } from "drizzle-orm";
import { invalidValue } from "../../../kernel/problem.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { byId } from "../../../record/look-up.ts";
import { holds } from "../../../record/versions.ts";
import { entityResource } from "../../entities/public.ts";
import { act } from "../act.ts";
import { chapter, MAX_CHAPTERS, requirePointOfView, withBeatIds } from "../chapter.ts";
import { placeAfter } from "../places.ts";
import { afterId, besideId } from "../schemas.ts";

const body = chapter.body
  .extend({ after_id: afterId(besideId, "chapter of the same act, or act or chapter outside of acts,") })
  .meta({ id: "ChapterCreate" });

export const createChapter = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/book-author/chapters",
  scope: "write",
  summary: "Create a chapter",
  description: "It begins as an outline. Its text is written as passages.",
  params: projectScope,
  body,
  output: chapter.wire,
  status: 201,
  errors: ["not_found", "id_taken"],
  example: {
    title: "The salt gate",
    summary: "The gate opens at the ebb.",
    beats: [{ text: "Mara finds the gate dry" }, { text: "The keeper refuses her" }],
    plot_lines: ["The debt"],
    story_order: 1,
    target_words: 3_000,
  },
  lookUps: ({ body: { act_id, pov_entity_id } }) => [
    byId(act.resource, [act_id]),
    byId(entityResource, [pov_entity_id]),
  ],
  handle: async (context, { body: { after_id, ...sent } }) => {
    const { record, db, project, services } = context;
    const [count] = await db.execute<{ total: number }>(
      sql`SELECT count(*)::int AS total FROM chapter_versions WHERE project_id = ${project.id} AND ${holds(null)}`,
    );
    if ((count?.total ?? 0) >= MAX_CHAPTERS)
      throw invalidValue(["body", "title"], `the book has ${MAX_CHAPTERS} chapters already`, sent.title);
    await requirePointOfView(record, sent);
    const container = sent.act_id === null ? ({ kind: "book" } as const) : ({ kind: "act", id: sent.act_id } as const);
    const order_key = await placeAfter(context, container, after_id);
    return chapter.make(context, sent, { order_key, beats: withBeatIds(sent.beats, [], services.clock.now()) });
  },
});
