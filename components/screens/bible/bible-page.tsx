"use client";

import { counted } from "#domain/counted.ts";
import { profileAddress, useProjectId } from "../../frame/project/project-provider.tsx";
import { Badge } from "../../ui/badge.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { BibleLine } from "./bible-line.tsx";
import type { Bible, Item, Section } from "./bible-queries.ts";
import { EntryActions } from "./entry-actions.tsx";

const anchorOf = ({ key }: Pick<Section, "key">) => `bible-${key}`;

/** A bible with its table of contents beside it; above it on a narrow screen. */
export function BiblePage({ bible }: { bible: Bible }) {
  return (
    <div className="min-h-0 grow overflow-y-auto lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]" data-home="">
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

function BibleSection({ section, isOfAuthor }: { section: Section; isOfAuthor: boolean }) {
  const { key, title, note, items, hidden } = section;
  const id = anchorOf(section);
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
        {hidden > 0 && <span className="ms-auto text-12 text-ink-3">{counted(hidden, "line")} left out</span>}
      </div>
      {note !== null && (
        <p dir="auto" className="whitespace-pre-line pt-3 font-reading text-16">
          {note.text}
        </p>
      )}
      {items.length === 0 && note === null && <p className="pt-3 text-13 text-ink-3">Nothing is recorded.</p>}
      {items.map((item) => (
        <BibleItem key={item.key} item={item} isOfAuthor={isOfAuthor} />
      ))}
    </section>
  );
}

function BibleItem({ item, isOfAuthor }: { item: Item; isOfAuthor: boolean }) {
  const { title, lines, type, pin, subject_type, subject_id } = item;
  const project_id = useProjectId();
  const isEntity = subject_type === "entity" && subject_id !== null;
  return (
    <article className="pt-4">
      <h3 className="flex flex-wrap items-baseline gap-x-2 font-semibold text-14">
        {isEntity ? (
          <PageLink
            href={profileAddress(project_id, { id: subject_id, type: type ?? "character" })}
            className="link min-w-0 break-words"
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
          <BibleLine key={line.key} line={line} isOfAuthor={isOfAuthor} />
        ))}
      </ul>
    </article>
  );
}
