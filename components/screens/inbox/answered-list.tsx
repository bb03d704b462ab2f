import { useActorNames } from "../../frame/project/project-queries.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import type { InboxAnswer } from "./inbox-queries.ts";
import { didWhat } from "./inbox-words.ts";

/** What was answered in the last days: by whom, and when. */
export function AnsweredList({ answered }: { answered: readonly InboxAnswer[] }) {
  const nameOf = useActorNames();
  if (answered.length === 0) return null;
  return (
    <section aria-labelledby="answered" className="px-4 py-4">
      <h2 id="answered" className="font-semibold text-13">
        Answered lately
      </h2>
      <ul className="mt-1 space-y-1.5 text-12 text-ink-2">
        {answered.map(({ session_id, project_name, action, by, at }) => (
          <li key={session_id}>
            {nameOf(by)} {didWhat(action)} in <span dir="auto">{project_name}</span>, <LocalTime iso={at} />
          </li>
        ))}
      </ul>
    </section>
  );
}
