import type { Other } from "./who-is-where.ts";

/** Literal names, so that the style sheet has them. */
const COLOURS = [
  "bg-person-1",
  "bg-person-2",
  "bg-person-3",
  "bg-person-4",
  "bg-person-5",
  "bg-person-6",
  "bg-person-7",
  "bg-person-8",
] as const;

/** A person's initials. The name stands beside it, or in the name of what it is in. */
export function Avatar({ other: { initials, colour } }: { other: Pick<Other, "initials" | "colour"> }) {
  return (
    <span
      aria-hidden="true"
      data-initials={initials}
      // Drawn, not written: read aloud or searched for, initials are noise beside the name.
      className={`flex size-6 shrink-0 items-center justify-center rounded-round font-interface font-medium text-11 text-on-person before:content-[attr(data-initials)] forced-colors:border ${COLOURS[colour - 1] ?? COLOURS[0]}`}
    />
  );
}
