"use client";

import { X } from "lucide-react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { sayType } from "../../frame/project/relationship-words.ts";
import { useRelationshipTypes } from "../../frame/project/use-relationship-types.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";

/** Choice of the relationships that share what a group knows with those who belong to it. */
export function KnowingSection({ project }: { project: Outputs["projects"]["get"] }) {
  const { id: project_id, knowing_types: chosen } = project;
  const client = useStudioClient();
  const readAgain = useRefresh((api) => [api.projects.pathKey(), api.facts.pathKey()]);
  const { attempt, isBusy, problem } = useAttempt();
  const reason = reasonOf(useCan()("change"));
  const types = useRelationshipTypes();
  const left = types.filter((type) => !chosen.includes(type));
  const put = (knowing_types: string[]) =>
    void attempt(async () => {
      await client.projects.update.mutate({ project_id, knowing_types });
      await readAgain();
    });
  return (
    <TitledSection title="What groups know">
      <p className="mb-3 text-13 text-ink-2">
        Whoever has such a relationship to a group knows what the group knows, for as long as they have it.
      </p>
      {chosen.length === 0 ? (
        <p className="mb-2 text-13 text-ink-3">No relationship shares knowledge yet.</p>
      ) : (
        <ul aria-label="Relationships that share knowledge" className="mb-2 border-line border-t">
          {chosen.map((type) => (
            <li key={type} className="flex items-center gap-2 border-line border-b py-1 text-13">
              <span dir="auto" className="min-w-0 grow break-words">
                {sayType(type)}
              </span>
              <IconButton
                size="sm"
                label={`“${sayType(type)}” shares nothing`}
                icon={<X aria-hidden="true" size={14} />}
                disabledReason={isBusy ? "Saving…" : reason}
                onClick={() => put(chosen.filter((each) => each !== type))}
              />
            </li>
          ))}
        </ul>
      )}
      <Combobox
        key={chosen.join()}
        label="Relationship that shares knowledge"
        className="max-w-64"
        placeholder="member of"
        options={left.map((value) => ({ value, label: sayType(value) }))}
        value={null}
        nothing={types.length === 0 ? "There are no relationships yet." : "No other relationship is called that."}
        disabledReason={isBusy ? "Saving…" : reason}
        onChoose={(type) => type !== null && put([...chosen, type])}
      />
      {problem !== null && <AlertLine className="mt-2 text-13">{problem}</AlertLine>}
    </TitledSection>
  );
}
