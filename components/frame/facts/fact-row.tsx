"use client";

import { Ellipsis } from "lucide-react";
import { type ReactNode, useState } from "react";
import { firstWords } from "#domain/first-words.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import type { MenuEntry } from "../../ui/menu-entry.ts";
import { showToast } from "../../ui/toast.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { reasonOf, useCan } from "../session/can.ts";
import { CardLink } from "./card-link.tsx";
import { ChangeFact, SupersedeFact, TellFact } from "./fact-form.tsx";
import { FactPane } from "./fact-pane.tsx";
import { FactUses } from "./fact-uses.tsx";
import { type Fact, knownToWords, type NameOf } from "./fact-words.ts";
import { Knowers } from "./knowers.tsx";
import { useFactChanges } from "./use-fact-changes.ts";

interface FactRowProps {
  fact: Fact;
  nameOf: NameOf;
  /** Words about it in this list, before who knows it. */
  children?: ReactNode;
  /** Whether `children` has the element that the arrow keys stop at. */
  hasOwnStop?: boolean;
  /** Whether the list is that of the card it comes from. */
  isHere?: boolean;
  /** Whether it holds again, because what took its place is gone. */
  holdsAgain?: boolean;
}

const OF_ANOTHER = "Another project says what holds in its place: it is changed there.";

type Pane = "knowers" | "uses" | "tell" | "change" | "supersede";

/** One fact of a list: its words, who knows it, and what can be done with it. */
export function FactRow({
  fact,
  nameOf,
  children,
  hasOwnStop = false,
  isHere = false,
  holdsAgain = false,
}: FactRowProps) {
  const reason = reasonOf(useCan()("change"));
  const { remove, restore, unsupersede } = useFactChanges();
  const { problem, attempt } = useAttempt();
  const [pane, setPane] = useState<Pane | null>(null);
  const toggle = (next: Pane) => setPane(pane === next ? null : next);
  const close = () => setPane(null);
  const said = firstWords(fact.text);
  const isSuperseded = fact.superseded_by !== null && !holdsAgain;
  const isSupersededThere = fact.brought?.keys.includes("superseded_by") ?? false;

  async function takeAway(): Promise<void> {
    if (!(await attempt(() => remove(fact)))) return;
    showToast({ text: `“${said}” is deleted.`, undo: () => void attempt(() => restore(fact)) });
  }
  const entries = (): readonly MenuEntry[] => [
    { title: "Tell somebody…", disabledReason: reason, onSelect: () => setPane("tell") },
    { title: "Change…", disabledReason: reason, onSelect: () => setPane("change") },
    isSuperseded
      ? {
          title: "It holds after all",
          disabledReason: reason ?? (isSupersededThere ? OF_ANOTHER : null),
          onSelect: () => void attempt(() => unsupersede(fact)),
        }
      : {
          title: "Put another in its place…",
          disabledReason: reason ?? (isSupersededThere ? OF_ANOTHER : null),
          onSelect: () => setPane("supersede"),
        },
    "separator",
    { title: "Who knows it", onSelect: () => setPane("knowers") },
    { title: "Cards that use it", onSelect: () => setPane("uses") },
    "separator",
    { title: "Delete", disabledReason: reason, onSelect: () => void takeAway() },
  ];
  const card = fact.source.kind === "node" ? fact.source.node_id : null;
  return (
    <li className="border-line border-b py-2.5">
      <div className="flex items-start gap-2">
        <p
          dir="auto"
          className={`min-w-0 grow break-words font-reading text-15 ${isSuperseded ? "text-ink-3 line-through" : "text-ink"}`}
        >
          {fact.text}
        </p>
        <Menu
          align="end"
          entries={entries}
          trigger={(props) => (
            <IconButton
              size="sm"
              label={`More about “${said}”`}
              icon={<Ellipsis aria-hidden="true" size={14} />}
              {...props}
            />
          )}
        />
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-2">
        {children}
        <button
          type="button"
          {...(!hasOwnStop && { "data-row": "" })}
          aria-expanded={pane === "knowers"}
          dir="auto"
          className="link min-h-6 cursor-pointer text-start"
          onClick={() => toggle("knowers")}
        >
          {knownToWords(fact, nameOf)}
        </button>
        {fact.secret && <Badge tone="warn">Secret</Badge>}
        {card !== null && !isHere && (
          <span className="inline-flex min-w-0 flex-wrap items-baseline gap-x-1">
            From <CardLink nodeId={card} />
          </span>
        )}
        {holdsAgain && <span>Holds again: what took its place is gone</span>}
        {isSuperseded && (
          <span dir="auto">
            {fact.superseded_mode === "retcon" ? "Never true" : "No longer so"}
            {fact.superseded_reason !== null && `: ${fact.superseded_reason}`}
          </span>
        )}
      </p>
      <AlertLine className="text-12">{problem}</AlertLine>
      {pane === "knowers" && (
        <FactPane name="Who knows it" onClose={close}>
          <Knowers fact={fact} nameOf={nameOf} onTell={() => setPane("tell")} />
        </FactPane>
      )}
      {pane === "uses" && (
        <FactPane name="Cards that use it" onClose={close}>
          <FactUses factId={fact.id} />
        </FactPane>
      )}
      {pane === "tell" && <TellFact fact={fact} onClose={close} />}
      {pane === "change" && <ChangeFact fact={fact} onClose={close} />}
      {pane === "supersede" && <SupersedeFact fact={fact} onClose={close} />}
    </li>
  );
}
