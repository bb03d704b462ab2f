"use client";

import { IdCard } from "lucide-react";
import { useState } from "react";
import { reasonOf, useCan } from "../../../../frame/session/can.ts";
import { Button } from "../../../../ui/button.tsx";
import { late, useLate } from "../../../../ui/late.tsx";

const ImportCardLate = late(() => import("./import-card.tsx").then((part) => part.ImportCard));

/** Opens the dialog that makes a character of a card. */
export function ImportCardButton() {
  const [isOpen, setOpen] = useState(false);
  const ImportCard = useLate(ImportCardLate, isOpen);
  return (
    <>
      <Button
        size="sm"
        icon={<IdCard aria-hidden="true" size={14} />}
        disabledReason={reasonOf(useCan()("change"))}
        onClick={() => setOpen(true)}
      >
        Import a card
      </Button>
      {ImportCard !== null && isOpen && <ImportCard onClose={() => setOpen(false)} />}
    </>
  );
}
