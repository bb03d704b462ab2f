/** Requests by how they ended, as usage is counted. */
export interface OutcomeCounts {
  readonly requests: number;
  readonly succeeded: number;
  readonly refused: number;
  readonly limited: number;
  readonly failed: number;
}

/** Outcomes of a request, in the words of its sender, with the status of the answer. */
export const OUTCOME_WORDS = [
  { outcome: "succeeded", name: "Answered", status: "2xx" },
  { outcome: "refused", name: "Refused", status: "4xx" },
  { outcome: "limited", name: "Too many at once", status: "429" },
  { outcome: "failed", name: "Failed here", status: "5xx" },
] as const;

/** Shows the number of requests by outcome. */
export function Outcomes({ counts, label }: { counts: OutcomeCounts; label: string }) {
  return (
    <table aria-label={label} className="w-full text-13">
      <tbody>
        {OUTCOME_WORDS.map(({ outcome, name, status }) => (
          <tr key={outcome} className={counts[outcome] === 0 ? "text-ink-3" : ""}>
            <th scope="row" className="py-0.5 text-start font-normal">
              {name} <span className="font-code text-11 text-ink-3">{status}</span>
            </th>
            <td className="numerals py-0.5 text-end">{counts[outcome].toLocaleString("en-GB")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
