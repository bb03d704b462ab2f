"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { firstWords } from "#domain/first-words.ts";
import { useApi } from "../../frame/api/api-provider.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { Combobox } from "../../ui/combobox.tsx";

interface PassageFieldProps {
  label: string;
  disabledReason: string | null;
  /** Ids that are not offered. */
  except?: readonly string[];
  onChoose: (passageId: string) => void;
}

/** Passages of a chapter: it has no more. */
const MOST_PASSAGES = 500;

/** Field for a passage of the book: first its chapter, then its words. Nothing where there is no book. */
export function PassageField({ label, disabledReason, except = [], onChoose }: PassageFieldProps) {
  const api = useApi();
  const [chapterId, setChapterId] = useState<string | null>(null);
  const at = { project_id: useProjectId(), ...useMoment().reading };
  const outline = useQuery(api.chapters.outline.queryOptions(at));
  const read = useQuery(
    api.passages.list.queryOptions(
      { ...at, chapter_id: chapterId ?? "", sort_by: "order_key", limit: MOST_PASSAGES },
      { enabled: chapterId !== null },
    ),
  );
  const chapters = outline.data?.chapters ?? [];
  if (chapters.length === 0) return null;
  const passages = (read.data?.passages ?? []).filter(({ id }) => !except.includes(id));
  return (
    <div className="mt-2 space-y-2">
      <Combobox
        label={label}
        placeholder="Title of its chapter"
        disabledReason={disabledReason}
        options={chapters.map(({ id, title }) => ({ value: id, label: title }))}
        value={chapterId}
        nothing="No chapter has this title."
        onChoose={setChapterId}
      />
      {chapterId !== null && (
        <Combobox
          label="Passage of this chapter"
          placeholder="First words of the passage"
          disabledReason={disabledReason}
          options={passages.map(({ id, text }) => ({ value: id, label: wordsOfPassage(text) }))}
          value={null}
          nothing={read.data === undefined ? "Reading…" : "No passage begins with these words."}
          onChoose={(id) => {
            if (id !== null) onChoose(id);
          }}
        />
      )}
    </div>
  );
}

/** The first words of a passage, as it is named in a list. */
export function wordsOfPassage(text: string): string {
  return text.trim() === "" ? "A passage without words" : firstWords(text);
}
