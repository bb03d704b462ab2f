"use client";

import type { ProjectVariable } from "../../frame/project/project-queries.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { VariableForm } from "./variable-form.tsx";

interface DeclareVariableProps {
  /** The name it starts with; null while nothing is declared. */
  name: string | null;
  onDeclared: (variable: ProjectVariable) => void;
  onClose: () => void;
}

/** Declares a variable without leaving the condition that needs it. */
export function DeclareVariable({ name, onDeclared, onClose }: DeclareVariableProps) {
  return (
    <Dialog open={name !== null} onClose={onClose} title="Declare a variable" size="sm">
      {name !== null && (
        <VariableForm
          variable={null}
          name={name}
          brief
          onDone={(variable) => {
            onClose();
            onDeclared(variable);
          }}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}
