"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Combobox, type ComboboxProps } from "../../ui/combobox.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { useApi } from "../api/api-provider.tsx";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "./project-provider.tsx";

interface CardFieldProps
  extends Pick<ComboboxProps, "label" | "isLabelHidden" | "className" | "placeholder" | "disabledReason"> {
  /** Ids that are not offered. */
  except?: readonly string[];
  onChoose: (nodeId: string) => void;
}

const OFFERED = 50;
const SETTLE_MS = 200;

/** Field for a card of any dialogue, searched on the server by its words: there may be any number. */
export function CardField({ except = [], onChoose, ...field }: CardFieldProps) {
  const [query, setQuery] = useState("");
  const q = useSettled(query.trim(), SETTLE_MS);
  const input = {
    project_id: useProjectId(),
    limit: OFFERED,
    ...(q !== "" && { q: q.slice(0, 200) }),
    ...useMoment().reading,
  } as const;
  const { data } = useQuery(useApi().dialogues.search.queryOptions(input, { placeholderData: keepPreviousData }));
  const found = (data?.matches ?? []).filter(({ subject_id }) => !except.includes(subject_id));
  return (
    <Combobox
      {...field}
      options={found.map(({ subject_id, excerpt, graph_name }) => ({
        value: subject_id,
        label: excerpt.trim() === "" ? "A card without words" : excerpt,
        hint: graph_name,
      }))}
      value={null}
      nothing={data === undefined ? "Searching…" : "No card has these words."}
      onQuery={setQuery}
      onChoose={(id) => {
        if (id !== null) onChoose(id);
      }}
    />
  );
}
