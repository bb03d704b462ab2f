"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../../../frame/api/api-provider.tsx";
import { useProjectId } from "../../../../frame/project/project-provider.tsx";
import { useDialogueNames } from "../../../../frame/project/project-queries.ts";
import { sayMoment } from "../../../../ui/local-time.tsx";
import { Select } from "../../../../ui/select.tsx";

/** Playthroughs that are offered, the last played first. */
const OFFERED = 50;

interface PlaythroughFieldProps {
  name: string;
  memory: "off" | "propose" | "keep";
  /** Id of the chosen one; null for none. */
  value: string | null;
  onChange: (run: string | null) => void;
}

/** Field for the playthrough in which one talks to a character. */
export function PlaythroughField({ name, memory, value, onChange }: PlaythroughFieldProps) {
  const project_id = useProjectId();
  const input = { project_id, limit: OFFERED };
  const { data } = useQuery(useApi().runs.progress.queryOptions(input));
  const dialogues = useDialogueNames();
  const options = (data?.progress ?? []).map(({ id, graph_id, step, status, last_played_at }) => ({
    value: id,
    label: `${dialogues.get(graph_id) ?? "A dialogue"}, ${status === "ended" ? "ended" : `step ${step}`}, played ${sayMoment(new Date(last_played_at), new Date())}`,
  }));
  return (
    <div>
      <Select
        label="In a playthrough"
        options={[{ value: "", label: "In none" }, ...options]}
        value={value ?? ""}
        onChange={({ target }) => onChange(target.value === "" ? null : target.value)}
      />
      {value !== null && (
        <p className="mt-1 text-12 text-ink-2">
          {name} knows the story as it is played there, and what was learnt on the way.
          {memory === "keep" && ` What you tell ${name} stays in this playthrough.`}
        </p>
      )}
    </div>
  );
}
