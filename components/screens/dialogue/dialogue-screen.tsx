"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { ProblemCounts } from "../../editor/problems/problem-counts.tsx";
import { ProblemsProvider } from "../../editor/problems/problems-provider.tsx";
import { useDrawn } from "../../editor/store/use-drawn.ts";
import { createViewStore, ROOMY, useView, ViewContext } from "../../editor/store/view-state.ts";
import { Shell } from "../../frame/shell/shell.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";
import { DialoguePresence } from "./dialogue-presence.tsx";
import { DialogueProvider } from "./dialogue-provider.tsx";
import { DialogueTitle } from "./dialogue-title.tsx";
import { DialogueTools } from "./dialogue-tools.tsx";
import { SavePill } from "./save-pill.tsx";
import { ScreenCommands } from "./screen-commands.tsx";

// Each part arrives when it is first shown: the first node waits for the canvas alone.
const load = {
  canvas: () => import("../../editor/canvas/canvas.tsx").then((m) => m.Canvas),
  printed: () => import("../../editor/script/printed-script.tsx").then((m) => m.PrintedScript),
  script: () => import("../../editor/script/script-view.tsx").then((m) => m.ScriptView),
  outline: () => import("../../editor/outline/outline.tsx").then((m) => m.Outline),
  inspector: () => import("../../editor/inspector/inspector.tsx").then((m) => m.Inspector),
  player: () => import("../../editor/player/player.tsx").then((m) => m.Player),
  search: () => import("./search-panel.tsx").then((m) => m.SearchPanel),
  moments: () => import("../../editor/history/moments-panel.tsx").then((m) => m.MomentsPanel),
  problems: () => import("../../editor/problems/problems-drawer.tsx").then((m) => m.ProblemsDrawer),
};
const Canvas = dynamic(load.canvas, { ssr: false });
const ScriptView = dynamic(load.script, { ssr: false });
const PrintedScript = dynamic(load.printed, { ssr: false });
const Outline = dynamic(load.outline, { ssr: false });
const Inspector = dynamic(load.inspector, { ssr: false });
const Player = dynamic(load.player, { ssr: false, loading: SideWaiting });
const SearchPanel = dynamic(load.search, { ssr: false, loading: SideWaiting });
const MomentsPanel = dynamic(load.moments, { ssr: false, loading: SideWaiting });
const ProblemsDrawer = dynamic(load.problems, { ssr: false });

/** Where there is little room, nothing stands beside the words at first. */
function openingView() {
  const view = createViewStore("canvas");
  const isSmall = typeof window !== "undefined" && window.innerWidth < ROOMY;
  if (isSmall) view.setState({ side: null, outlineOpen: false });
  return view;
}

/** The main screen: one dialogue, as canvas or as script, with what surrounds it. */
export function DialogueScreen({ graphId }: { graphId: string }) {
  const [view] = useState(openingView);
  return (
    <ViewContext value={view}>
      <DialogueProvider graphId={graphId}>
        <ProblemsProvider>
          <Shell
            section="dialogues"
            title={<DialogueTitle />}
            bar={
              <>
                <SavePill />
                <ProblemCounts />
                <DialoguePresence graphId={graphId} />
                <DialogueTools />
              </>
            }
          >
            <ScreenCommands />
            <DialogueBody />
          </Shell>
        </ProblemsProvider>
      </DialogueProvider>
    </ViewContext>
  );
}

/** Parts that are not in view arrive once a person has begun to work, so that a connection lost later takes none away. */
function useWarmParts(): void {
  useEffect(() => {
    const warm = () => {
      stop.abort();
      const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 500));
      for (const part of Object.values(load)) idle(() => void part().catch(() => undefined));
    };
    const stop = new AbortController();
    for (const kind of ["pointerdown", "keydown"]) window.addEventListener(kind, warm, { signal: stop.signal });
    return () => stop.abort();
  }, []);
}

/** The place of a panel that is still on its way. */
const WAITING = "shrink-0 border-line bg-panel max-lg:hidden print:hidden";

function DialogueBody() {
  useWarmParts();
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
        {outlineOpen && (isDrawn ? <Outline /> : <div className={`${WAITING} w-60 border-e`} />)}
        <div className="flex min-w-0 grow flex-col">
          <div className="relative flex min-h-0 grow">{view === "canvas" ? <Canvas /> : <ScriptView />}</div>
          {problemsOpen && isDrawn && <ProblemsDrawer />}
        </div>
        {side === "inspector" && (isDrawn ? <Inspector /> : <SideWaiting />)}
        {side === "player" && <Player />}
        {side === "search" && <SearchPanel />}
        {side === "moments" && <MomentsPanel />}
      </div>
      {isDrawn && <PrintedScript />}
    </>
  );
}

/** The room of a panel that is on its way. */
function SideWaiting() {
  return <div className={`${WAITING} w-90 border-s`} />;
}
