"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../frame/api/api-provider.tsx";
import { ListPanel } from "../../frame/list/list-panel.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { profileAddress, useProjectId } from "../../frame/project/project-provider.tsx";
import { PageLink } from "../../ui/page-link.tsx";

interface BibleBesideProps {
  /** Entities that the open chapter names, and its point of view: they come first. */
  readonly named: ReadonlySet<string>;
  readonly onClose: () => void;
}

/** The story bible beside the text, at the moment that is looked at: first who and what the chapter names, then everything else. */
export function BibleBeside({ named, onClose }: BibleBesideProps) {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const [typed, setTyped] = useState("");
  const query = useQuery(
    useApi().storyBible.get.queryOptions({ project_id, ...reading }, { placeholderData: keepPreviousData }),
  );
  return (
    <ListPanel
      title="Bible"
      what="the bible"
      query={query}
      onClose={onClose}
      className="max-lg:max-h-72 max-lg:border-line max-lg:border-t"
    >
      {({ sections }) => {
        const wanted = typed.trim().toLocaleLowerCase();
        const items = sections.flatMap(({ title: section, items: own }) => own.map((item) => ({ ...item, section })));
        const found = items.filter(
          ({ title, lines }) =>
            wanted === "" ||
            [title, ...lines.map(({ text }) => text)].some((text) => text.toLocaleLowerCase().includes(wanted)),
        );
        const isNamed = ({ subject_id: id }: (typeof items)[number]) => id !== null && named.has(id);
        const groups = [
          { title: "In this chapter", own: found.filter(isNamed) },
          { title: "Everything else", own: found.filter((item) => !isNamed(item)) },
        ].filter(({ own }) => own.length > 0);
        return (
          <div className="space-y-4 px-4 py-3">
            <input
              type="search"
              aria-label="Find in the bible"
              placeholder="Find in the bible"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              className="min-h-8 w-full rounded-control border border-line-strong bg-panel px-2 py-1 text-13 text-ink placeholder:text-ink-3 pointer-coarse:text-16"
            />
            {groups.length === 0 && (
              <p className="text-13 text-ink-3">{wanted === "" ? "Nothing is recorded yet." : "Nothing is found."}</p>
            )}
            {groups.map(({ title, own }) => (
              <section key={title} aria-label={title} className="space-y-1">
                <h3 className="font-semibold text-12 text-ink-2">{title}</h3>
                {own.slice(0, MOST).map(({ key, title: name, type, section, subject_type, subject_id, lines }) => (
                  <details key={key} open={title === "In this chapter" && own.length <= OPEN ? true : undefined}>
                    <summary className="cursor-pointer rounded-control py-1 text-13">
                      <span dir="auto" className="font-medium">
                        {name}
                      </span>{" "}
                      <span className="text-12 text-ink-3">{type ?? section}</span>
                    </summary>
                    <ul className="space-y-1 ps-4 pb-2 font-reading text-14">
                      {lines.map(({ key: line, text }) => (
                        <li key={line} dir="auto" className="whitespace-pre-line break-words">
                          {text}
                        </li>
                      ))}
                      {subject_type === "entity" && subject_id !== null && (
                        <li>
                          <PageLink
                            href={profileAddress(project_id, { id: subject_id, type: type ?? "character" })}
                            className="link font-interface text-13"
                          >
                            Open the profile
                          </PageLink>
                        </li>
                      )}
                    </ul>
                  </details>
                ))}
                {own.length > MOST && (
                  <p className="text-12 text-ink-3">Find narrows the other {own.length - MOST} down.</p>
                )}
              </section>
            ))}
          </div>
        );
      }}
    </ListPanel>
  );
}

/** Items that are drawn of one group. */
const MOST = 100;
/** Items that are open from the beginning. */
const OPEN = 3;
