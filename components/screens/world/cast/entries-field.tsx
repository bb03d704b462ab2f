"use client";

import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../../../ui/button.tsx";
import { FormGroup } from "../../../ui/form/field.tsx";
import type { OwnControl } from "../../../ui/form/use-form.ts";
import { IconButton } from "../../../ui/icon-button.tsx";

interface EntriesFieldProps<Entry> {
  control: OwnControl<Entry[]>;
  legend: string;
  hint: string;
  /** Name of one entry: "greeting". */
  one: string;
  most: number;
  /** Entry that is added. */
  fresh: Entry;
  /** Controls of an entry; `label` names it, `isReadOnly` says whether it can be changed. */
  children: (entry: Entry, label: string, change: (entry: Entry) => void, isReadOnly: boolean) => ReactNode;
}

/** Field for a list whose entries have several lines or parts: each stands alone, and can be taken out. */
export function EntriesField<Entry>(props: EntriesFieldProps<Entry>) {
  const { control, legend, hint, one, most, fresh, children } = props;
  const { id, value, errors, readOnly, onChange } = control;
  const list = useRef<HTMLUListElement>(null);
  const hasNew = useRef(false);
  useEffect(() => {
    if (!hasNew.current) return;
    hasNew.current = false;
    list.current?.querySelector<HTMLElement>("li:last-child textarea, li:last-child input")?.focus();
  });
  return (
    <FormGroup id={id} legend={legend} hint={hint} errors={errors}>
      <ul ref={list} className="space-y-2">
        {value.map((entry, at) => {
          const label = `${one.charAt(0).toUpperCase()}${one.slice(1)} ${at + 1}`;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and equal ones are allowed.
            <li key={at} className="flex items-start gap-1">
              <div className="min-w-0 grow">
                {children(entry, label, (next) => onChange(value.with(at, next)), readOnly)}
              </div>
              {!readOnly && (
                <IconButton
                  size="sm"
                  label={`Take out ${one} ${at + 1}`}
                  icon={<X aria-hidden="true" size={14} />}
                  onClick={() => onChange(value.toSpliced(at, 1))}
                />
              )}
            </li>
          );
        })}
      </ul>
      {!readOnly && value.length < most && (
        <Button
          size="sm"
          className={value.length === 0 ? "" : "mt-2"}
          onClick={() => {
            hasNew.current = true;
            onChange([...value, fresh]);
          }}
        >
          Add a {one}
        </Button>
      )}
    </FormGroup>
  );
}
