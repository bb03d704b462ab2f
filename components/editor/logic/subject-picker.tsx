"use client";

import { type ReactNode, useState } from "react";
import { nodeName } from "#domain/dialogue/names.ts";
import { type ProjectVariable, useVariables } from "../../frame/project/project-queries.ts";
import { useCan } from "../../frame/session/can.ts";
import { Picker } from "../../ui/picker.tsx";
import { usePlaceNames } from "../fields/use-place-names.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import type { Subject } from "./condition-rows.ts";
import { DECLARE, THIS_NODE, variableOptions, visitOptions } from "./subject-options.ts";
import { DeclareVariable } from "./variable-form.tsx";

/** Picked subject: a variable with its declaration, or the visits of a node. */
export type PickedSubject =
  | { readonly kind: "variable"; readonly variable: ProjectVariable }
  | { readonly kind: "visits"; readonly nodeId: string | null };

interface SubjectPickerProps {
  label: string;
  /** Current subject; null for a new row. */
  subject: Subject | null;
  placeholder: string;
  onPick: (subject: PickedSubject) => void;
  disabledReason: string | null;
  /** Whether only variables are offered: effects change nothing else by name. */
  variablesOnly?: boolean;
  icon?: ReactNode;
}

/** A variable, or the visits of a node; a variable that is not there yet is declared in place. */
export function SubjectPicker({
  label,
  subject,
  placeholder,
  onPick,
  disabledReason,
  variablesOnly = false,
  icon,
}: SubjectPickerProps) {
  const { store } = useDialogue();
  const variables = useVariables();
  const mayDeclare = useCan()("change").allowed;
  const [declaring, setDeclaring] = useState<string | null>(null);
  const shown = useSubjectName(subject);
  return (
    <>
      <Picker
        label={label}
        shown={shown?.name ?? null}
        placeholder={placeholder}
        isInvalid={shown?.isGone ?? false}
        isAdding={subject === null}
        icon={icon}
        disabledReason={disabledReason}
        className={subject === null ? "" : "grow font-code"}
        options={(query) => [
          ...variableOptions(variables.values(), query, mayDeclare),
          ...(variablesOnly ? [] : visitOptions(store.getState().nodes.values(), query)),
        ]}
        onPick={(value, query) => {
          const variable = variables.get(value);
          if (value === DECLARE) setDeclaring(query);
          else if (variable !== undefined) onPick({ kind: "variable", variable });
          else onPick({ kind: "visits", nodeId: value === THIS_NODE ? null : value });
        }}
      />
      <DeclareVariable
        name={declaring}
        onDeclared={(variable) => onPick({ kind: "variable", variable })}
        onClose={() => setDeclaring(null)}
      />
    </>
  );
}

/** Returns the name of a subject, and whether it is deleted. */
export function useSubjectName(subject: Subject | null): { name: string; isGone: boolean } | null {
  const variables = useVariables();
  const nodeId = subject?.kind === "visits" ? subject.nodeId : null;
  const drawn = useDialogueState((state) => {
    const node = nodeId === null ? undefined : state.nodes.get(nodeId);
    return node === undefined ? null : nodeName(node);
  });
  const places = usePlaceNames();
  if (subject === null) return null;
  if (subject.kind === "visits") {
    if (nodeId === null) return { name: "visits of this card", isGone: false };
    const name = drawn ?? places.nameOf(nodeId);
    const isGone = name === undefined || (drawn === null && places.absent.includes(nodeId));
    return { name: `visits of ${isGone ? "a card that is gone" : name}`, isGone };
  }
  const variable = variables.get(subject.id);
  // Before all variables are here nothing is known to be gone.
  if (variable === undefined && !variables.isWhole) return { name: "…", isGone: false };
  return variable === undefined
    ? { name: "a variable that is not declared", isGone: true }
    : { name: variable.name, isGone: false };
}
