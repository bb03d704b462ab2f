"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../../frame/api/api-provider.tsx";
import SCHEMAS from "../../../frame/api/form-schemas.json";
import { useMoment } from "../../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { Combobox } from "../../../ui/combobox.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useForm } from "../../../ui/form/use-form.ts";

export interface NewEntityProps {
  /** Its type; null where a person says it. */
  type: string | null;
  onClose: () => void;
  onMake: (name: string, type: string) => Promise<unknown>;
}

const OFFERED = 200;

/** Asks what something new is called and, where that is open, of which type it is. */
export function NewEntity({ type, onClose, onMake }: NewEntityProps) {
  const input = { project_id: useProjectId(), limit: OFFERED, ...useMoment().reading };
  const { data } = useQuery(useApi().entities.types.queryOptions(input, { enabled: type === null }));
  const form = useForm({
    schema: SCHEMAS["entities.create"],
    start: { name: "", type: type ?? "" },
    fields: {
      name: { label: "Name", spellCheck: true },
      type: {
        label: "Type",
        when: () => type === null,
        draw: ({ value, onChange, errors }) => (
          <>
            <Combobox
              label="Type"
              placeholder="item, guild, ship"
              options={(data?.types ?? []).map((each) => ({ value: each.type, label: each.type }))}
              value={null}
              text={value}
              onChoose={(chosen) => onChange(chosen ?? "")}
              onText={onChange}
            />
            {errors?.map((error) => (
              <p key={error} role="alert" className="mt-1 text-12 text-error">
                {error}
              </p>
            ))}
          </>
        ),
      },
    },
    failed: "It was not made",
    send: ({ name, type: chosen }) => onMake(name, chosen),
  });
  return (
    <FormDialog
      form={form}
      title={type === "character" ? "New character" : type === "location" ? "New place" : "New thing"}
      submit="Make it"
      busy="Making…"
      onClose={onClose}
    />
  );
}
