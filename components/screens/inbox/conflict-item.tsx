import { fieldName, inWords, momentOf } from "../../editor/saving/conflict-words.ts";
import { type Entry, wordsOf } from "../../editor/saving/outbox/entry.ts";
import { Button } from "../../ui/button.tsx";
import { PageLink } from "../../ui/page-link.tsx";

/**
 * Shows changes that could not be saved from this browser because somebody else changed the same fields: both versions,
 * and the link to the page where the conflict is decided.
 */
export function ConflictItem({ entry }: { entry: Entry }) {
  const { label, conflicts, refusal, operations, projectId, graphId } = entry;
  const words = wordsOf(operations);
  return (
    <>
      <h2 className="text-balance font-reading font-semibold text-20" dir="auto">
        {label}
      </h2>
      <p className="mt-1 text-13 text-ink-2">
        {conflicts.length > 0
          ? "Someone else changed the same text. Your version is kept in this browser until you choose."
          : (refusal?.message ?? "It could not be saved, and is kept in this browser.")}
      </p>
      {conflicts.map(({ id, field, mine, theirs, at }) => (
        <section key={`${id}${field}`} className="mt-4 grid gap-3 sm:grid-cols-2">
          <Version name={`Mine: ${fieldName(field)}`} text={inWords(mine)} />
          <Version name={`Theirs${momentOf(at)}`} text={inWords(theirs)} />
        </section>
      ))}
      {conflicts.length === 0 && words !== "" && <Version name="What you wrote" text={words} />}
      <div className="mt-5 flex flex-wrap items-center gap-4">
        <PageLink href={`/projects/${projectId}/dialogues/${graphId}`} className="link text-13">
          Choose in the dialogue
        </PageLink>
        {words !== "" && (
          <Button size="sm" onClick={() => void navigator.clipboard?.writeText(words)}>
            Copy mine
          </Button>
        )}
      </div>
    </>
  );
}

function Version({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <h3 className="mb-1 font-semibold text-12 text-ink-2">{name}</h3>
      <p
        dir="auto"
        className="whitespace-pre-wrap break-words rounded-control border border-line bg-panel px-3 py-2 font-reading text-13"
      >
        {text === "" ? <i>nothing</i> : text}
      </p>
    </div>
  );
}
