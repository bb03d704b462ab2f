"use client";

import { Braces, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Declarations } from "#domain/expression-type.ts";
import { useVariables } from "../../frame/project/project-queries.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { JsonEditor } from "./json-editor.tsx";
import type { JsonReading } from "./json-problems.ts";

/** Buttons of an item, of which there are none where it cannot be changed. */
export interface ItemActions {
  readonly asJson: ReactNode;
  remove(label: string, act: () => void): ReactNode;
}

interface LogicItemProps<T> {
  what: "condition" | "effect";
  /** The logic without its id, as JSON shows it. */
  value: T;
  read: (text: string, declarations: Declarations) => JsonReading<T>;
  /** Description in plain language. */
  description: string;
  /** Whether the builder has a row for it; else it is kept exactly as it is until someone edits it on purpose. */
  hasRow: boolean;
  onChange: (value: T) => void;
  onRemove: () => void;
  disabledReason: string | null;
  /** The row. */
  children: (actions: ItemActions) => ReactNode;
}

/** The box around one row of logic. */
export const ITEM = "rounded-card border border-line bg-paper p-2";

/** One condition or effect of a list: its row, its JSON while that is edited, or words where no row can show it. */
export function LogicItem<T>(props: LogicItemProps<T>) {
  const { what, value, read, description, hasRow, onChange, onRemove, disabledReason, children } = props;
  const [isJson, setJson] = useState(false);
  const variables = useVariables();
  const mayEdit = disabledReason === null;
  if (isJson && mayEdit) {
    return (
      <div className={ITEM}>
        <JsonEditor
          label={what === "condition" ? "Condition" : "Effect"}
          value={value}
          read={(text) => read(text, (id) => variables.get(id))}
          onSave={(next) => {
            setJson(false);
            onChange(next);
          }}
          onCancel={() => setJson(false)}
        />
      </div>
    );
  }
  const remove = (label: string, act: () => void) =>
    mayEdit && <IconButton size="sm" label={label} icon={<X aria-hidden="true" size={14} />} onClick={act} />;
  const braces = <Braces aria-hidden="true" size={14} />;
  if (hasRow) {
    const asJson = mayEdit && <IconButton size="sm" label="Edit as JSON" icon={braces} onClick={() => setJson(true)} />;
    return children({ asJson, remove });
  }
  return (
    <div className={`${ITEM} border-dashed`}>
      <div className="flex items-start gap-1">
        <p className="min-w-0 grow break-words py-1 font-code text-12 text-ink" dir="auto">
          {description}
        </p>
        {remove(`Remove this ${what}`, onRemove)}
      </div>
      <p className="mt-1 text-12 text-ink-3">This {what} can only be edited as JSON.</p>
      <Button
        size="sm"
        variant="bare"
        className="-ms-2.5"
        icon={braces}
        onClick={() => setJson(true)}
        disabledReason={disabledReason}
      >
        Edit as JSON
      </Button>
    </div>
  );
}
