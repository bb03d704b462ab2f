"use client";

import type { ReactNode } from "react";
import { Notice } from "../../ui/notice.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { usePeople } from "../project/project-queries.ts";

interface AdministratorsOnlyProps {
  /** Name of the hidden part, as the start of a sentence: "API keys". */
  what: string;
  /** Whether it belongs to the project, whose admins may open it too. */
  isOfProject?: boolean;
  /** Purpose of the part, for a person who may want it. */
  children: ReactNode;
}

/**
 * Page of the area Connect for a person whose role may not open it: it names the contents, and the people who can
 * help.
 */
export function AdministratorsOnly({ what, isOfProject = false, children }: AdministratorsOnlyProps) {
  const people = usePeople()?.people ?? [];
  const administrators = people.filter(({ role }) => role === "owner" || role === "admin");
  return (
    <div className="mx-auto w-full max-w-2xl space-y-4 px-5 py-8">
      <Notice
        tone="info"
        title={`${what} are for ${isOfProject ? "admins of the project and of the workspace" : "owners and admins of the workspace"}`}
      >
        {children}
      </Notice>
      {administrators.length > 0 && (
        <TitledSection title="Who can help you" heading="mb-1 font-semibold text-13">
          <ul className="text-13 text-ink-2">
            {administrators.map(({ id, name, role }) => (
              <li key={id} className="border-line border-b py-1.5">
                <span dir="auto" className="font-medium text-ink">
                  {name}
                </span>
                <span className="text-ink-3"> · {role === "owner" ? "Owner" : "Admin"}</span>
              </li>
            ))}
          </ul>
        </TitledSection>
      )}
    </div>
  );
}
