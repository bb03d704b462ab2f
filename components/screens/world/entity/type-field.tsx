"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../../frame/api/api-provider.tsx";
import { useMoment } from "../../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { Combobox, type ComboboxProps } from "../../../ui/combobox.tsx";

interface TypeFieldProps extends Pick<ComboboxProps, "isLabelHidden" | "placeholder" | "disabledReason"> {
  value: string;
  /** A type in use, any other word, or empty. */
  onChange: (type: string) => void;
}

const OFFERED = 200;

/** Form field of a type: one that is in use, or any other word. */
export function TypeField({ value, onChange, ...field }: TypeFieldProps) {
  const input = { project_id: useProjectId(), limit: OFFERED, ...useMoment().reading };
  const { data } = useQuery(useApi().entities.types.queryOptions(input));
  return (
    <Combobox
      {...field}
      label="Type"
      options={(data?.types ?? []).map(({ type, entities }) => ({ value: type, label: type, hint: String(entities) }))}
      value={null}
      text={value}
      onChoose={(type) => onChange(type ?? "")}
      onText={onChange}
    />
  );
}
