"use client";

import { WrittenInPlace } from "../form/in-place.tsx";

interface TreeNameProps {
  readonly name: string;
  /** The field that the name is written in; null while it is only shown. */
  readonly field: {
    readonly label: string;
    readonly maxLength: number;
    readonly errors?: readonly string[];
    /** Takes the new name; null when nothing changes. */
    readonly onDone: (name: string | null) => void;
  } | null;
}

/** The name of a row, shown or written in place. */
export function TreeName({ name, field }: TreeNameProps) {
  if (field !== null) {
    return (
      <WrittenInPlace
        {...field}
        value={name}
        className="min-h-6 min-w-0 grow rounded-control border border-accent bg-panel px-1 text-13 text-ink"
      />
    );
  }
  return (
    <span dir="auto" className="min-w-0 grow truncate">
      {name}
    </span>
  );
}
