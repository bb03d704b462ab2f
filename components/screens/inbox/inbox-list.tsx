import { Badge } from "../../ui/badge.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { KIND_WORDS, type Matter } from "./matter.ts";

interface InboxListProps {
  matters: readonly Matter[];
  chosen: string | null;
  /** Whether it still waits. */
  isWaiting: (matter: Matter) => boolean;
  onChoose: (matter: Matter) => void;
}

/** What waits, one row each. */
export function InboxList({ matters, chosen, isWaiting, onChoose }: InboxListProps) {
  return (
    <ul aria-label="What waits">
      {matters.map((matter) => (
        <li key={matter.key} className="border-line border-b">
          <button
            type="button"
            aria-current={matter.key === chosen}
            data-matter={matter.key}
            onClick={() => onChoose(matter)}
            className="block w-full cursor-pointer px-4 py-2.5 text-start -outline-offset-2 hover:bg-hover aria-[current=true]:bg-accent-soft"
          >
            <span className="flex items-center gap-2">
              <Badge tone={matter.kind === "webhook" ? "bad" : matter.kind === "conflict" ? "warn" : "plain"}>
                {KIND_WORDS[matter.kind]}
              </Badge>
              <span dir="auto" className="min-w-0 grow truncate text-12 text-ink-3">
                {"item" in matter ? matter.item.project_name : "In this browser"}
              </span>
              <span className="shrink-0 text-12 text-ink-3">
                <LocalTime iso={matter.since} />
              </span>
            </span>
            <span dir="auto" className="mt-1 line-clamp-2 break-words text-13">
              {matter.title}
            </span>
            {!isWaiting(matter) && <span className="mt-0.5 block text-12 text-ink-3">Answered</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
