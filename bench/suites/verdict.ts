/** Result of one case of a suite. */
export interface Verdict {
  readonly name: string;
  readonly category: string;
  readonly outcome:
    | "the same"
    | "a loss that is said"
    | "different"
    | "refused"
    | "refused by both"
    | "an error of its engine";
  readonly losses: readonly string[];
  readonly difference: string | null;
}

/** Prints how many cases came to what, by category, and those that differ without saying so. */
export function printVerdicts(title: string, verdicts: readonly Verdict[]): void {
  console.log(`\n${title}: ${verdicts.length} cases`);
  const outcomes = [...new Set(verdicts.map(({ outcome }) => outcome))];
  for (const [category, cases] of Map.groupBy(verdicts, (each) => each.category)) {
    const counts = outcomes.flatMap((outcome) => {
      const count = cases.filter((each) => each.outcome === outcome).length;
      return count === 0 ? [] : [`${count} ${outcome}`];
    });
    console.log(`  ${category.padEnd(16)} ${counts.join(", ")}`);
  }
  for (const outcome of outcomes) {
    const names = verdicts.flatMap((each) => (each.outcome === outcome ? [each.name] : []));
    console.log(`  ${outcome}: ${names.length}${outcome === "the same" ? "" : ` (${names.join(", ")})`}`);
  }
  for (const { name, outcome, difference } of verdicts) {
    if (outcome === "different") console.log(`  ${name}: ${difference}`);
  }
}
