"use client";

import { declaresValues, VARIABLE_TYPES, type VariableType } from "#domain/dialogue/wire.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { isRefusal } from "../../frame/api/client.ts";
import SCHEMAS from "../../frame/api/form-schemas.json";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { showToast } from "../../ui/toast.ts";
import { TYPE_WORDS } from "../logic/value-text.ts";
import type { ShownGroup } from "../store/problem-store.ts";

interface Declared {
  name: string;
  type: VariableType;
  enum_values?: string[];
}

/** Declares the variable that logic names but nobody declared; one that was deleted comes back as it was. */
export function DeclareVariableDialog({ group, onClose }: { group: ShownGroup; onClose: () => void }) {
  const client = useStudioClient();
  const readAgain = useRefresh((api) => [api.variables.pathKey()]);
  const project_id = useProjectId();

  async function declare({ enum_values, ...declared }: Declared): Promise<string> {
    const values = declaresValues(declared.type) && enum_values !== undefined ? { enum_values } : {};
    try {
      await client.variables.create.mutate({ project_id, id: group.cause, ...declared, ...values });
      return `‘${declared.name}’ is declared.`;
    } catch (refused) {
      if (!isRefusal(refused) || refused.data?.problem?.code !== "id_taken") throw refused;
      await client.record.restore.mutate({ project_id, subject_id: group.cause });
      return "The deleted variable was restored.";
    }
  }

  const form = useForm<Declared>({
    schema: SCHEMAS["variables.create"],
    start: { name: group.problems[0]?.data.name ?? "", type: "boolean" },
    fields: {
      name: { label: "Name", spellCheck: false },
      type: { label: "Type", options: VARIABLE_TYPES.map((value) => ({ value, label: TYPE_WORDS[value] })) },
      enum_values: {
        label: "Values",
        help: "One per line; the first is the default.",
        rows: 4,
        when: ({ type }) => declaresValues(type),
      },
    },
    failed: "The variable was not declared",
    codes: { name_taken: "name" },
    send: async (declared) => {
      showToast({ text: await declare(declared) });
      await readAgain();
      onClose();
    },
  });
  return <FormDialog form={form} title="Declare the variable" submit="Declare" busy="Declaring…" onClose={onClose} />;
}
