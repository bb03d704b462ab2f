import type { TextMarkKind } from "../../text-marks/text-mark.ts";
import type { Guard } from "../script/guards.ts";
import type { Assignment } from "../script/statements.ts";
import type { TweeLink } from "./links.ts";

/** Words of a link: text, or a script expression whose value is shown. */
export type Label =
  /** `isVerbatim` text is shown as it stands. */
  { readonly text: string; readonly isVerbatim?: boolean } | { readonly source: string };

/** Meaning of a part of a passage beyond its words. */
export type Meaning =
  /** A link; `isApart` where its words stand elsewhere on the page already. */
  | { readonly kind: "link"; readonly link: TweeLink; readonly use?: LinkUse; readonly isApart?: boolean }
  | { readonly kind: "set"; readonly assignments: readonly Assignment[] }
  /** A value that is shown; in one that is escaped, signs of HTML are letters. */
  | { readonly kind: "print"; readonly source: string; readonly isEscaped?: boolean }
  /** Words that are shown as they stand. */
  | { readonly kind: "words"; readonly text: string }
  /** Beginning or end of words that are set in a way a mark of ours has. */
  | { readonly kind: "style"; readonly style: TextMarkKind; readonly opens: boolean }
  /** Picture or sound, with its address where it has one. */
  | { readonly kind: "media"; readonly what: string; readonly source: string | null }
  | { readonly kind: "goto"; readonly target: string }
  /** Passage that is shown in place. */
  | { readonly kind: "include"; readonly target: string }
  /** A link that goes through values of a variable. */
  | { readonly kind: "cycle"; readonly variable: string; readonly values: readonly string[] }
  /** Markup that is not understood. */
  | { readonly kind: "unread"; readonly name: string }
  /** Markup that readers do not see: a comment, a style. */
  | { readonly kind: "nothing" }
  | { readonly kind: "if"; readonly guard: Guard }
  /** Alternative of the preceding `if`; null is the last. `guards` is all that holds then, should there be no `if`. */
  | { readonly kind: "else"; readonly guard: Guard | null; readonly guards: readonly Guard[] }
  /** A link whose content is carried out where it stands, when it is chosen. */
  | { readonly kind: "in-place"; readonly label: Label; readonly target: string | null; readonly mode: InPlaceMode }
  /** A link that is replaced by a text, or by a passage. */
  | { readonly kind: "reveal"; readonly label: string; readonly target: string | null; readonly text: string }
  /** Text that is only put together otherwise. */
  | { readonly kind: "hook"; readonly isOneLine: boolean }
  /** Start or end of a part in which line breaks count as spaces. */
  | { readonly kind: "brace"; readonly opens: boolean }
  /** Content that comes after a time, or whenever something holds: what it leaves for is a choice. */
  | { readonly kind: "timed" }
  /** Content that is put elsewhere on the page, and so is read even where the words around it are not. */
  | { readonly kind: "aloud" }
  /** Content that is not there until a macro shows its name. */
  | { readonly kind: "hidden"; readonly name: string }
  /** Macro that shows hidden content. */
  | { readonly kind: "show"; readonly names: readonly string[] }
  /** Content whose words nobody sees. */
  | { readonly kind: "silent" }
  /** A block that is nothing to a reader. */
  | { readonly kind: "dropped" }
  /** A block that is not understood, with all that is in it. */
  | { readonly kind: "block"; readonly name: string }
  | { readonly kind: "close" };

/** Fate of a chosen link: it disappears for good, or all others that belong to the same `one` do. */
export type LinkUse = "once" | "one";

/** Behaviour of a link with content: whether the content is shown, and whether the link stays. */
export interface InPlaceMode {
  readonly shows: boolean;
  readonly stays: boolean;
  /** Whether its words stand elsewhere on the page already. */
  readonly isApart?: boolean;
}

/** A place of a passage, and what it means. */
export type Mark = { readonly start: number; readonly end: number } & Meaning;

/** Whether something follows that belongs to a mark, up to where it is closed. */
export function opens({ kind }: Meaning): boolean {
  return OPENING.has(kind);
}

const OPENING: ReadonlySet<Meaning["kind"]> = new Set([
  "if",
  "else",
  "in-place",
  "hook",
  "hidden",
  "timed",
  "aloud",
  "silent",
  "dropped",
  "block",
]);
