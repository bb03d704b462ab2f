"use client";

import { X } from "lucide-react";
import { useId } from "react";
import { VariableForm } from "../../editor/logic/variable-form.tsx";
import type { ProjectVariable } from "../../frame/project/project-queries.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { DeleteVariable } from "./delete-variable.tsx";
import { VariableUses } from "./variable-uses.tsx";

interface VariablePanelProps {
  /** The open variable; null for one that is being made. */
  variable: ProjectVariable | null;
  onClose: () => void;
  onOpen: (id: string) => void;
}

/** One variable: its fields, where it is used, and its deletion. */
export function VariablePanel({ variable, onClose, onOpen }: VariablePanelProps) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className="flex min-h-0 w-96 shrink-0 flex-col overflow-y-auto border-line border-s bg-panel max-lg:w-full max-lg:border-s-0"
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.nativeEvent.isComposing && !event.defaultPrevented) onClose();
      }}
    >
      <header className="sticky top-0 z-10 flex items-center gap-2 border-line border-b bg-panel px-4 py-2">
        <h2 id={heading} className="min-w-0 grow truncate font-semibold text-14" dir="auto">
          {variable === null ? "New variable" : variable.name}
        </h2>
        <IconButton size="sm" label="Close" icon={<X aria-hidden="true" size={16} />} onClick={onClose} />
      </header>
      <div className="space-y-6 px-4 py-4">
        <VariableForm
          key={variable?.id ?? "new"}
          variable={variable}
          onDone={(done) => onOpen(done.id)}
          onCancel={() => {
            if (variable === null) onClose();
          }}
        />
        {variable !== null && (
          <>
            <section aria-label="Uses" className="border-line border-t pt-4">
              <h3 className="mb-2 font-semibold text-13">Read and written</h3>
              <VariableUses key={variable.id} variable={variable} />
            </section>
            <div className="border-line border-t pt-4">
              <DeleteVariable
                key={variable.id}
                variable={variable}
                onDeleted={onClose}
                onRestored={() => onOpen(variable.id)}
              />
            </div>
          </>
        )}
      </div>
    </section>
  );
}
