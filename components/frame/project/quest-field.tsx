"use client";

import { Combobox, type ComboboxProps } from "../../ui/combobox.tsx";
import { useQuests } from "./quest-queries.ts";

interface QuestFieldProps extends Pick<ComboboxProps, "className" | "disabledReason"> {
  /** Id of the chosen quest; empty for none. */
  value: string;
  onChoose: (id: string) => void;
}

/** Field for a quest of the project, by its name. */
export function QuestField({ value, onChoose, ...field }: QuestFieldProps) {
  const quests = useQuests();
  return (
    <Combobox
      {...field}
      label="Quest"
      options={quests.map(({ id, name }) => ({ value: id, label: name }))}
      value={value === "" ? null : value}
      {...(value !== "" && !quests.some(({ id }) => id === value) && { text: "…" })}
      nothing="No quest has this name."
      onChoose={(id) => {
        if (id !== null) onChoose(id);
      }}
    />
  );
}
