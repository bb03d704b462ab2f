import { AlertLine } from "../../ui/alert-line.tsx";
import type { Generation } from "./use-generation.ts";

/** Shows the progress of a generation, its question, or the reason of its failure. */
export function GenerationStanding({ standing }: { standing: Generation }) {
  return (
    <>
      <div role="status" className="text-13">
        {standing.state === "running" && (
          <span className="flex flex-col gap-1.5 text-ink-2">
            {standing.words}…
            <progress className="h-1.5 w-full" aria-label="Progress" max={standing.total} value={standing.done} />
          </span>
        )}
        {standing.state === "asked" && <span className="text-ink">Waiting for an answer: {standing.question}</span>}
      </div>
      {standing.state === "failed" && <AlertLine className="text-13">{standing.message}</AlertLine>}
    </>
  );
}
