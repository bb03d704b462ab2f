"use client";

import { useQuery } from "@tanstack/react-query";
import { PROBLEM_CODES, PROBLEM_SEVERITY } from "#domain/problems/problem.ts";
import { RULE_NAMES } from "#domain/problems/problem-text.ts";
import { CONTROL } from "../../ui/form/field.tsx";
import { Select } from "../../ui/select.tsx";
import { useApi } from "../api/api-provider.tsx";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";
import { useVariables } from "../project/project-queries.ts";
import { idValue, labelValue, type SearchQuery } from "./search-query.ts";

/** Speakers asked for at once: more than anybody scrolls through. */
const SPEAKERS = 500;

interface SearchFieldsProps {
  query: SearchQuery;
  onChange: (query: SearchQuery) => void;
  /** Whether the words are of an earlier search, so that typing replaces them. */
  selectsWords: boolean;
}

/** Fields of the search. */
export function SearchFields({ query, onChange, selectsWords }: SearchFieldsProps) {
  const project_id = useProjectId();
  const { reading } = useMoment();
  const variables = useVariables();
  const speakers = useQuery(useApi().dialogues.speakers.queryOptions({ project_id, limit: SPEAKERS, ...reading }));
  const byProblem = query.problem !== "";
  return (
    <div className="flex flex-col gap-2 border-line border-b px-4 py-3">
      <input
        // biome-ignore lint/a11y/noAutofocus: the panel opens because somebody wants to type here.
        autoFocus
        type="search"
        dir="auto"
        aria-label="Words"
        placeholder="Words in cards, notes, groups, dialogues"
        value={query.words}
        onFocus={(event) => selectsWords && event.target.select()}
        disabled={byProblem}
        onChange={(event) => onChange({ ...query, words: event.target.value })}
        className={CONTROL}
      />
      <div className="grid grid-cols-2 gap-2">
        <Select
          label="Speaker"
          value={query.speaker}
          disabled={byProblem}
          onChange={(event) => onChange({ ...query, speaker: event.target.value })}
          options={[
            { value: "", label: "Anyone" },
            ...(speakers.data?.speakers ?? []).flatMap(({ speaker_id, speaker_label, name, lines }) => {
              const named = speaker_label === null ? null : labelValue(speaker_label);
              const value = speaker_id === null ? named : idValue(speaker_id);
              if (value === null) return [];
              return [{ value, label: `${name ?? speaker_label ?? "Unknown speaker"} (${lines})` }];
            }),
          ]}
        />
        <Select
          label="Variable"
          value={query.variable}
          disabled={byProblem}
          onChange={(event) => onChange({ ...query, variable: event.target.value })}
          options={[
            { value: "", label: "Any" },
            ...Array.from(variables.values(), ({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </div>
      <Select
        label="Problem"
        value={query.problem}
        onChange={(event) => onChange({ ...query, problem: event.target.value })}
        options={[
          { value: "", label: "No problem filter" },
          ...PROBLEM_CODES.map((code) => ({
            value: code,
            label: `${PROBLEM_SEVERITY[code] === "error" ? "Error" : PROBLEM_SEVERITY[code] === "warning" ? "Warning" : "Remark"}: ${RULE_NAMES[code]}`,
          })),
        ]}
      />
    </div>
  );
}
