"use client";

import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { nodeName } from "#domain/dialogue/names.ts";
import { EntityField } from "../../frame/project/entity-field.tsx";
import { useSubjectNames } from "../../frame/project/project-queries.ts";
import { CONTROL } from "../../ui/form/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import type { Node } from "../model/model.ts";
import { useDialogueState, useNodeOfMoment } from "../session/dialogue-context.ts";
import { closeSide, useViewStore } from "../store/view-state.ts";
import { FromThisCard } from "./from-this-card.tsx";
import { KnownBefore } from "./known-before.tsx";
import { LearntOnTheWay } from "./learnt-on-the-way.tsx";

const SETTLE_MS = 250;

/** Panel of what the speaker of a card knows there: as the world is written, and as the ways to the card teach it; and of the facts of the card itself. */
export function KnowledgePanel() {
  const view = useViewStore();
  const panel = useRef<HTMLElement>(null);
  const [who, setWho] = useState<string | null>(null);
  const id = useDialogueState(({ active }) => active);
  const node = useNodeOfMoment(id ?? "");
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
  }, []);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label="Knowledge"
      className="flex w-90 shrink-0 flex-col border-line border-s bg-panel outline-none max-lg:absolute max-lg:inset-y-0 max-lg:end-0 max-lg:z-20 max-sm:w-full print:hidden"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
        event.preventDefault();
        closeSide(view);
      }}
    >
      {node === undefined ? (
        <>
          <Head title="What is known here" onClose={() => closeSide(view)} />
          <p className="px-4 py-3 text-13 text-ink-2">Select a card to see what its speaker knows there.</p>
        </>
      ) : (
        <KnownAt key={node.id} node={node} before={who} onAsk={setWho} onClose={() => closeSide(view)} />
      )}
    </aside>
  );
}

function Head({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <header className="flex min-h-10 items-center border-line border-b ps-4 pe-1">
      <h2 dir="auto" className="min-w-0 grow truncate font-medium text-13">
        {title}
      </h2>
      <IconButton label="Close" icon={<X aria-hidden className="size-4" />} onClick={onClose} />
    </header>
  );
}

interface KnownAtProps {
  node: Node;
  /** Id of whom the panel was about at the card before: where nobody speaks it goes on about them. */
  before: string | null;
  onAsk: (who: string | null) => void;
  onClose: () => void;
}

function KnownAt({ node, before, onAsk, onClose }: KnownAtProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [search, setSearch] = useState("");
  const q = useSettled(search.trim(), SETTLE_MS);
  const who = chosen ?? node.speaker_id ?? before;
  useEffect(() => onAsk(who), [who, onAsk]);
  const nameOf = useSubjectNames(who ?? "");
  const name = who === null ? null : (nameOf(who) ?? "…");
  return (
    <>
      <Head title={name === null ? "What is known here" : `What does ${name} know here?`} onClose={onClose} />
      <div className="min-h-0 grow space-y-6 overflow-y-auto px-4 py-3">
        <div className="space-y-2">
          <p dir="auto" className="truncate text-12 text-ink-2">
            {nodeName(node)}
          </p>
          <EntityField
            label="Who"
            placeholder="Choose somebody"
            value={who === null ? null : { id: who, name: name ?? "…" }}
            onChoose={(next) => setChosen(next?.id ?? null)}
          />
          {who !== null && (
            <input
              type="search"
              aria-label="Find a fact"
              placeholder="Find a fact"
              value={search}
              dir="auto"
              onChange={(event) => setSearch(event.target.value)}
              className={CONTROL}
            />
          )}
        </div>
        {who !== null && name !== null && (
          <>
            <LearntOnTheWay key={`${who} learnt`} who={who} name={name} node={node} q={q} />
            <KnownBefore key={`${who} known`} who={who} name={name} q={q} />
          </>
        )}
        <FromThisCard node={node} />
      </div>
    </>
  );
}
