"use client";

import { type ReactNode, useState } from "react";
import { counted } from "#domain/counted.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { ProjectList } from "./project-list.tsx";
import { useProjectPages } from "./use-home.ts";

/** Projects from which they have to be looked for. */
const MANY = 8;
const SETTLE_MS = 250;

interface AllProjectsProps {
  pages: Pick<
    ReturnType<typeof useProjectPages>,
    "projects" | "total" | "hasNextPage" | "isFetchingNextPage" | "fetchNextPage"
  >;
  /** Buttons beside the heading. */
  actions: ReactNode;
}

/** The projects, the last changed first, with a search where there are many. */
export function AllProjects({ pages, actions }: AllProjectsProps) {
  const { total } = pages;
  const [search, setSearch] = useState("");
  const q = useSettled(search.trim(), SETTLE_MS);
  return (
    <section aria-labelledby="projects">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="projects" className="font-semibold text-14">
          Projects{" "}
          <span className="numerals font-normal text-ink-3">{total > 1 && `${total}, last changed first`}</span>
        </h2>
        {total > MANY && (
          <input
            type="search"
            aria-label="Find a project"
            placeholder="Find a project"
            dir="auto"
            spellCheck={false}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            className="min-h-8 min-w-0 max-w-72 grow basis-40 rounded-control border border-line-strong bg-panel px-2.5 py-1 text-13 text-ink placeholder:text-ink-3 hover:border-ink-3 pointer-coarse:text-16"
          />
        )}
        <span className="flex flex-wrap gap-2">{actions}</span>
      </div>
      {q === "" ? <Pages pages={pages} /> : <FoundProjects key={q} q={q} />}
    </section>
  );
}

/** The projects whose name contains a text. */
function FoundProjects({ q }: { q: string }) {
  const found = useProjectPages({ q });
  const { projects, total, error, refetch } = found;
  if (projects === undefined) {
    if (error !== null) return <ErrorState what="The projects" error={error} onRetry={() => void refetch()} />;
    return (
      <>
        <Loading what="the projects" />
        <Skeleton className="h-24" />
      </>
    );
  }
  return (
    <>
      <p role="status" className="mb-3 text-13 text-ink-3">
        {counted(total, "project")} found
      </p>
      {projects.length === 0 ? (
        <EmptyState>
          No project is called “<span dir="auto">{q}</span>”.
        </EmptyState>
      ) : (
        <Pages pages={found} />
      )}
    </>
  );
}

function Pages({
  pages: { projects = [], hasNextPage, isFetchingNextPage, fetchNextPage },
}: Pick<AllProjectsProps, "pages">) {
  return (
    <>
      <ProjectList projects={projects} />
      {hasNextPage && (
        <Button className="mt-4" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? "Loading…" : "Show more projects"}
        </Button>
      )}
    </>
  );
}
