"use client";

import { useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import SCHEMAS from "../../frame/api/form-schemas.json";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { FormFrame, Submit } from "../../ui/form/form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { TitledSection } from "../../ui/titled-section.tsx";
import { showToast } from "../../ui/toast.ts";

/** Form of the tokens of models that characters may use a day. */
export function UnitsSection({ project }: { project: Outputs["projects"]["get"] }) {
  const { id: project_id, npc_units } = project;
  const client = useStudioClient();
  const readAgain = useRefresh((api) => [api.projects.pathKey()]);
  const loaded = { npc_units };
  const form = useForm<typeof loaded, Partial<typeof loaded>>({
    schema: SCHEMAS["projects.update"],
    loaded,
    keptAs: `${project_id} units`,
    disabledReason: reasonOf(useCan()("change")),
    fields: {
      npc_units: {
        label: "Most a day",
        unit: "tokens",
        help: "Beyond it characters answer with what is written, until midnight UTC. Leave it empty for no limit but that of your keys.",
      },
    },
    failed: "The limit was not saved",
    send: async (changed) => {
      await client.projects.update.mutate({ project_id, ...changed });
      await readAgain();
      showToast({ text: "The limit is saved." });
    },
  });
  return (
    <TitledSection title="What characters take of language models">
      <FormFrame form={form} />
      <Submit form={form} busy="Saving…" className="mt-3">
        Save the limit
      </Submit>
    </TitledSection>
  );
}
