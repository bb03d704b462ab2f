"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import { byOffset } from "../../frame/api/by-offset.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { characterAddress, useProjectId } from "../../frame/project/project-provider.tsx";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { walkRows } from "./walk-rows.ts";

const PAGE = 100;

/** The characters of a project. */
export function CharactersScreen() {
  return (
    <Shell section="dialogues" title={<h1 className="text-13">Characters</h1>}>
      <CharactersBody />
    </Shell>
  );
}

function CharactersBody() {
  const project_id = useProjectId();
  const { at, reading } = useMoment();
  const client = useStudioClient();
  const input = { project_id, type: "character", sort_by: "name", limit: PAGE, ...reading };
  const query = useInfiniteQuery({
    queryKey: [...useApi().entities.list.queryKey(input), "pages"],
    queryFn: ({ pageParam }) => client.entities.list.query({ ...input, offset: pageParam }),
    ...byOffset(PAGE),
  });
  if (query.isPending) return <LoadingRows what="characters" rows={6} className="h-8" />;
  if (query.isError) {
    return <ErrorState what="The characters" error={query.error} onRetry={() => void query.refetch()} />;
  }
  const characters = query.data.pages.flatMap((page) => page.entities);
  if (characters.length === 0) {
    return (
      <EmptyState>Nobody is here yet: type a name where a card asks who speaks, and make it a character.</EmptyState>
    );
  }
  return (
    <div className="px-5 py-3">
      <ul aria-label="Characters" className="max-w-2xl" onKeyDown={walkRows}>
        {characters.map(({ id, name }) => (
          <li key={id} className="border-line border-b">
            <Link
              data-row
              href={characterAddress(project_id, id, at)}
              prefetch={false}
              dir="auto"
              className="flex min-h-9 items-center px-1 text-13 text-ink -outline-offset-2 hover:bg-hover"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button className="mt-4" onClick={() => void query.fetchNextPage()}>
          {query.isFetchingNextPage ? "Reading…" : "Show more"}
        </Button>
      )}
    </div>
  );
}
