"use client";

import { useQueries } from "@tanstack/react-query";
import { counted } from "#domain/counted.ts";
import { inOrderOfPacks, type Pack } from "#domain/packs.ts";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { OFFERED_PACKS } from "../../frame/project/packs.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Switch } from "../../ui/switch.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";

/** Choice of what the studio shows of a project. */
export function PacksSection({ project: { id, packs } }: { project: Outputs["projects"]["get"] }) {
  const client = useStudioClient();
  const readAgain = useRefresh((api) => [api.projects.pathKey()]);
  const { attempt, isBusy, problem } = useAttempt();
  const reason = reasonOf(useCan()("change"));
  const hidden = useHidden(id, packs);
  const choose = (pack: Pack, isShown: boolean) =>
    attempt(async () => {
      const others = packs.filter((each) => each !== pack);
      await client.projects.update.mutate({
        project_id: id,
        packs: inOrderOfPacks(isShown ? [...others, pack] : others),
      });
      await readAgain();
    });
  return (
    <TitledSection title="What it shows">
      <p className="mb-3 text-13 text-ink-2">
        People, places and things are always shown. What you switch off is hidden in the studio; nothing is deleted.
      </p>
      {OFFERED_PACKS.map(({ pack, label, means }) => (
        <Switch
          key={pack}
          label={label}
          hint={hidden.get(pack) ?? means}
          checked={packs.includes(pack)}
          disabled={isBusy || reason !== null}
          title={reason ?? undefined}
          onChange={({ target }) => void choose(pack, target.checked)}
        />
      ))}
      {problem !== null && <AlertLine className="mt-2 text-13">{problem}</AlertLine>}
    </TitledSection>
  );
}

/** Returns what packs that are switched off hide, in words. */
function useHidden(project_id: string, packs: readonly Pack[]): ReadonlyMap<Pack, string> {
  const api = useApi();
  const { reading } = useMoment();
  const enabled = !packs.includes("game");
  const first = { project_id, limit: 1, ...reading };
  const [dialogues, variables] = useQueries({
    queries: [api.dialogues.list.queryOptions(first, { enabled }), api.variables.list.queryOptions(first, { enabled })],
  });
  const parts = [...some(dialogues.data?.total, "dialogue"), ...some(variables.data?.total, "variable")];
  if (!enabled || parts.length === 0) return new Map();
  return new Map([["game", `${parts.join(" and ")} hidden.`]]);
}

const some = (total: number | undefined, one: string) =>
  total === undefined || total === 0 ? [] : [counted(total, one)];
