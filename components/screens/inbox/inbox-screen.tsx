"use client";

import { useRef, useState } from "react";
import { useKeptConflicts } from "../../editor/saving/kept-conflicts.ts";
import { useCommandHandlers } from "../../frame/commands/use-command-handlers.ts";
import { useActorNames } from "../../frame/project/project-queries.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { LocalTime } from "../../ui/local-time.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { ConflictItem } from "./conflict-item.tsx";
import { ExtractionItem } from "./extraction-item.tsx";
import { type InboxItem, inboxItemsOf, stepFrom, withOpened } from "./inbox-item.ts";
import { InboxList } from "./inbox-list.tsx";
import { type InboxAnswer, useFollowOpened, useInbox } from "./inbox-queries.ts";
import { didWhat } from "./inbox-words.ts";
import { LinkItem } from "./link-item.tsx";
import { MentionItem } from "./mention-item.tsx";
import { SessionItem } from "./session-item.tsx";
import { SuggestionItem } from "./suggestion-item.tsx";
import { WebhookItem } from "./webhook-item.tsx";

/** Shows all items that wait for a person, with the chosen one beside the list. */
export function InboxScreen() {
  return (
    <Shell title={<h1 className="text-13">Inbox</h1>}>
      <InboxBody />
    </Shell>
  );
}

function InboxBody() {
  const inbox = useInbox();
  const conflicts = useKeptConflicts();
  const [opened, setOpened] = useState<InboxItem | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLElement>(null);
  const waiting = inboxItemsOf(inbox.data?.items ?? [], conflicts);
  const inboxItems = withOpened(waiting, opened);
  useFollowOpened(opened !== null && "item" in opened ? opened.item.project_id : null);

  function choose(item: InboxItem | null): void {
    if (item === null) return;
    setOpened(item);
    const row = list.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(item.key)}"]`);
    row?.focus();
  }

  useCommandHandlers({
    "inbox.next": () => choose(stepFrom(inboxItems, opened?.key ?? null, 1)),
    "inbox.previous": () => choose(stepFrom(inboxItems, opened?.key ?? null, -1)),
    "inbox.answer": () => pane.current?.querySelector<HTMLElement>("button, textarea, input, select, a[href]")?.focus(),
  });

  if (inbox.data === undefined && inbox.error !== null) {
    return <ErrorState what="The inbox" error={inbox.error} onRetry={() => void inbox.refetch()} />;
  }
  if (inbox.data === undefined) {
    return (
      <div className="mx-auto w-full max-w-2xl space-y-2 px-5 py-6">
        <Loading what="the inbox" />
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="h-14" />
        ))}
      </div>
    );
  }
  const { counts, answered, items } = inbox.data;
  const total = counts.all + conflicts.length;
  return (
    <div
      data-command-scope="inbox"
      data-command-default=""
      className="grid min-h-0 grow max-lg:auto-rows-[minmax(0,1fr)] lg:grid-cols-[22rem_minmax(0,1fr)]"
    >
      <div ref={list} className="min-h-0 overflow-y-auto border-line max-lg:border-b lg:border-e">
        <p className="numerals border-line border-b px-4 py-2 text-12 text-ink-3" aria-live="polite">
          {total === 0 ? "Nothing waiting" : `${total} waiting`}
          {items.length < counts.all && `, the newest ${items.length} shown`}
        </p>
        <InboxList
          items={inboxItems}
          chosen={opened?.key ?? null}
          isWaiting={({ key }) => waiting.some((each) => each.key === key)}
          onChoose={choose}
        />
        <AnsweredList answered={answered} />
      </div>
      <section
        ref={pane}
        aria-label="Selected item"
        // Below the list it would be empty room until something is chosen.
        className={`min-h-0 min-w-0 overflow-y-auto ${opened === null && total > 0 ? "max-lg:hidden" : ""}`}
      >
        {opened === null ? (
          <EmptyState>
            {total === 0 ? (
              "Your inbox is empty. Questions from generations, suggestions, proposals for the bible, changes of linked projects, mentions and stopped webhooks appear here."
            ) : (
              <>
                Select an item, or move through the list with <Kbd>J</Kbd> and <Kbd>K</Kbd>.
              </>
            )}
          </EmptyState>
        ) : (
          <div key={opened.key} className="mx-auto max-w-2xl px-5 py-6">
            <OpenedItem item={opened} />
          </div>
        )}
      </section>
    </div>
  );
}

function OpenedItem({ item: inboxItem }: { item: InboxItem }) {
  switch (inboxItem.kind) {
    case "session":
      return <SessionItem sessionId={inboxItem.item.id} />;
    case "suggestion":
      return <SuggestionItem item={inboxItem.item} />;
    case "link":
      return <LinkItem item={inboxItem.item} />;
    case "extraction":
      return <ExtractionItem item={inboxItem.item} />;
    case "mention":
      return <MentionItem item={inboxItem.item} />;
    case "webhook":
      return <WebhookItem item={inboxItem.item} />;
    case "conflict":
      return <ConflictItem entry={inboxItem.entry} />;
  }
}

/** Lists the items answered in the last days, with the person and the time of each answer. */
function AnsweredList({ answered }: { answered: readonly InboxAnswer[] }) {
  const nameOf = useActorNames();
  if (answered.length === 0) return null;
  return (
    <TitledSection title="Recently answered" heading="font-semibold text-13" className="px-4 py-4">
      <ul className="mt-1 space-y-1.5 text-12 text-ink-2">
        {answered.map(({ session_id, project_name, action, by, at }) => (
          <li key={session_id}>
            {nameOf(by)} {didWhat(action)} in <span dir="auto">{project_name}</span>, <LocalTime iso={at} />
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
