"use client";

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
  const { attempt, isBusy, problem } = useAttempt();
  const hidden = useHidden(project);
  return (
    <TitledSection title="What it shows">
      <p className="mb-3 text-13 text-ink-2">
        People, places, groups and things are always shown. What you switch off is hidden in the studio; nothing is
        deleted.
      </p>
      {OFFERED_PACKS.map((offered) => (
        <PackSwitch
          key={offered.pack}
          {...{ ...offered, project, attempt, isBusy }}
          hidden={hidden.get(offered.pack)}
        />
      ))}
      {problem !== null && <AlertLine className="mt-2 text-13">{problem}</AlertLine>}
    </TitledSection>
  );
}

type PackSwitchProps = (typeof OFFERED_PACKS)[number] &
  Pick<ReturnType<typeof useAttempt>, "attempt" | "isBusy"> & {
    project: Outputs["projects"]["get"];
    /** Numbers of what it hides while it is off, in words. */
    hidden: string | undefined;
  };

function PackSwitch({ pack, label, means, project, hidden, attempt, isBusy }: PackSwitchProps) {
  const reason = reasonOf(useCan()("change"));
  const choosePack = useChoosePack(project);
  const { decline } = usePackOffer(project.id, pack);
  const choose = async (isShown: boolean) => {
    await choosePack(pack, isShown);
    // Who hides it knows what is hidden.
    if (!isShown) decline();
  };
  return (
    <Switch
      label={label}
      hint={hidden === undefined ? means : `${hidden} hidden.`}
      checked={project.packs.includes(pack)}
      disabled={isBusy || reason !== null}
      title={reason ?? undefined}
      onChange={({ target: { checked } }) => void attempt(() => choose(checked))}
    />
  );
}
