"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { ComparisonBar } from "../../editor/compare/comparison-bar.tsx";
import { renameDialogue } from "../../editor/gestures/rename-dialogue.ts";
import { usePresence } from "../../editor/live/presence-store.ts";
import { ReadingCount } from "../../editor/player/reading-count.tsx";
import { ProblemCounts } from "../../editor/problems/problem-counts.tsx";
import { ProblemsProvider } from "../../editor/problems/problems-provider.tsx";
import { useDialogue, useDialogueState } from "../../editor/session/dialogue-context.ts";
import { useDrawn } from "../../editor/store/use-drawn.ts";
import { createViewStore, hasInspector, ROOMY, useView, ViewContext } from "../../editor/store/view-state.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useAskedMoment } from "../../frame/restore/use-asked-moment.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { useSession } from "../../frame/session/session-provider.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { late, latePart, useLate } from "../../ui/late.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";
import { DialogueProvider } from "./dialogue-provider.tsx";
import { DialogueTools } from "./dialogue-tools.tsx";
import { LinesAsTable } from "./lines-as-table.tsx";
import { SavePill } from "./save-pill.tsx";
import { ScreenCommands } from "./screen-commands.tsx";
import { SideWaiting, WAITING } from "./side-waiting.tsx";
import { TakingOut } from "./taking-out.tsx";
import { useLastPlace } from "./use-last-place.ts";
import { WindowCommands } from "./window-commands.tsx";

// Each part arrives when it is first shown: the first node waits for the canvas alone.
const KeepFocus = latePart<object>(() => import("../../ui/keep-focus.tsx").then((part) => part.KeepFocus));
const Canvas = latePart(() => import("../../editor/canvas/canvas.tsx").then((part) => part.Canvas));
const ScriptView = latePart(() => import("../../editor/script/script-view.tsx").then((part) => part.ScriptView));
const PrintedScript = latePart(() =>
  import("../../editor/script/printed-script.tsx").then((part) => part.PrintedScript),
);
const Outline = latePart(() => import("../../editor/outline/outline.tsx").then((part) => part.Outline));
const Inspector = latePart(() => import("../../editor/inspector/inspector.tsx").then((part) => part.Inspector));
const Player = latePart(() => import("../../editor/player/player.tsx").then((part) => part.Player), SideWaiting);
const OpenedPanel = latePart(() => import("./side-panels.tsx").then((part) => part.OpenedPanel), SideWaiting);
const RestoreQuestion = latePart(() =>
  import("../../editor/history/restore-question.tsx").then((part) => part.RestoreQuestion),
);
const ProblemsDrawer = latePart(() =>
  import("../../editor/problems/problems-drawer.tsx").then((part) => part.ProblemsDrawer),
);

const Others = latePart<{ graphId: string; userId: string }>(() =>
  import("./others-here.tsx").then((part) => part.OthersHere),
);

const WrittenLate = late(() => import("../../ui/form/in-place.tsx").then((part) => part.WrittenInPlace));

/** Makes the view that a dialogue opens with. In a small window, no panel is open beside the words at first; nor is an inspector that was closed. */
function openingView() {
  const view = createViewStore("canvas");
  const isSmall = typeof window !== "undefined" && window.innerWidth < ROOMY;
  if (isSmall) view.setState({ outlineOpen: false });
  if (typeof window !== "undefined" && !hasInspector()) view.setState({ side: null });
  return view;
}

/** Screen of one dialogue, as canvas or as script, with its panels. */
export function DialogueScreen({ graphId }: { graphId: string }) {
  const [view] = useState(openingView);
  const { at } = useMoment();
  const hasLookedBack = useRef(false);
  useEffect(() => {
    if (at !== null) hasLookedBack.current = true;
  }, [at]);
  return (
    <ViewContext value={view}>
      <DialogueProvider graphId={graphId}>
        <ProblemsProvider>
          <Shell
            restores="this dialogue"
            showsChanges
            title={<DialogueTitle />}
            bar={
              <>
                {/* What grows and shrinks stands before the pill: nothing moves its "Retry" from under the pointer. */}
                <ProblemCounts />
                <ReadingCount />
                <DialoguePresence graphId={graphId} />
                <SavePill />
                <DialogueTools />
              </>
            }
          >
            <ScreenCommands />
            <TakingOut />
            <WindowCommands />
            <LinesAsTable />
            <AskedRestore />
            <LastPlace hasLookedBack={hasLookedBack} />
            <ComparisonBar />
            <DialogueBody />
          </Shell>
        </ProblemsProvider>
      </DialogueProvider>
    </ViewContext>
  );
}

/** Remembers where one is, and leads back there. Draws nothing. */
function LastPlace({ hasLookedBack }: { hasLookedBack: RefObject<boolean> }) {
  useLastPlace(hasLookedBack);
  return null;
}

/** The question whether the dialogue becomes what was looked at. */
function AskedRestore() {
  const { restoring, endRestore } = useMoment();
  const asked = useAskedMoment();
  if (restoring === null) return null;
  return <RestoreQuestion asked={asked} onClose={(isRestored) => endRestore(isRestored ? "stay" : "look")} />;
}

function DialogueBody() {
  const isDrawn = useDrawn();
  const wanted = useView((state) => state.view);
  const side = useView((state) => state.side);
  const outlineOpen = useView((state) => state.outlineOpen);
  const problemsOpen = useView((state) => state.problemsOpen);
  // On a phone the dialogue is its outline and its script; the canvas needs room.
  const isNarrow = useNarrow();
  const view = isNarrow ? "script" : wanted;
  return (
    <>
      <div className="relative flex min-h-0 grow print:hidden">
        {outlineOpen && (isDrawn ? <Outline /> : <div className={`${WAITING} w-38 border-e`} />)}
        <div className="flex min-w-0 grow flex-col">
          <div className="relative flex min-h-0 grow">{view === "canvas" ? <Canvas /> : <ScriptView />}</div>
          {problemsOpen && isDrawn && <ProblemsDrawer />}
        </div>
        {side === "inspector" && (isDrawn ? <Inspector /> : <SideWaiting />)}
        {side === "player" && <Player />}
        {side !== null && side !== "inspector" && side !== "player" && <OpenedPanel side={side} />}
      </div>
      {isDrawn && <PrintedScript />}
      {isDrawn && <KeepFocus />}
    </>
  );
}

/** Name of the open dialogue, which is changed where it stands. */
function DialogueTitle() {
  const session = useDialogue();
  const name = useDialogueState((state) => state.graph.name);
  const edit = reasonOf(useCan()("edit"));
  const [isWriting, setWriting] = useState(false);
  const Writing = useLate(WrittenLate, isWriting);
  return (
    <h1 dir="auto" className="min-w-0 truncate text-13">
      {isWriting && Writing !== null ? (
        <Writing
          label="Name of the dialogue"
          value={name}
          maxLength={200}
          className="min-h-7 w-56 rounded-control border border-accent bg-panel px-1.5 text-13 text-ink"
          onDone={(next) => {
            setWriting(false);
            if (next === null) return;
            const { label, operations } = renameDialogue(next);
            session.dispatch(label, operations);
          }}
        />
      ) : edit === null ? (
        <button
          type="button"
          dir="auto"
          data-tip="Rename the dialogue"
          className="block max-w-full cursor-text truncate rounded-control px-1.5 hover:bg-hover"
          onClick={() => setWriting(true)}
        >
          {name}
        </button>
      ) : (
        name
      )}
    </h1>
  );
}

/** Shows the other people in the project, in the bar of an open dialogue. */
function DialoguePresence({ graphId }: { graphId: string }) {
  const { userId } = useSession();
  const isAlone = usePresence((state) => state.people.every((each) => each.user_id === userId));
  return isAlone ? null : <Others graphId={graphId} userId={userId} />;
}
