/** Arguments of the functions that play. */
type ArgumentName = "dialogue" | "story" | "state" | "branch";

const EXPECTED: Readonly<Record<ArgumentName, { readonly words: string; has: (value: object) => boolean }>> = {
  dialogue: {
    words: "a dialogue as GET …/game-narrative/dialogues/{graph_id} answers it",
    has: (value) => "id" in value && "nodes" in value && Array.isArray(value.nodes),
  },
  story: {
    words: "a story, as readDialogue() returns it",
    // Readings bring a map of their own, which notes what is asked of it.
    has: (value) => "variables" in value && "nodes" in value && isMap(value.nodes),
  },
  state: {
    words: "the state of a page (page.state), or one that was saved",
    has: (value) => "values" in value && "taken" in value,
  },
  branch: {
    words:
      'a branch of the halt: halt.choices[…].branch at "choices", halt.choice.branch at "continue", halt.events[…].branch at "waiting"',
    has: (value) => "id" in value && "effects" in value && Array.isArray(value.effects),
  },
};

/**
 * Checks what a function that plays was called with, as a program without types may call it.
 *
 * @param called name of the function.
 * @throws Error that names the argument, what it has to be and what it is.
 */
export function expectArguments(called: string, given: { readonly [name in ArgumentName]?: unknown }): void {
  for (const [name, value] of Object.entries(given)) {
    const { words, has } = EXPECTED[name as ArgumentName];
    if (typeof value !== "object" || value === null || !has(value))
      throw new Error(`${called}(): \`${name}\` has to be ${words}. It is ${wordsOf(value)}.`);
  }
}

function isMap(value: unknown): boolean {
  return typeof value === "object" && value !== null && "get" in value && typeof value.get === "function";
}

function wordsOf(value: unknown): string {
  if (typeof value !== "object" || value === null)
    return typeof value === "string" ? JSON.stringify(value) : `${value}`;
  return `an object with ${Object.keys(value).slice(0, 5).join(", ") || "no fields"}`;
}
