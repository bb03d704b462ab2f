"use client";

import { useId } from "react";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Redline } from "../changes/redline.tsx";
import { type Hit, PLACES } from "./replace-request.ts";

interface HitRowProps {
  hit: Hit;
  isTaken: boolean;
  disabled: boolean;
  onTake: (isTaken: boolean) => void;
}

/** A place with its words as they are and as they become, and whether they are to. */
export function HitRow({ hit, isTaken, disabled, onTake }: HitRowProps) {
  const id = useId();
  const place = PLACES.find(({ value }) => value === hit.in)?.one ?? "Words";
  return (
    <li className="flex items-start gap-2 py-1.5">
      {hit.refused === null ? (
        <Checkbox
          label={`Replace in this ${place.toLowerCase()}`}
          isLabelHidden
          checked={isTaken}
          disabled={disabled}
          aria-describedby={id}
          onChange={({ target }) => onTake(target.checked)}
        />
      ) : (
        <span className="size-6 shrink-0" />
      )}
      <div className="min-w-0 grow">
        <p id={id} dir="auto" className="whitespace-pre-wrap break-words font-reading text-14">
          <Redline before={hit.before} after={hit.after} />
        </p>
        <p className="text-12 text-ink-3">
          {place}
          {hit.count > 1 && ` · ${hit.count} times`}
          {hit.refused !== null && (
            <span className="text-error">
              {" · stays as it is: "}
              {hit.refused === "too_long" ? "the new words are too long for it" : "it takes one line, and some words"}
            </span>
          )}
        </p>
      </div>
    </li>
  );
}
