"use client";

import { useQuery } from "@tanstack/react-query";
import type { Json } from "#domain/json.ts";
import { entriesOf, valueOfEntries } from "#domain/templates/property-values.ts";
import { useApi } from "../api/api-provider.tsx";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";
import { PictureOf } from "./field-value.tsx";

/** Pictures of the project that are offered, newest first. */
const OFFERED = 48;

interface PictureFieldProps {
  label: string;
  value: Json | undefined;
  /** Whether it holds several pictures. */
  isList: boolean;
  onChange: (value: Json | undefined) => void;
}

/** Field for pictures of the project: those of its characters, places and things. */
export function PictureField({ label, value, isList, onChange }: PictureFieldProps) {
  const input = { project_id: useProjectId(), limit: OFFERED, sort_by: "created_at", sort_order: "desc" } as const;
  const { data, error } = useQuery(useApi().images.list.queryOptions({ ...input, ...useMoment().reading }));
  const chosen = entriesOf(value).map(String);
  function choose(id: string): void {
    const isChosen = chosen.includes(id);
    const next = isChosen ? chosen.filter((each) => each !== id) : [...(isList ? chosen : []), id];
    onChange(valueOfEntries({ kind: "picture", several: isList }, next));
  }
  if (error !== null && data === undefined)
    return <p className="text-13 text-error">The pictures could not be loaded.</p>;
  if (data === undefined) return <p className="text-13 text-ink-3">Loading the pictures…</p>;
  const lost = chosen.filter((id) => data.images.every((image) => image.id !== id));
  const shown = [...lost.map((id) => ({ id, alt_text: "" })), ...data.images];
  if (shown.length === 0) {
    return (
      <p className="text-13 text-ink-3">
        There are no pictures yet. Add some to a character, place or thing, and choose them here.
      </p>
    );
  }
  return (
    <fieldset aria-label={label} className="flex max-h-60 flex-wrap gap-2 overflow-y-auto">
      {shown.map(({ id, alt_text }, at) => (
        <button
          key={id}
          type="button"
          aria-pressed={chosen.includes(id)}
          aria-label={alt_text === "" ? `Picture ${at + 1}` : alt_text}
          onClick={() => choose(id)}
          className="cursor-pointer rounded-control p-0.5 hover:bg-hover aria-pressed:bg-accent"
        >
          <PictureOf imageId={id} />
        </button>
      ))}
    </fieldset>
  );
}
