import { Pager } from "./pager.tsx";
import { type ListedProject, ProjectList } from "./project-list.tsx";
import { type Refusal, Refused } from "./refused.tsx";

interface HomeBodyProps {
  view:
    | { kind: "projects"; projects: readonly ListedProject[]; total: number; workspace: string }
    | { kind: "refused"; refusal: Refusal };
  page: number;
  pageSize: number;
}

/** The projects, or why there are none to see. */
export function HomeBody({ view, page, pageSize }: HomeBodyProps) {
  return (
    <>
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-1">
        <div>
          {view.kind === "projects" && (
            <p className="mb-1 font-reading text-14 text-ink-3 italic" dir="auto">
              {view.workspace}
            </p>
          )}
          <h1 className="font-reading font-semibold text-28">Projects</h1>
        </div>
        {view.kind === "projects" && view.total > 0 && (
          <p className="numerals text-13 text-ink-3">
            {view.total === 1 ? "1 project" : `${view.total} projects, changed last first`}
          </p>
        )}
      </div>
      {view.kind === "refused" ? (
        <Refused what="Your projects" refusal={view.refusal} retry={page === 1 ? "/" : `/?page=${page}`} />
      ) : (
        <>
          {view.projects.length > 0 && <ProjectList projects={view.projects} />}
          {view.total === 0 && <NoProjects />}
          {view.total > 0 && view.projects.length === 0 && (
            <p className="prose text-ink-2">
              The list ends before this page. <a href="/">Go to its beginning</a>.
            </p>
          )}
          <Pager page={page} pageSize={pageSize} total={view.total} noun="projects" />
        </>
      )}
    </>
  );
}

function NoProjects() {
  return (
    <div className="prose border-thread border-s ps-6 text-ink-2">
      <p>No story is kept here yet.</p>
      <p>
        Projects are made through the interface: <a href="/docs/reference/projects#projects_create">create a project</a>{" "}
        with a key of your workspace, and it appears on this page.
      </p>
    </div>
  );
}
