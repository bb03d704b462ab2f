"use client";

import { ChevronDown } from "lucide-react";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { type Chapter, STATUS_WORDS, stepsFrom } from "./book-types.ts";
import { useBookChanges } from "./use-book.ts";

/** The state of a chapter; pressed, it offers the steps to others. */
export function ChapterState({ chapter: { id, status } }: { chapter: Pick<Chapter, "id" | "status"> }) {
  const { go } = useBookChanges();
  const { attempt, isBusy, problem } = useAttempt();
  const reason = reasonOf(useCan()("change"));
  return (
    <>
      <Menu
        entries={() =>
          stepsFrom(status).map(({ name, words, to }) => ({
            title: words,
            hint: words === STATUS_WORDS[to] ? undefined : STATUS_WORDS[to],
            onSelect: () => void attempt(() => go(id, name)),
            disabledReason: reason,
          }))
        }
        trigger={(trigger) => (
          <Button
            size="sm"
            aria-label={`State: ${STATUS_WORDS[status]}`}
            aria-busy={isBusy}
            icon={<ChevronDown aria-hidden="true" size={14} />}
            {...trigger}
          >
            {STATUS_WORDS[status]}
          </Button>
        )}
      />
      <AlertLine>{problem}</AlertLine>
    </>
  );
}
