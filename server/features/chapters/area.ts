import { sentFields } from "../../kernel/sent-fields.ts";
import { area } from "../../operation/area.ts";
import { edit } from "../../operation/edit.ts";
import { byId } from "../../record/look-up.ts";
import { stateOf } from "../../record/resource.ts";
import { entityResource } from "../entities/public.ts";
import { act } from "./act.ts";
import { chapter, frozen, requirePointOfView, withBeatIds } from "./chapter.ts";
import { leaveAct } from "./leave-act.ts";
import { compareChapter } from "./operations/compare-chapter.ts";
import { createAct } from "./operations/create-act.ts";
import { createChapter } from "./operations/create-chapter.ts";
import { createPassage } from "./operations/create-passage.ts";
import { exportBook } from "./operations/export-book.ts";
import { getOutline } from "./operations/get-outline.ts";
import { importBook } from "./operations/import-book.ts";
import { listRevisions } from "./operations/list-revisions.ts";
import { moveAct } from "./operations/move-act.ts";
import { moveChapter } from "./operations/move-chapter.ts";
import { movePassage } from "./operations/move-passage.ts";
import { passage } from "./passage.ts";
import { passageSources } from "./passage-sources.ts";

export const acts = area({
  tag: "book",
  resources: [act],
  operations: {
    create: createAct,
    list: act.list({ description: "Sorted by `order_key` they come as they are read." }),
    get: act.get(),
    update: act.update({ example: { title: "The long ebb" } }),
    delete: act.delete({
      description: "Its chapters stay where they are read, outside of acts. Restoring it takes them back in.",
      guard: leaveAct,
    }),
    restore: act.restore(),
    move: moveAct,
  },
});

export const chapters = area({
  tag: "book",
  resources: [chapter],
  screen: chapter,
  operations: {
    create: createChapter,
    list: chapter.list({
      description:
        "[The outline](/docs/reference/chapters#chapters_outline) has all of them as they are read, with their words.",
    }),
    outline: getOutline,
    export: exportBook,
    import: importBook,
    get: chapter.get(),
    revisions: listRevisions,
    compare: compareChapter,
    update: chapter.update({
      description:
        "Beats without an id keep that of those with the same words: passages name them by it. A chapter that is final or archived is a 409 `wrong_state`.",
      example: { summary: "The gate opens at the ebb, and Mara stands before it alone." },
      errors: ["wrong_state"],
      lookUps: ({ pov_entity_id }) => [byId(entityResource, [pov_entity_id])],
      write: async (context, version, { base_seq: baseSeq, ...patch }) => {
        await requirePointOfView(context.record, patch);
        const from = stateOf(chapter.resource, version);
        const next = { ...from, ...sentFields(patch) };
        next.beats = withBeatIds(next.beats, from.beats, context.services.clock.now());
        await edit(context, chapter.resource, version, next, { baseSeq });
      },
    }),
    delete: chapter.delete({
      description: "Its passages go with it, and come back with it. A final chapter is a 409 `wrong_state`.",
      errors: ["wrong_state"],
      guard: async ({ record }, version) => {
        if (version.status === "final") throw frozen(version);
        for (const each of await record.find(passage.resource, { chapter_id: version.id }))
          record.remove(passage.resource, each, { causation: version.id });
      },
    }),
    restore: chapter.restore({ errors: ["wrong_state"] }),
    move: moveChapter,
    ...chapter.transitions(),
  },
});

export const passages = area({
  tag: "book",
  resources: [passage],
  guards: [passageSources],
  operations: {
    create: createPassage,
    list: passage.list({ description: "Those of one chapter, sorted by `order_key`, come as they are read." }),
    get: passage.get(),
    update: passage.update({
      description: "One of a final or archived chapter is a 409 `wrong_state`.",
      example: { text: "The tide had gone out so far that the old gate stood dry." },
      errors: ["wrong_state"],
    }),
    delete: passage.delete({ errors: ["wrong_state"] }),
    restore: passage.restore({ errors: ["wrong_state"] }),
    move: movePassage,
  },
});
