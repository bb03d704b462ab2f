import type { ShownMessage } from "#server/features/demo/public.ts";

/** Answer of the clerk, as the server sends it. */
export type ReadAnswer = Omit<ShownMessage["answers"][number], "facts" | "sentences"> & {
  readonly facts: readonly ShownMessage["answers"][number]["facts"][number][];
};

/**
 * Shows the clerk's answer at one moment, the facts it is based on, and the number of facts that she was never told.
 */
export function MomentAnswer({ answer }: { answer: ReadAnswer }) {
  const { text, facts, withheld } = answer;
  return (
    <>
      <p className="font-reading text-16">“{text}”</p>
      {facts.length > 0 && (
        <>
          <h4 className="mt-4 font-semibold text-12 text-ink-2">From what she knows</h4>
          <ul className="mt-1 border-line border-t text-13">
            {facts.map((fact) => (
              <li key={fact.id} className="border-line border-b py-2">
                {fact.text}
                <span className="numerals block text-12 text-ink-3">
                  True since sequence {fact.seq}. She knows since {fact.known_since}: {fact.known_from}.
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {withheld > 0 && (
        <p className="mt-2 text-13 text-ink-3">
          {withheld === 1 ? "One more fact bears" : `${withheld} more facts bear`} on this that she was never told.
        </p>
      )}
    </>
  );
}
