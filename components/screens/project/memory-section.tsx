"use client";

import { useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { MEMORY_OPTIONS, type MemoryPolicy } from "../../frame/project/memory-words.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { OptionCards } from "../../ui/option-cards.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";

/** Choice of what becomes of what characters are told, unless their voice says otherwise. */
export function MemorySection({ project }: { project: Outputs["projects"]["get"] }) {
  const { id: project_id, npc_memory } = project;
  const client = useStudioClient();
  const readAgain = useRefresh((api) => [api.projects.pathKey(), api.npcs.pathKey()]);
  const { attempt, isBusy, problem } = useAttempt();
  const reason = reasonOf(useCan()("change"));
  const choose = (policy: MemoryPolicy) =>
    void attempt(async () => {
      await client.projects.update.mutate({ project_id, npc_memory: policy });
      await readAgain();
    });
  return (
    <TitledSection title="What characters are told">
      <p className="mb-3 text-13 text-ink-2">
        What becomes of what players say to a character whose voice leaves it to the project. Nothing that is said gets
        into the story by itself.
      </p>
      <fieldset disabled={isBusy || reason !== null} title={reason ?? undefined}>
        <legend className="sr-only">What a character does with what it is told</legend>
        <OptionCards value={npc_memory} onChange={choose} options={MEMORY_OPTIONS} />
      </fieldset>
      {problem !== null && <AlertLine className="mt-2 text-13">{problem}</AlertLine>}
    </TitledSection>
  );
}
