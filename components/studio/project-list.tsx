import { Badge } from "../ui/badge.tsx";
import { Moment } from "./moment.tsx";

/** What the list shows of a project. */
export interface ListedProject {
  id: string;
  name: string;
  description: string;
  mode: "live" | "test";
  last_seq: number;
  updated_at: string;
}

/** The projects, each a knot on one thread. */
export function ProjectList({ projects }: { projects: readonly ListedProject[] }) {
  return (
    <ol className="relative border-thread border-s">
      {projects.map((project) => (
        <li
          key={project.id}
          className="relative break-inside-avoid border-line border-b py-6 ps-6 first:pt-1 last:border-b-0 sm:ps-8 before:absolute before:-start-[5px] before:top-8.5 before:size-[9px] before:rounded-round before:border-2 before:border-accent before:bg-paper before:content-[''] first:before:top-3.5"
        >
          <article className="grid gap-x-10 gap-y-3 md:grid-cols-[minmax(0,1fr)_13rem]">
            <div className="min-w-0">
              <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
                <h2 className="font-reading font-semibold text-20" dir="auto">
                  {project.name}
                </h2>
                <Badge tone={project.mode === "test" ? "warn" : "ok"}>
                  {project.mode === "test" ? "Test" : "Live"}
                </Badge>
              </div>
              {project.description === "" ? (
                <p className="mt-1.5 text-ink-3">No description.</p>
              ) : (
                <p
                  className="mt-1.5 line-clamp-6 max-w-[38rem] whitespace-pre-line font-reading text-16 text-ink-2 leading-relaxed"
                  dir="auto"
                >
                  {project.description}
                </p>
              )}
              <p className="mt-2 break-all font-code text-11 text-ink-3">{project.id}</p>
            </div>
            <dl className="numerals flex flex-wrap gap-x-8 gap-y-2 text-13 md:block md:space-y-2.5 md:pt-1.5">
              <div>
                <dt className="text-12 text-ink-3">Sequence</dt>
                <dd>{project.last_seq.toLocaleString("en-GB")}</dd>
              </div>
              <div>
                <dt className="text-12 text-ink-3">Updated</dt>
                <dd>
                  <Moment iso={project.updated_at} />
                </dd>
              </div>
            </dl>
          </article>
        </li>
      ))}
    </ol>
  );
}
