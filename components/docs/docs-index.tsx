"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { countLinks, filterIndex, type IndexGroup, type IndexLink, type IndexSection } from "./index-entries.ts";
import { Method } from "./method.tsx";

/**
 * The index of the documentation with its filter. A page carries the section it is in; the filter loads the whole index once somebody
 * uses it. Without scripts the filter is a form that asks the server.
 */
export function DocsIndex({ groups }: { groups: IndexGroup[] }) {
  const pathname = usePathname();
  const [query, setQuery] = useState(useSearchParams().get("q") ?? "");
  const input = useRef<HTMLInputElement>(null);
  useFocusOnSlash(input);
  const isFiltering = query.trim() !== "";
  const found = filterIndex(useWholeIndex(isFiltering) ?? groups, query);
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
            <Section key={section.title ?? group.title} section={section} pathname={pathname} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Returns the whole index once it is wanted and was loaded; null until then, and where it cannot be loaded. */
function useWholeIndex(isWanted: boolean): IndexGroup[] | null {
  const [index, setIndex] = useState<IndexGroup[] | null>(null);
  const isMissing = isWanted && index === null;
  useEffect(() => {
    if (!isMissing) return;
    const leaving = new AbortController();
    fetch("/docs/contents.json", { signal: leaving.signal })
      .then(async (response) => response.ok && setIndex((await response.json()) as IndexGroup[]))
      // What is on the page can still be filtered.
      .catch(() => undefined);
    return () => leaving.abort();
  }, [isMissing]);
  return index;
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

function Section({ section, pathname }: { section: IndexSection; pathname: string }) {
  const links = section.links.length > 0 && (
    <ul className={section.title === null ? "" : "my-1 border-thread border-s ps-3"}>
      {section.links.map((link) => (
        <li key={link.href}>
          <IndexEntry link={link} isCurrent={link.href === pathname} />
        </li>
      ))}
    </ul>
  );
  if (section.title === null || section.href === null) return links;
  return (
    <>
      <a
        href={section.href}
        aria-current={section.href === pathname ? "page" : undefined}
        className={`flex items-center gap-2 rounded-control py-1 text-13 hover:text-ink ${section.href === pathname ? "font-semibold text-ink" : "text-ink-2"}`}
      >
        <span className="grow">{section.title}</span>
        <span className="numerals text-11 text-ink-3">{section.count}</span>
      </a>
      {links}
    </>
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
