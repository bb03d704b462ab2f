"use client";

import { Button } from "../../ui/button.tsx";
import { useAttempt } from "../api/use-attempt.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { OFFERED_PACKS } from "../project/packs.ts";
import type { PackedProject } from "../project/use-packs.ts";
import { useChoosePack, useHidden, usePackOffer } from "../project/use-packs.ts";
import { useCan } from "../session/can.ts";

/** Offers the screens of packs that are off while a game or another program fills what they show. */
export function PackOffers({ project }: { project: PackedProject }) {
  const hidden = useHidden(project);
  const { at } = useMoment();
  const isAllowed = useCan()("change").allowed;
  if (at !== null || !isAllowed) return null;
  return OFFERED_PACKS.map(({ pack, label }) => {
    const parts = hidden.get(pack);
    return parts !== undefined && <Offer key={pack} project={project} pack={pack} label={label} parts={parts} />;
  });
}

interface OfferProps {
  project: PackedProject;
  pack: (typeof OFFERED_PACKS)[number]["pack"];
  label: string;
  /** Numbers of what is hidden, in words. */
  parts: string;
}

function Offer({ project, pack, label, parts }: OfferProps) {
  const { isDeclined, decline } = usePackOffer(project.id, pack);
  const choose = useChoosePack(project);
  const { attempt, isBusy, problem } = useAttempt();
  if (isDeclined) return null;
  return (
    <div
      role="status"
      className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-panel px-4 py-1 text-13 text-ink-2 print:hidden"
    >
      <p>This project has {parts} that the studio hides.</p>
      <span className="ms-auto flex flex-wrap items-center gap-2">
        {problem !== null && <span className="text-error">{problem}</span>}
        <Button size="sm" disabled={isBusy} onClick={() => void attempt(() => choose(pack, true))}>
          Show {label.toLowerCase()} pages
        </Button>
        <Button size="sm" variant="bare" disabled={isBusy} onClick={decline}>
          Not now
        </Button>
      </span>
    </div>
  );
}
