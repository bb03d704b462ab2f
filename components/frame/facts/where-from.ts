import type { Fact, NameOf } from "./fact-words.ts";

type Source = Fact["source"];

/** Returns the source of a fact in words: what it follows from, and who saw or told it. */
export function whereFrom(source: Source, nameOf: NameOf, knowerId: string | null = null): string {
  const from = PLACES[source.kind](source as never);
  const { witness_id } = source;
  if (witness_id === null) return from;
  if (witness_id === knowerId) return `${from}, seen in person`;
  return `${from}, from ${nameOf(witness_id) ?? "someone else"}`;
}

const PLACES: { readonly [Kind in Source["kind"]]: (source: Extract<Source, { kind: Kind }>) => string } = {
  event: () => "From something that happened",
  node: () => "From a card",
  passage: () => "From a passage of the book",
  session: () => "From a generated draft",
  client: ({ label }) => (label === null ? "Noted by hand" : `Noted from ${label}`),
};
