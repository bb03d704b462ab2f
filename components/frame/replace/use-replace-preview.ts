import { useState } from "react";
import { useStudioClient } from "../api/api-provider.tsx";
import { useChange } from "../api/use-change.ts";
import { useDryRun } from "../api/use-dry-run.ts";
import { useProjectId } from "../project/project-provider.tsx";
import type { ReplaceResult, ReplaceWords } from "./replace-request.ts";

/** Places that are read at once. */
const PAGE = 100;

interface Further {
  readonly words: ReplaceWords;
  /** Pages that are here, from the first one on. */
  readonly pages: readonly ReplaceResult[];
}

/**
 * Tries a replacement out, page by page; null asks for nothing. `beforehand` sees to it that what is still being typed is looked
 * through, too; what it throws is the error.
 */
export function useReplacePreview(words: ReplaceWords | null, beforehand?: (() => Promise<void>) | undefined) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const tryOut = (asked: ReplaceWords, offset: number) =>
    client.dialogues.replace.mutate({
      project_id,
      ...asked,
      in: [...asked.in],
      dry_run: true,
      limit: PAGE,
      offset,
    });
  const first = useDryRun(async (asked: ReplaceWords) => {
    await beforehand?.();
    return tryOut(asked, 0);
  }, words);
  const [further, setFurther] = useState<Further["pages"]>([]);
  const more = useChange({
    mutationFn: async ({ words: asked, pages }: Further) => {
      const next = await tryOut(
        asked,
        pages.reduce((sum, { hits }) => sum + hits.length, 0),
      );
      setFurther([...pages, next]);
    },
  });
  const { data } = first;
  // Pages that follow another answer are of other words, or of another moment.
  const pages = data === undefined ? [] : further[0] === data ? further : [data];
  return {
    /** The first page, with the counts of all; undefined until it is here. */
    found: data,
    hits: pages.flatMap(({ hits }) => hits),
    error: first.error ?? (more.variables?.words === words ? more.error : null),
    isPending: first.isPending,
    again: first.again,
    hasMore: pages.at(-1)?.has_more ?? false,
    isReadingMore: more.isPending,
    readMore: () => {
      if (words !== null) more.mutate({ words, pages });
    },
  };
}
