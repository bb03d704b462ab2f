"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { countLinks, filterIndex, type IndexGroup, type IndexLink, type IndexSection } from "./index-entries.ts";
import { Method } from "./method.tsx";

/**
 * The index of the documentation with its filter. Without scripts the filter is a form that asks the server, and
 * sections open by their own summaries.
 */
export function DocsIndex({ groups }: { groups: IndexGroup[] }) {
  const pathname = usePathname();
  const [query, setQuery] = useState(useSearchParams().get("q") ?? "");
  const input = useRef<HTMLInputElement>(null);
  useFocusOnSlash(input);
  const found = filterIndex(groups, query);
  const isFiltering = query.trim() !== "";
  return (
    <div>
      <search>
        <form action="/docs" method="get" onSubmit={(event) => event.preventDefault()}>
          <label htmlFor="docs-filter" className="sr-only">
            Filter the reference
          </label>
          <input
            ref={input}
            id="docs-filter"
            name="q"
            type="search"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            placeholder="Filter, or press /"
            autoComplete="off"
            spellCheck={false}
            className="min-h-9 w-full rounded-control border border-line-strong bg-panel px-3 py-1.5 text-16 text-ink placeholder:text-ink-3 md:text-13"
          />
        </form>
        <p aria-live="polite" className={isFiltering ? "mt-2 text-12 text-ink-3" : "sr-only"}>
          {isFiltering && `${countLinks(found)} found`}
        </p>
      </search>
      {found.map((group) => (
        <div key={group.title} className="mt-6">
          <p className="mb-1.5 font-reading text-13 text-ink-3 italic">{group.title}</p>
          {group.sections.map((section) => (
            <Section
              key={section.title ?? group.title}
              section={section}
              pathname={pathname}
              isOpen={isFiltering || section.href === pathname}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** `/` goes to the filter, unless somebody is writing. */
function useFocusOnSlash(input: React.RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      const isWriting = target?.isContentEditable === true || target?.matches("input, textarea, select") === true;
      if (event.key !== "/" || event.isComposing || isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
      if (input.current === null || input.current.offsetParent === null) return;
      event.preventDefault();
      input.current.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [input]);
}

function Section({ section, pathname, isOpen }: { section: IndexSection; pathname: string; isOpen: boolean }) {
  const links = (
    <ul className={section.title === null ? "" : "my-1 border-thread border-s ps-3"}>
      {section.links.map((link) => (
        <li key={link.href}>
          <IndexEntry link={link} isCurrent={link.href === pathname} />
        </li>
      ))}
    </ul>
  );
  if (section.title === null) return links;
  return (
    <details open={isOpen} className="group">
      <summary className="flex items-center gap-2 rounded-control py-1 text-13 text-ink-2 hover:text-ink">
        <svg
          viewBox="0 0 8 8"
          className="size-2 shrink-0 text-ink-3 transition-transform duration-(--hover) group-open:rotate-90"
          aria-hidden="true"
        >
          <path
            d="M2 0.5 6 4 2 7.5"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.4"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        <span className={`grow ${section.href === pathname ? "font-semibold text-ink" : ""}`}>{section.title}</span>
        <span className="numerals text-11 text-ink-3">{section.links.length}</span>
      </summary>
      {links}
    </details>
  );
}

function IndexEntry({ link, isCurrent }: { link: IndexLink; isCurrent: boolean }) {
  return (
    <a
      href={link.href}
      aria-current={isCurrent ? "page" : undefined}
      className={`flex items-baseline gap-2 rounded-control py-1 text-13 hover:text-ink ${isCurrent ? "font-semibold text-ink" : "text-ink-2"}`}
    >
      <span className="min-w-0 grow">{link.title}</span>
      {link.method !== undefined && <Method name={link.method} className="shrink-0" />}
    </a>
  );
}
