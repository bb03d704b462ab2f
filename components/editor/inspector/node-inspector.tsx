"use client";

import { Flag } from "lucide-react";
import { useRef } from "react";
import { KIND_NAMES, nodeName } from "#domain/dialogue/names.ts";
import { useCommandHandlers } from "../../frame/commands/use-command-handlers.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { showToast } from "../../ui/toast.ts";
import { useOnChange } from "../../ui/use-on-change.ts";
import { ComparedFields } from "../compare/compared-fields.tsx";
import { focusedBranch, focusWords } from "../fields/branch-rows.tsx";
import { ConflictBanner } from "../fields/conflict-banner.tsx";
import { nextLine } from "../gestures/create-connected.ts";
import { startOf } from "../gestures/node-role.ts";
import { useDialogue, useDialogueState, useNodeOfMoment } from "../session/dialogue-context.ts";
import type { FieldConflict } from "../store/dialogue-state.ts";
import { type InspectorTab, useView, useViewStore } from "../store/view-state.ts";
import { HistoryTab } from "./history-tab.tsx";
import { LogicTab } from "./logic-tab.tsx";
import { PanelFrame } from "./panel-frame.tsx";
import { UsesTab } from "./uses-tab.tsx";
import { STORY_TEXT, WriteTab } from "./write-tab.tsx";

const TABS = [
  { id: "write", label: "Write" },
  { id: "logic", label: "Logic" },
  { id: "uses", label: "Uses" },
  { id: "history", label: "History" },
] as const satisfies readonly { id: InspectorTab; label: string }[];

/** One node. */
export function NodeInspector({ id }: { id: string }) {
  const session = useDialogue();
  const view = useViewStore();
  const tab = useView((state) => state.inspectorTab);
  const body = useRef<HTMLDivElement>(null);
  const goesOn = useRef(false);

  // Whoever goes on with ⌘Enter while writing goes on writing.
  useOnChange([id], () => {
    if (!goesOn.current) return;
    goesOn.current = false;
    body.current?.querySelector<HTMLElement>(STORY_TEXT)?.focus();
  });

  useCommandHandlers({
    "inspector.next-card": () => {
      session.settle();
      const next = nextLine({ ...session.store.getState(), boxOf: () => null }, id, focusedBranch());
      const isWriting = body.current?.contains(document.activeElement) === true;
      if (next.kind === "nowhere") return showToast({ text: next.reason });
      if (!session.dispatch(next.gesture.label, next.gesture.operations)) return;
      if (isWriting) view.setState({ inspectorTab: "write" });
      if (next.kind === "asked") return focusWords(body.current, next.gesture.branchId);
      goesOn.current = isWriting;
      session.reveal(next.gesture.nodeId);
    },
  });

  return (
    <PanelFrame header={<NodeHeader id={id} />}>
      <div ref={body} className="flex min-h-0 grow flex-col">
        <ComparedFields id={id} />
        <Conflicts id={id} isWriting={tab === "write"} />
        <Tabs
          label="Parts of the card"
          tabs={TABS}
          active={tab}
          onActivate={(next) => view.setState({ inspectorTab: next })}
          className="grow"
          panelClassName="px-4 py-3"
        >
          {tab === "write" && <WriteTab key={id} id={id} />}
          {tab === "logic" && <LogicTab key={id} id={id} />}
          {tab === "uses" && <UsesTab key={id} id={id} />}
          {tab === "history" && <HistoryTab key={id} id={id} />}
        </Tabs>
      </div>
    </PanelFrame>
  );
}

function NodeHeader({ id }: { id: string }) {
  const node = useNodeOfMoment(id);
  const isStart = useDialogueState((state) => startOf(state) === id);
  if (node === undefined) return null;
  return (
    <>
      <p className="flex items-center gap-1.5 text-11 text-ink-3">
        {KIND_NAMES[node.kind]}
        {isStart && (
          <span className="inline-flex items-center gap-1">
            · <Flag aria-hidden="true" size={11} /> Start
          </span>
        )}
      </p>
      <h2 className="truncate font-semibold text-14" dir="auto">
        {nodeName(node)}
      </h2>
    </>
  );
}

const NONE: readonly FieldConflict[] = [];

/** Fields that say their conflict themselves while they are shown. */
const WRITTEN = /^\/(?:text|title|branches\/[^/]+\/choice_text)$/;

/** Conflicts of a node, above its tabs, so that one is visible whichever tab is open. */
function Conflicts({ id, isWriting }: { id: string; isWriting: boolean }) {
  const all = useDialogueState((state) => state.conflicts.get(id)) ?? NONE;
  const shown = isWriting ? all.filter(({ field }) => !WRITTEN.test(field)) : all;
  if (shown.length === 0) return null;
  return (
    <div className="max-h-[40dvh] shrink-0 overflow-y-auto px-4 pb-2">
      {shown.map((conflict) => (
        <ConflictBanner key={`${conflict.entryId} ${conflict.field}`} conflict={conflict} />
      ))}
    </div>
  );
}
