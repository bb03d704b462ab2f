import { Badge } from "../../ui/badge.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { type InboxItem, KIND_WORDS } from "./inbox-item.ts";

interface InboxListProps {
  items: readonly InboxItem[];
  chosen: string | null;
  /** Returns whether an item still waits for an answer. */
  isWaiting: (item: InboxItem) => boolean;
  onChoose: (item: InboxItem) => void;
}

/** Lists the waiting items, one row each. */
export function InboxList({ items, chosen, isWaiting, onChoose }: InboxListProps) {
  return (
    <ul aria-label="Open items">
      {items.map((item) => (
        <li key={item.key} className="border-line border-b">
          <button
            type="button"
            aria-current={item.key === chosen}
            data-item={item.key}
            onClick={() => onChoose(item)}
            className="block w-full cursor-pointer px-4 py-2.5 text-start -outline-offset-2 hover:bg-hover aria-[current=true]:bg-accent-soft"
          >
            <span className="flex items-center gap-2">
              <Badge tone={item.kind === "webhook" ? "bad" : item.kind === "conflict" ? "warn" : "plain"}>
                {KIND_WORDS[item.kind]}
              </Badge>
              <span dir="auto" className="min-w-0 grow truncate text-12 text-ink-3">
                {"item" in item ? item.item.project_name : "In this browser"}
              </span>
              <span className="shrink-0 text-12 text-ink-3">
                <LocalTime iso={item.since} />
              </span>
            </span>
            <span
              dir="auto"
              className={`mt-1 line-clamp-2 break-words ${item.kind === "webhook" ? "font-code text-12" : "text-13"}`}
            >
              {item.title}
            </span>
            {!isWaiting(item) && <span className="mt-0.5 block text-12 text-ink-3">Answered</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
