"use client";

import { useState } from "react";
import { CardLink } from "../../frame/facts/card-link.tsx";
import { profileAddress, useProjectId } from "../../frame/project/project-provider.tsx";
import { Badge } from "../../ui/badge.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import type { Line } from "./bible-queries.ts";
import { EntryActions } from "./entry-actions.tsx";

/** A line of the bible. Pressed, it shows where it comes from, since when it holds, and what it superseded. */
export function BibleLine({ line, isOfAuthor, tabIndex }: { line: Line; isOfAuthor: boolean; tabIndex: 0 | -1 }) {
  const [isOpen, setOpen] = useState(false);
  const { text, secret, pin, override } = line;
  return (
    <li className="border-transparent border-s-2 ps-2 has-[[aria-expanded=true]]:border-accent">
      <button
        type="button"
        data-row={line.key}
        tabIndex={tabIndex}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="w-full cursor-pointer rounded-control px-1 py-0.5 text-start font-reading text-16 hover:bg-hover"
      >
        <span dir="auto" className="whitespace-pre-line break-words">
          {text}
        </span>
        {secret && <Mark>Secret</Mark>}
        {pin !== null && <Mark>Pinned</Mark>}
        {override !== null && <Mark>{override.outdated ? "Your words, record changed" : "Your words"}</Mark>}
      </button>
      {isOpen && <LineOrigin line={line} isOfAuthor={isOfAuthor} />}
    </li>
  );
}

function Mark({ children }: { children: string }) {
  return (
    <span className="ms-2 inline-block align-middle font-interface">
      <Badge>{children}</Badge>
    </span>
  );
}

function LineOrigin({ line, isOfAuthor }: { line: Line; isOfAuthor: boolean }) {
  const { since_seq, supersedes, override, key, text, pin } = line;
  return (
    <div className="space-y-1 px-1 pt-1 pb-3 text-13 text-ink-2">
      <p>
        <Origin line={line} /> · since event {since_seq.toLocaleString("en")}
      </p>
      {override !== null && (
        <p>
          The record says: <q dir="auto">{override.source_text}</q>
        </p>
      )}
      {supersedes.map(({ fact_id, text: before }) => (
        <p key={fact_id}>
          Before: <q dir="auto">{before}</q>
        </p>
      ))}
      {isOfAuthor && (
        <EntryActions
          target={{
            key,
            title: text,
            text: override === null ? null : text,
            entryId: override?.entry_id ?? null,
            source: override?.source_text ?? text,
            pin,
          }}
        />
      )}
    </div>
  );
}

/** Names of the places that lines come from, with a link there. */
function Origin({ line: { source } }: { line: Line }) {
  const project_id = useProjectId();
  const { kind, subject_type, subject_id, pointer, node_id } = source;
  const field = pointer
    ?.split("/")
    .filter((step) => step !== "" && step !== "properties")
    .join(" › ");
  if (kind === "card" && node_id !== null) return <CardLink nodeId={node_id} />;
  if (kind === "fact") {
    return node_id === null ? (
      <PageLink href={`/projects/${project_id}/history?subject=${subject_id}`} className="link">
        Fact
      </PageLink>
    ) : (
      <>
        Fact from <CardLink nodeId={node_id} />
      </>
    );
  }
  if (subject_type === "entity") {
    return (
      <PageLink href={profileAddress(project_id, { id: subject_id, type: "character" })} className="link">
        {field === "" || field === undefined ? "Profile" : `Field “${field}”`}
      </PageLink>
    );
  }
  if (subject_type === "quest") {
    return (
      <PageLink href={`/projects/${project_id}/quests/${subject_id}`} className="link">
        Quest
      </PageLink>
    );
  }
  if (subject_type === "seed") {
    return (
      <PageLink href={`/projects/${project_id}/seeds?set-up=${subject_id}`} className="link">
        Set-up
      </PageLink>
    );
  }
  if (subject_type === "canon_rule") return <>Rule of the canon</>;
  return <>{subject_type === "npc" ? "Voice of the character" : "Relationship"}</>;
}
