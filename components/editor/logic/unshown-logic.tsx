"use client";

import { Braces, X } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";

interface UnshownLogicProps {
  what: "condition" | "effect";
  description: string;
  disabledReason: string | null;
  onEdit: () => void;
  onRemove: () => void;
}

/** Logic that no row can show: read only, and kept exactly as it is until someone edits it on purpose. */
export function UnshownLogic({ what, description, disabledReason, onEdit, onRemove }: UnshownLogicProps) {
  return (
    <div className="rounded-card border border-line border-dashed bg-paper p-2">
      <div className="flex items-start gap-1">
        <p className="min-w-0 grow break-words py-1 font-code text-12 text-ink" dir="auto">
          {description}
        </p>
        {disabledReason === null && (
          <IconButton
            size="sm"
            label={`Remove this ${what}`}
            icon={<X aria-hidden="true" size={14} />}
            onClick={onRemove}
          />
        )}
      </div>
      <p className="mt-1 text-12 text-ink-3">Rows cannot show this {what}. It is kept as it is.</p>
      <Button
        size="sm"
        variant="bare"
        className="-ms-2.5"
        icon={<Braces aria-hidden="true" size={14} />}
        onClick={onEdit}
        disabledReason={disabledReason}
      >
        Edit as JSON
      </Button>
    </div>
  );
}
