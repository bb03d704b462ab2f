"use client";

import Link from "next/link";
import { Badge } from "../../ui/badge.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import type { ListedProject } from "./use-home.ts";

/** The projects, each a knot on one thread. */
export function ProjectList({ projects }: { projects: readonly ListedProject[] }) {
  return (
    <ol className="relative border-thread border-s">
      {projects.map((project) => (
        <li
          key={project.id}
          className="relative break-inside-avoid border-line border-b py-5 ps-6 first:pt-0 last:border-b-0 before:absolute before:-start-[5px] before:top-7 before:size-[9px] before:rounded-round before:border-2 before:border-accent before:bg-paper before:content-[''] first:before:top-2"
        >
          <article className="min-w-0">
            <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <h3 className="min-w-0 font-reading font-semibold text-20" dir="auto">
                <Link
                  href={`/projects/${project.id}/dialogues`}
                  prefetch={false}
                  className="rounded-control hover:text-accent hover:underline"
                >
                  {project.name}
                </Link>
              </h3>
              <Badge tone={project.mode === "test" ? "warn" : "ok"}>{project.mode === "test" ? "Test" : "Live"}</Badge>
            </div>
            {project.description !== "" && (
              <p
                className="mt-1 line-clamp-3 max-w-[38rem] whitespace-pre-line font-reading text-15 text-ink-2"
                dir="auto"
              >
                {project.description}
              </p>
            )}
            <p className="numerals mt-1.5 text-12 text-ink-3">
              Changed <LocalTime iso={project.updated_at} /> · seq {project.last_seq.toLocaleString("en-GB")} ·{" "}
              <span className="break-all font-code text-11">{project.id}</span>
            </p>
          </article>
        </li>
      ))}
    </ol>
  );
}
