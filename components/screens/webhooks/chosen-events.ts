/** Patterns of the events that a webhook receives: kinds, `subject.*` and `*`. */
export type Patterns = readonly string[];

const subjectOf = (kind: string): string => kind.split(".", 1)[0] ?? kind;

/** Whether patterns name a kind. */
export function isChosen(patterns: Patterns, kind: string): boolean {
  return patterns.includes("*") || patterns.includes(`${subjectOf(kind)}.*`) || patterns.includes(kind);
}

/** Returns the events chosen for a new webhook: all but moves, which come by the hundred while somebody drags cards. */
export function usualChoice(kinds: readonly string[]): string[] {
  return kinds.filter((kind) => !kind.endsWith(".moved"));
}

/** The patterns with a kind taken in or left out. What names several kinds is written out when one of them is left. */
export function withKind(patterns: Patterns, kinds: readonly string[], kind: string, isIn: boolean): string[] {
  if (isIn) return isChosen(patterns, kind) ? [...patterns] : [...patterns, kind];
  const written = patterns.flatMap((pattern) => {
    if (pattern === "*") return kinds;
    return pattern === `${subjectOf(kind)}.*` ? kinds.filter((each) => subjectOf(each) === subjectOf(kind)) : [pattern];
  });
  return [...new Set(written)].filter((each) => each !== kind);
}

/** The patterns with all kinds of a subject taken in, also those of later versions, or all left out. */
export function withSubject(patterns: Patterns, kinds: readonly string[], subject: string, isIn: boolean): string[] {
  const others = patterns.includes("*") && !isIn ? kinds : patterns;
  const left = others.filter((pattern) => subjectOf(pattern) !== subject);
  return isIn ? (patterns.includes("*") ? [...patterns] : [...left, `${subject}.*`]) : [...new Set(left)];
}
