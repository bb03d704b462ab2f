"use client";

import { memo, useState } from "react";
import { counted } from "#domain/counted.ts";
import { profileAddress, useProjectId } from "../../frame/project/project-provider.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { latePart } from "../../ui/late.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { tabIndexOf, useRowStop } from "../../ui/use-row-stop.ts";
import { BibleLine } from "./bible-line.tsx";
import type { Bible, Item, Section } from "./bible-queries.ts";
import { EntryActions } from "./entry-actions.tsx";
import type { LeftOutProps } from "./left-out.tsx";

const LeftOutLate = latePart<LeftOutProps>(() => import("./left-out.tsx").then((part) => part.LeftOut));

const anchorOf = ({ key }: Pick<Section, "key">) => `bible-${key}`;

/** A bible with its table of contents beside it; above it on a narrow screen. */
export function BiblePage({ bible }: { bible: Bible }) {
  return (
    <div className="min-h-0 grow overflow-y-auto outline-none lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]" data-home="">
      <nav aria-label="Contents" className="border-line px-5 py-4 max-lg:border-b lg:sticky lg:top-0 lg:self-start">
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-13 lg:flex-col">
          {bible.sections.map((section) => (
            <li key={section.key}>
              <a href={`#${anchorOf(section)}`} className="link flex min-h-6 items-center justify-between gap-3">
                {section.title}
                <span className="text-12 text-ink-3">{section.items.length}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="max-w-3xl px-5 pb-16">
        {bible.sections.map((section) => (
          <BibleSection key={section.key} section={section} isOfAuthor={bible.as === null} />
        ))}
      </div>
    </div>
  );
}

/** A section. One of its rows is a stop of the Tab key: a bible has hundreds. */
function BibleSection({ section, isOfAuthor }: { section: Section; isOfAuthor: boolean }) {
  const { key, title, note, items, hidden, left_out } = section;
  const [isListing, setListing] = useState(false);
  const id = anchorOf(section);
  const { stop, ...moving } = useRowStop(items.flatMap(rowsOf));
  return (
    <section aria-labelledby={id} className="pt-8">
      <div className="flex items-baseline gap-2 border-line border-b pb-1">
        <h2 id={id} className="scroll-mt-4 font-reading text-20">
          {title}
        </h2>
        {isOfAuthor && (
          <EntryActions
            target={{ key: `section:${key}`, title, text: note?.text ?? null, entryId: note?.entry_id ?? null }}
            isSection
          />
        )}
        {hidden > 0 &&
          (left_out.length > 0 ? (
            <Button size="sm" variant="bare" className="ms-auto" onClick={() => setListing(true)}>
              {counted(hidden, "line")} left out
            </Button>
          ) : (
            <span className="ms-auto text-12 text-ink-3">{counted(hidden, "line")} left out</span>
          ))}
      </div>
      {note !== null && (
        <p dir="auto" className="whitespace-pre-line pt-3 font-reading text-16">
          {note.text}
        </p>
      )}
      {items.length === 0 && note === null && <p className="pt-3 text-13 text-ink-3">Nothing is recorded.</p>}
      <div {...moving}>
        {items.map((item) => (
          <BibleItem
            key={item.key}
            item={item}
            isOfAuthor={isOfAuthor}
            stop={stop !== null && rowsOf(item).includes(stop) ? stop : null}
          />
        ))}
      </div>
      {isListing && <LeftOutLate section={section} onClose={() => setListing(false)} />}
    </section>
  );
}

const isEntity = ({ subject_type, subject_id }: Item) => subject_type === "entity" && subject_id !== null;

/** Keys of the rows of an item: its title where that is a link, and its lines. */
function rowsOf(item: Item): string[] {
  return [...(isEntity(item) ? [item.key] : []), ...item.lines.map(({ key }) => key)];
}

const BibleItem = memo(function BibleItem({
  item,
  isOfAuthor,
  stop,
}: {
  item: Item;
  isOfAuthor: boolean;
  /** Row of it that is a stop of the Tab key; null for none. */
  stop: string | null;
}) {
  const { key, title, lines, type, pin, subject_id } = item;
  const project_id = useProjectId();
  return (
    <article className="pt-4">
      <h3 className="flex flex-wrap items-baseline gap-x-2 font-semibold text-14">
        {isEntity(item) ? (
          <PageLink
            href={profileAddress(project_id, { id: subject_id ?? "", type: type ?? "character" })}
            className="link min-w-0 break-words"
            data-row={key}
            tabIndex={tabIndexOf(key, stop)}
            dir="auto"
          >
            {title}
          </PageLink>
        ) : (
          <span dir="auto" className="min-w-0 break-words">
            {title}
          </span>
        )}
        {type !== null && <span className="font-normal text-12 text-ink-3">{type}</span>}
        {pin !== null && <Badge>Pinned</Badge>}
      </h3>
      <ul className="mt-1 space-y-0.5">
        {lines.map((line) => (
          <BibleLine key={line.key} line={line} isOfAuthor={isOfAuthor} tabIndex={tabIndexOf(line.key, stop)} />
        ))}
      </ul>
    </article>
  );
});
