"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { firstWords } from "#domain/first-words.ts";
import { Combobox, type ComboboxProps } from "../../ui/combobox.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { useApi } from "../api/api-provider.tsx";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "./project-provider.tsx";

interface FactFieldProps extends Pick<ComboboxProps, "label" | "className" | "placeholder" | "disabledReason"> {
  /** Chosen fact with its words; null for none. */
  value: { readonly id: string; readonly name: string } | null;
  onChoose: (id: string) => void;
}

const OFFERED = 50;
const SETTLE_MS = 200;

/** Field for a fact of the project, searched on the server by its words: there may be any number. */
export function FactField({ value, onChoose, ...field }: FactFieldProps) {
  const [query, setQuery] = useState("");
  const q = useSettled(query, SETTLE_MS);
  const input = {
    project_id: useProjectId(),
    limit: OFFERED,
    ...(q !== "" && { q }),
    ...useMoment().reading,
  } as const;
  const { data } = useQuery(useApi().facts.list.queryOptions(input, { placeholderData: keepPreviousData }));
  return (
    <Combobox
      {...field}
      options={(data?.facts ?? []).map(({ id, text }) => ({ value: id, label: firstWords(text) }))}
      value={value?.id ?? null}
      text={value?.name ?? ""}
      nothing={data === undefined ? "Searching…" : "No fact has these words."}
      onQuery={setQuery}
      onChoose={(id) => {
        if (id !== null) onChoose(id);
      }}
    />
  );
}
