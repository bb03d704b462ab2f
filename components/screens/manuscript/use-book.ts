"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useFollowProject } from "../../editor/live/use-follow-project.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { useListQuery } from "../../frame/list/use-list-query.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { FormMistake } from "../../ui/form/form-errors.ts";
import type { Book, Passage, Transition } from "./book-types.ts";
import { LAST, type OutlineMove } from "./outline-items.ts";

/** Milliseconds after which what others wrote is looked for where the project cannot be followed. */
const LOOK_EVERY_MS = 60_000;
/** Milliseconds for which changes are gathered, so that those that come together cause one read. */
const GATHERS_MS = 500;
/** Kinds of subjects that a book is made of. */
const OF_BOOKS: readonly string[] = ["act", "chapter", "passage"];

/** The outline of the book in one of its orders, at the moment that is looked at. */
export function useOutline(order: "reading" | "story") {
  const { at, reading } = useMoment();
  const input = { project_id: useProjectId(), order, ...reading };
  const shown = useRef<{ readonly of: string; readonly book: Book } | null>(null);
  const of = `${input.project_id} ${at}`;
  const outline = useQuery(
    useApi().chapters.outline.queryOptions(input, {
      // In another order the same book stands there until it is read.
      placeholderData: () => (shown.current?.of === of ? shown.current.book : undefined),
    }),
  );
  const { data } = outline;
  useEffect(() => {
    if (data !== undefined) shown.current = { of, book: data };
  }, [data, of]);
  return outline;
}

/** One chapter, at the moment that is looked at. */
export function useChapter(chapter_id: string) {
  const input = { project_id: useProjectId(), chapter_id, ...useMoment().reading };
  return useQuery(useApi().chapters.get.queryOptions(input));
}

/** Id of the chapter in which a passage stands, at the moment that is looked at; undefined until it is known. */
export function useChapterOf(passage_id: string | null): string | undefined {
  const input = { project_id: useProjectId(), passage_id: passage_id ?? "", ...useMoment().reading };
  return useQuery(useApi().passages.get.queryOptions(input, { enabled: passage_id !== null })).data?.chapter_id;
}

type PassagePage = Outputs["passages"]["list"];

const rowsOf = ({ passages }: PassagePage) => passages;

/** The passages of a chapter as they are read, at the moment that is looked at. */
export function usePassages(chapter_id: string) {
  const api = useApi();
  const client = useStudioClient();
  const { at, reading } = useMoment();
  const input = { project_id: useProjectId(), chapter_id, sort_by: "order_key", ...reading } as const;
  return useListQuery<PassagePage, Passage>({
    queryKey: api.passages.list.queryKey(input),
    changes: api.passages.pathKey(),
    ask: (page, signal) => client.passages.list.query({ ...input, ...page }, { signal }),
    rowsOf,
    isWhole: true,
    ...(at === null && { refetchInterval: () => LOOK_EVERY_MS }),
  });
}

/** Returns what reads the book again. */
export function useRefreshBook(): () => Promise<void> {
  return useRefresh(({ acts, chapters, passages }) => [acts.pathKey(), chapters.pathKey(), passages.pathKey()]);
}

/** Reads the book again whenever somebody changes it. */
export function useFollowBook(): void {
  const refresh = useRefreshBook();
  useFollowProject({
    page: "manuscript",
    onEvents: (events) => {
      if (events.some(({ subject_type }) => OF_BOOKS.includes(subject_type))) void refresh();
    },
    gathersMs: GATHERS_MS,
  });
}

/** Changes of the book; each reads it again afterwards. They throw what they are refused with. */
export function useBookChanges() {
  const project_id = useProjectId();
  const client = useStudioClient();
  const refresh = useRefreshBook();
  return useMemo(() => {
    const then = async <Made>(change: Promise<Made>): Promise<Made> => {
      const made = await change;
      await refresh();
      return made;
    };
    const { acts, chapters, passages } = client;
    return {
      makeAct: (title: string) => then(acts.create.mutate({ project_id, title })),
      makeChapter: (title: string, act_id: string | null, after_id?: string) =>
        then(chapters.create.mutate({ project_id, title, act_id, ...(after_id !== undefined && { after_id }) })),
      renameAct: (act_id: string, title: string) => then(acts.update.mutate({ project_id, act_id, title })),
      changeChapter: (
        chapter_id: string,
        fields: { title?: string; beats?: { id?: string; text: string }[] },
        base_seq?: number,
      ) =>
        then(
          chapters.update.mutate({
            project_id,
            chapter_id,
            ...fields,
            ...(base_seq !== undefined && { base_seq }),
          } as never),
        ),
      move: ({ kind, id, into, after }: OutlineMove): Promise<unknown> => {
        const after_id = after === LAST ? undefined : after;
        if (kind === "act") return then(acts.move.mutate({ project_id, act_id: id, after_id }));
        if (kind === "chapter")
          return then(chapters.move.mutate({ project_id, chapter_id: id, act_id: into, after_id }));
        return then(passages.move.mutate({ project_id, passage_id: id, chapter_id: into ?? undefined, after_id }));
      },
      go: (chapter_id: string, step: Transition) => then(chapters[step].mutate({ project_id, chapter_id })),
      changePassage: (passage_id: string, fields: { kind?: Passage["kind"]; beat_id?: string | null }) =>
        then(passages.update.mutate({ project_id, passage_id, ...fields })),
      remove: (kind: OutlineMove["kind"], id: string): Promise<unknown> => {
        if (kind === "act") return then(acts.delete.mutate({ project_id, act_id: id }));
        if (kind === "chapter") return then(chapters.delete.mutate({ project_id, chapter_id: id }));
        return then(passages.delete.mutate({ project_id, passage_id: id }));
      },
      /** Deletes a passage of which a version was read, unless somebody changed it since. */
      removePassage: async (passage_id: string, seq: number): Promise<unknown> => {
        const { valid_from_seq } = await passages.get.query({ project_id, passage_id });
        if ((valid_from_seq ?? seq) > seq) throw new FormMistake("Someone else changed the passage meanwhile.");
        return then(passages.delete.mutate({ project_id, passage_id }));
      },
      restore: (kind: OutlineMove["kind"], id: string): Promise<unknown> => {
        if (kind === "act") return then(acts.restore.mutate({ project_id, act_id: id }));
        if (kind === "chapter") return then(chapters.restore.mutate({ project_id, chapter_id: id }));
        return then(passages.restore.mutate({ project_id, passage_id: id }));
      },
    };
  }, [project_id, client, refresh]);
}
