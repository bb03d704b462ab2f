"use client";

import type { Pack } from "#domain/packs.ts";
import type { Outputs } from "../../frame/api/client.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { OFFERED_PACKS } from "../../frame/project/packs.ts";
import { useChoosePack, useHidden, usePackOffer } from "../../frame/project/use-packs.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Switch } from "../../ui/switch.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";

/** Choice of what the studio shows of a project. */
export function PacksSection({ project }: { project: Outputs["projects"]["get"] }) {
  const { packs } = project;
  const { attempt, isBusy, problem } = useAttempt();
  const reason = reasonOf(useCan()("change"));
  const hidden = useHidden(project);
  const choosePack = useChoosePack(project);
  const { decline } = usePackOffer(project.id, "game");
  const choose = (pack: Pack, isShown: boolean) =>
    attempt(async () => {
      await choosePack(pack, isShown);
      // Who hides it knows what is hidden.
      if (!isShown && pack === "game") decline();
    });
  return (
    <TitledSection title="What it shows">
      <p className="mb-3 text-13 text-ink-2">
        People, places, groups and things are always shown. What you switch off is hidden in the studio; nothing is
        deleted.
      </p>
      {OFFERED_PACKS.map(({ pack, label, means }) => (
        <Switch
          key={pack}
          label={label}
          hint={hidden.has(pack) ? `${hidden.get(pack)} hidden.` : means}
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
