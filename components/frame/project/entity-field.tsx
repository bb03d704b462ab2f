"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Combobox, type ComboboxProps } from "../../ui/combobox.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { useApi } from "../api/api-provider.tsx";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "./project-provider.tsx";
import { useLookedUpNames } from "./project-queries.ts";

interface EntityFieldProps
  extends Pick<
    ComboboxProps,
    "label" | "isLabelHidden" | "className" | "placeholder" | "disabledReason" | "takesFocus" | "opensWith" | "onLeave"
  > {
  /** Type of the entities offered. */
  type?: string;
  /** Chosen entity; null for none. */
  value: { readonly id: string; readonly name: string } | null;
  /** Ids that are not offered. */
  except?: readonly string[];
  onChoose: (entity: { readonly id: string; readonly name: string } | null) => void;
}

const OFFERED = 50;
const SETTLE_MS = 200;

/** Field for an entity of the project, searched on the server by name: there may be any number. */
export function EntityField({ type, value, except = [], onChoose, ...field }: EntityFieldProps) {
  const [query, setQuery] = useState(field.opensWith?.typed ?? "");
  const q = useSettled(query, SETTLE_MS);
  const input = {
    project_id: useProjectId(),
    limit: OFFERED,
    sort_by: "name",
    ...(type !== undefined && { type }),
    ...(q !== "" && { q }),
    ...useMoment().reading,
  } as const;
  const { data } = useQuery(useApi().entities.list.queryOptions(input, { placeholderData: keepPreviousData }));
  const found = (data?.entities ?? []).filter(({ id }) => !except.includes(id));
  const placeOf = useLookedUpNames([...new Set(found.flatMap(({ parent_id }) => parent_id ?? []))].sort());
  return (
    <Combobox
      {...field}
      options={found.map(({ id, name, type: own, parent_id }) => ({
        value: id,
        label: name,
        hint: (parent_id !== null && placeOf(parent_id)) || own,
      }))}
      value={value?.id ?? null}
      text={value?.name ?? ""}
      nothing={data === undefined ? "Searching…" : "No results."}
      onQuery={setQuery}
      onChoose={(id) => onChoose(found.find((each) => each.id === id) ?? null)}
    />
  );
}
