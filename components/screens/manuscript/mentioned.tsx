"use client";

import { useMemo } from "react";
import { findMentions, type NameIndex } from "#domain/book/mentions.ts";
import { profileAddress, useProjectId } from "../../frame/project/project-provider.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import type { Block } from "./blocks.ts";
import type { NamedEntity } from "./use-name-index.ts";

/** Returns the entities that blocks name with how often, those that are named most first. */
export function useMentioned(blocks: readonly Block[], index: NameIndex): ReadonlyMap<string, number> {
  const texts = JSON.stringify(blocks.map(({ text }) => text));
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const text of JSON.parse(texts) as string[]) {
      for (const { id } of findMentions(text, index)) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return new Map([...counts].sort(([, a], [, b]) => b - a));
  }, [texts, index]);
}

interface MentionedProps {
  readonly mentioned: ReadonlyMap<string, number>;
  readonly entities: ReadonlyMap<string, NamedEntity>;
}

/** Names that a chapter has, each as a link to its profile. */
export function Mentioned({ mentioned, entities }: MentionedProps) {
  const project_id = useProjectId();
  const named = [...mentioned].flatMap(([id, count]) => {
    const entity = entities.get(id);
    return entity === undefined ? [] : [{ ...entity, count }];
  });
  if (named.length === 0) return null;
  return (
    <section aria-label="Named in this chapter" className="px-4 pt-6 text-13 print:hidden">
      <h3 className="mb-1 font-semibold text-12 text-ink-2">Named in this chapter</h3>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {named.map(({ id, type, name, count }) => (
          <li key={id}>
            <PageLink href={profileAddress(project_id, { id, type })} className="link" dir="auto">
              {name}
            </PageLink>
            <span className="numerals text-12 text-ink-3"> {count}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
