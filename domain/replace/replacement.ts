import { editedText, type TextEdit } from "../text-marks/edited-marks.ts";
import { PatternError } from "./expression.ts";
import { type Match, Pattern, type PatternOptions } from "./pattern.ts";
import type { SearchBudget } from "./search-budget.ts";

/** Search words and their replacement. */
export interface ReplacementWords extends PatternOptions {
  readonly find: string;
  /** Replacement text. In an expression `$1` to `$9` are its groups, `$0` the whole match, and `$$` a dollar. */
  readonly replace: string;
}

/** A text with everything replaced in it. */
export interface ReplacedText {
  readonly after: string;
  /** Number of matches. */
  readonly count: number;
  /** Offset of the first match, in UTF-16 units. */
  readonly first: number;
  /** Matches with what comes in their place, in order. */
  readonly edits: readonly TextEdit[];
}

/** A replacement, compiled. */
export class Replacement {
  private readonly pattern: Pattern;
  private readonly parts: readonly (string | number)[];

  /** @throws {@link PatternError} with where in what is looked for, or in what comes in its place, something is wrong. */
  constructor({ find, replace, ...options }: ReplacementWords) {
    this.pattern = new Pattern(find, options);
    this.parts = options.isExpression ? partsOf(replace) : [replace];
    const missing = this.parts.find((part) => typeof part === "number" && part > this.pattern.groups);
    if (missing !== undefined) throw new ReplacementError(`there is no group ${missing} in what is looked for`);
  }

  /**
   * Replaces everything in a text; null where nothing of it changes.
   *
   * @throws {@link SearchBudgetExceeded} where looking for it takes too long.
   */
  of(text: string, budget: SearchBudget): ReplacedText | null {
    const all = this.pattern.findAll(text, budget);
    const [first] = all;
    if (first === undefined) return null;
    const edits = all.map((match) => ({ start: match.start, end: match.end, written: this.written(text, match) }));
    const after = editedText(text, edits);
    return after === text ? null : { after, count: all.length, first: first.start, edits };
  }

  private written(text: string, match: Match): string {
    return this.parts
      .map((part) => {
        if (typeof part === "string") return part;
        const { start, end } = part === 0 ? match : (match.groups[part - 1] ?? { start: 0, end: 0 });
        return start < 0 || end < 0 ? "" : text.slice(start, end);
      })
      .join("");
  }
}

/** Error for a replacement that names a group which does not exist. */
export class ReplacementError extends PatternError {
  constructor(message: string) {
    super(message, 0);
  }
}

/** The words of a replacement, and the groups that it names. */
function partsOf(replace: string): (string | number)[] {
  return replace.split(/(\$[$0-9])/).flatMap((part): (string | number)[] => {
    if (part === "$$") return ["$"];
    return /^\$[0-9]$/.test(part) ? [Number(part[1])] : part === "" ? [] : [part];
  });
}
