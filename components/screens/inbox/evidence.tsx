import type { JsonObject } from "#domain/json.ts";
import { StoredPicture } from "../../frame/files/stored-picture.tsx";
import { StoredSound } from "../../frame/files/stored-sound.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";

const WORDY = ["message", "text", "detail", "reason", "label", "name", "title"];

/** Number of pieces of evidence shown at once: the answer stands below them and has to stay in view. */
const FIRST = 3;

/** Shows the evidence of a question: sentences where there are any, all other parts as JSON. */
export function Evidence({ evidence }: { evidence: readonly JsonObject[] }) {
  if (evidence.length === 0) return null;
  return (
    <TitledSection title="What it is about" level={3} heading="mb-1 font-semibold text-13" className="mt-5">
      <Pieces pieces={evidence.slice(0, FIRST)} />
      {evidence.length > FIRST && (
        <details className="mt-2">
          <summary className="w-fit cursor-pointer rounded-control py-1 text-13 text-ink-2">
            {evidence.length - FIRST} more
          </summary>
          <Pieces pieces={evidence.slice(FIRST)} />
        </details>
      )}
    </TitledSection>
  );
}

function Pieces({ pieces }: { pieces: readonly JsonObject[] }) {
  return (
    <ul className="mt-1 space-y-2 text-13">
      {pieces.map((each) => (
        <li key={JSON.stringify(each)} className="rounded-control border border-line bg-canvas px-3 py-2">
          <Piece piece={each} />
        </li>
      ))}
    </ul>
  );
}

function Piece({ piece }: { piece: JsonObject }) {
  const words = WORDY.flatMap((name) => (typeof piece[name] === "string" ? [piece[name]] : []));
  const others = Object.entries(piece).filter(([name, value]) => !(WORDY.includes(name) && typeof value === "string"));
  return (
    <>
      {words.map((text) => (
        <p key={text} dir="auto" className="break-words">
          {text}
        </p>
      ))}
      {others.length > 0 && (
        <details className="mt-1">
          <summary className="w-fit cursor-pointer rounded-control text-12 text-ink-3">As it was recorded</summary>
          <pre className="mt-1 overflow-x-auto whitespace-pre-wrap break-words font-code text-11">
            {JSON.stringify(Object.fromEntries(others), null, 2)}
          </pre>
        </details>
      )}
    </>
  );
}

/** Shows the draft that would be kept: its picture, its sound, its text, or all of it. */
export function DraftShown({ project_id, draft }: { project_id: string; draft: JsonObject }) {
  const { text, file, alt_text } = draft;
  return (
    <TitledSection title="Result if you approve" level={3} heading="mb-1 font-semibold text-13" className="mt-5">
      {typeof file === "string" && typeof alt_text === "string" ? (
        <figure className="w-44">
          <StoredPicture project_id={project_id} hash={file} alt={alt_text} />
          <figcaption className="mt-1 text-12 text-ink-2">{alt_text}</figcaption>
        </figure>
      ) : typeof file === "string" ? (
        <StoredSound project_id={project_id} hash={file} label="What would be kept" />
      ) : typeof text === "string" ? (
        <p
          dir="auto"
          className="whitespace-pre-wrap break-words rounded-control border border-line bg-panel px-3 py-2 font-reading"
        >
          {text}
        </p>
      ) : (
        <pre className="max-h-96 overflow-auto whitespace-pre-wrap break-words rounded-control border border-line bg-panel px-3 py-2 font-code text-12">
          {JSON.stringify(draft, null, 2)}
        </pre>
      )}
    </TitledSection>
  );
}
