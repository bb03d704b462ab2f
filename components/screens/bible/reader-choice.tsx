"use client";

import { useState } from "react";
import { EntityField } from "../../frame/project/entity-field.tsx";
import { useLookedUpNames } from "../../frame/project/project-queries.ts";
import { Select } from "../../ui/select.tsx";

const EVERYTHING = "everything";
const EVERYONE = "everyone";
const SOMEBODY = "somebody";

const OPTIONS = [
  { value: EVERYTHING, label: "Everything" },
  { value: EVERYONE, label: "What everyone knows" },
  { value: SOMEBODY, label: "What somebody knows" },
];

/** Choice of whose eyes the bible is seen through: the author's, everyone's, or those of somebody in the world. */
export function ReaderChoice({ value, onChoose }: { value: string | null; onChoose: (as: string | null) => void }) {
  const [isAsked, setAsked] = useState(false);
  const isEntity = value !== null && value !== EVERYONE;
  const nameOf = useLookedUpNames(isEntity ? [value] : []);
  const shown = isAsked || isEntity ? SOMEBODY : (value ?? EVERYTHING);
  return (
    <>
      <Select
        label="Show"
        options={OPTIONS}
        value={shown}
        onChange={({ target }) => {
          setAsked(target.value === SOMEBODY);
          if (target.value === EVERYTHING) onChoose(null);
          else if (target.value === EVERYONE) onChoose(EVERYONE);
        }}
      />
      {shown === SOMEBODY && (
        <EntityField
          label="Who"
          value={isEntity ? { id: value, name: nameOf(value) ?? "" } : null}
          onChoose={(entity) => {
            if (entity !== null) onChoose(entity.id);
          }}
        />
      )}
    </>
  );
}
