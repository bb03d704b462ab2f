"use client";

import { X } from "lucide-react";
import { EntityField } from "../project/entity-field.tsx";
import { useSubjectNames } from "../project/project-queries.ts";

interface EntitiesFieldProps {
  label: string;
  placeholder?: string;
  ids: readonly string[];
  onChange: (ids: string[]) => void;
}

/** Field for several characters, places or things: each chosen one stands below it and can be taken out. */
export function EntitiesField({ label, placeholder, ids, onChange }: EntitiesFieldProps) {
  const nameOf = useSubjectNames(ids.join(" "));
  return (
    <div className="min-w-0">
      <EntityField
        label={label}
        {...(placeholder !== undefined && { placeholder })}
        value={null}
        except={ids}
        onChoose={(chosen) => chosen !== null && onChange([...ids, chosen.id])}
      />
      {ids.length > 0 && (
        <ul aria-label={label} className="mt-1 flex flex-wrap gap-1">
          {ids.map((id) => {
            const name = nameOf(id) ?? "…";
            return (
              <li
                key={id}
                className="inline-flex max-w-full items-center rounded-control border border-line bg-canvas ps-1.5 text-12 text-ink-2"
              >
                <span className="min-w-0 truncate" dir="auto">
                  {name}
                </span>
                <button
                  type="button"
                  aria-label={`Take out ${name}`}
                  className="inline-flex size-6 cursor-pointer items-center justify-center rounded-control hover:text-ink"
                  onClick={() => onChange(ids.filter((each) => each !== id))}
                >
                  <X aria-hidden="true" size={12} />
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
