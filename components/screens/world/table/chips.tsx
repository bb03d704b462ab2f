import type { CardWords } from "./card-words.ts";

/** Short values of a card, each with the name of its property where it is pointed at. */
export function Chips({ chips, isInline = false }: Pick<CardWords, "chips"> & { isInline?: boolean }) {
  if (chips.length === 0) return null;
  return (
    <ul className={isInline ? "flex gap-1" : "mt-1.5 flex flex-wrap gap-1"}>
      {chips.map(({ label, text }) => (
        <li
          key={label}
          dir="auto"
          data-tip={text.startsWith(label) ? undefined : label}
          className="relative max-w-full truncate rounded-round border border-line bg-canvas px-2 text-12 text-ink-2"
        >
          {!text.startsWith(label) && <span className="sr-only">{label}: </span>}
          {text}
        </li>
      ))}
    </ul>
  );
}
