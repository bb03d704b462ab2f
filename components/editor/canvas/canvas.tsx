"use client";

import "./canvas.css";
import { type CSSProperties, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import {
  GROUP_HEAD,
  GROUP_PAD,
  HEAD,
  PORT_Y,
  ROW,
  RULE,
  TEXT,
  TEXT_LINE,
  TEXT_LINES,
  TEXT_PAD,
  WIDTH,
} from "#domain/dialogue/node-metrics.ts";
import { CommandsToCome } from "../../frame/commands/command-host.tsx";
import { useCan } from "../../frame/session/can.ts";
import { late, useLate } from "../../ui/late.tsx";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import type { DialogueSession } from "../session/dialogue-session.ts";
import { useDrawn } from "../store/use-drawn.ts";
import { useViewStore, type ViewStore } from "../store/view-state.ts";
import { createHandle } from "./canvas-handle.ts";
import { ACTIVE_ID, ActiveNode } from "./drawing/active-node.tsx";
import { CommentCounts } from "./drawing/comment-counts.tsx";
import { EdgeLine } from "./drawing/edge-line.tsx";
import { EmptyCanvas } from "./drawing/empty-canvas.tsx";
import { GroupNode } from "./drawing/group-node.tsx";
import { NearOrFarNode } from "./drawing/near-or-far-node.tsx";
import { NoteNode } from "./drawing/note-node.tsx";
import { Marquee, Overlay } from "./drawing/overlay.tsx";
import { OverviewContext } from "./drawing/overview-context.ts";
import { ToolStrip } from "./drawing/tool-strip.tsx";
import { PointerInput } from "./pointer/pointer-input.ts";
import { KeyedValues } from "./scene/keyed-values.ts";
import { Scene } from "./scene/scene.ts";
import { CanvasPartsContext } from "./surface/canvas-parts.ts";
import { CanvasContext, type CanvasSurface, IntentRegistry } from "./surface/canvas-surface.ts";
import { Flow, FlowAdapter } from "./surface/flow-adapter.tsx";
import { createNamesStore, NamesContext, NamesOfProject } from "./surface/names.ts";
import { firstViewport } from "./surface/opening.ts";
import { createOverlayStore, OverlayContext } from "./surface/overlay-state.ts";
import type { Size } from "./surface/viewport.ts";
import { keepLook } from "./surface/viewport-address.ts";

// One object each for as long as the page lives: React Flow compares by identity.
const NODE_TYPES = { node: NearOrFarNode, frame: GroupNode, note: NoteNode };
const EDGE_TYPES = { edge: EdgeLine };

const OverviewLayerLate = late<object>(() => import("./drawing/overview-layer.tsx").then((part) => part.OverviewLayer));
const CanvasInputLate = late<object>(() => import("./canvas-input.tsx").then((part) => part.CanvasInput));

/** The measures of a node for the style sheet. */
const METRIC_PROPERTIES = {
  "--node-width": `${WIDTH}px`,
  "--node-head": `${HEAD}px`,
  "--node-text": `${TEXT}px`,
  "--node-text-pad": `${TEXT_PAD}px`,
  "--node-text-line": `${TEXT_LINE}px`,
  "--node-text-lines": `${TEXT_LINES}`,
  "--node-row": `${ROW}px`,
  "--node-rule": `${RULE}px`,
  "--node-port": `${PORT_Y}px`,
  "--group-head": `${GROUP_HEAD}px`,
  "--group-pad": `${GROUP_PAD}px`,
} as CSSProperties;

/** The open dialogue as nodes on the canvas. */
export function Canvas() {
  const session = useDialogue();
  const view = useViewStore();
  const graphId = useDialogueState(({ graph }) => graph.id);
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  // Before there is canvas: what lies on it is laid out with its groups folded.
  useLayoutEffect(() => keepFolded(view, graphId), [view, graphId]);
  useLayoutEffect(() => {
    const box = frame.current?.getBoundingClientRect();
    if (box !== undefined) setSize({ width: box.width, height: box.height });
  }, []);
  return (
    <div ref={frame} className="cv" style={METRIC_PROPERTIES}>
      {size !== null && <Paper key={graphId} session={session} view={view} size={size} />}
    </div>
  );
}

interface CanvasOfDialogueProps {
  session: DialogueSession;
  view: ViewStore;
  size: Size;
}

/** Parts of the canvas that change while it is mounted, for code outside components. */
interface Places {
  host: HTMLElement | null;
  input: PointerInput | null;
  live: HTMLElement | null;
  mayEdit: boolean;
}

/** All parts of the canvas for one dialogue, made once. */
function makeParts({ session, view, size }: CanvasOfDialogueProps) {
  const scene = new Scene(session.store, view);
  // A reader with larger text sees the canvas larger, so that nodes keep their lines.
  const unit = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
  const adapter = new FlowAdapter(scene, firstViewport(session, scene, size, unit), size);
  const overlay = createOverlayStore();
  const intents = new IntentRegistry();
  const places: Places = { host: null, input: null, live: null, mayEdit: false };
  const announce = (text: string) => {
    if (places.live !== null) places.live.textContent = text;
  };
  const handle = createHandle({
    scene,
    adapter,
    overlay,
    unit,
    host: () => places.host,
    input: () => places.input,
    announce,
  });
  const surface: CanvasSurface = { handle, intent: intents.find, register: intents.register };
  const context = {
    session,
    view,
    scene,
    adapter,
    overlay,
    unit,
    intent: intents.find,
    mayEdit: () => places.mayEdit,
  };
  return {
    scene,
    adapter,
    overlay,
    names: createNamesStore(),
    comments: new KeyedValues<number>(),
    overview: {
      scene,
      names: {
        node: (id: string) => session.store.getState().nodes.get(id),
        group: (id: string) => session.store.getState().groups.get(id),
      },
    },
    places,
    announce,
    surface,
    pointerContext: context,
    unit,
  };
}

function Paper(props: CanvasOfDialogueProps) {
  const { session } = props;
  const [parts] = useState(() => makeParts(props));
  const {
    scene,
    adapter,
    overlay,
    names,
    comments,
    overview,
    places,
    announce,
    surface,
    pointerContext: context,
    unit,
  } = parts;
  // From near there is nothing of it to see, and a dialogue opens near.
  const OverviewLayer = useLate(OverviewLayerLate, true);
  const CanvasInput = useLate(CanvasInputLate, useDrawn());
  const mayEdit = useCan()("edit").allowed;
  useEffect(() => {
    places.mayEdit = mayEdit;
  }, [places, mayEdit]);
  const inner = useMemo(() => ({ scene, adapter, comments }), [scene, adapter, comments]);

  useEffect(() => scene.follow(), [scene]);
  useEffect(() => keepAddress(adapter), [adapter]);
  useEffect(() => followReveals(session, surface), [session, surface]);
  const host = useCallback(
    (element: HTMLDivElement | null) => {
      places.host = element;
      if (element === null) return;
      const input = new PointerInput(element, context);
      places.input = input;
      const stopInput = input.listen();
      const stopLit = followLit(session, element);
      return () => {
        stopInput();
        stopLit();
        places.input = null;
        places.host = null;
      };
    },
    [places, context, session],
  );

  return (
    <CanvasPartsContext value={inner}>
      <CanvasContext value={surface}>
        <OverlayContext value={overlay}>
          <NamesContext value={names}>
            <OverviewContext value={overview}>
              <NamesOfProject store={names} />
              <CommentCounts values={comments} />
              {OverviewLayer !== null && <OverviewLayer />}
              <Flow
                adapter={adapter}
                nodeTypes={NODE_TYPES}
                edgeTypes={EDGE_TYPES}
                host={host}
                id="canvas"
                className="cv-host"
                tabIndex={0}
                aria-label="Canvas of the dialogue"
                aria-roledescription="canvas"
                aria-activedescendant={ACTIVE_ID}
                data-command-scope="canvas"
                data-home=""
              >
                <ActiveNode announce={announce} />
                <Overlay />
                <Marquee />
              </Flow>
              <div role="document" className="contents">
                <EmptyCanvas />
                <ToolStrip adapter={adapter} unit={unit} />
                {CanvasInput === null ? <CommandsToCome place="canvas" /> : <CanvasInput />}
              </div>
              <div
                ref={(element) => {
                  places.live = element;
                }}
                aria-live="polite"
                className="sr-only"
              />
            </OverviewContext>
          </NamesContext>
        </OverlayContext>
      </CanvasContext>
    </CanvasPartsContext>
  );
}

/** Time without movement after which a gesture counts as ended. */
const SETTLED_MS = 300;

/** Keeps the address at what is looked at, once a movement has ended. */
function keepAddress(adapter: FlowAdapter): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = adapter.listenView(() => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const { width, height } = adapter.size();
      const { zoom } = adapter.viewport();
      keepLook({ ...adapter.toCanvas({ x: width / 2, y: height / 2 }), zoom });
    }, SETTLED_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Brings into view what was asked for elsewhere. */
function followReveals(session: DialogueSession, { handle }: CanvasSurface): () => void {
  return session.store.subscribe(({ revealed }, before) => {
    if (revealed !== null && revealed !== before.revealed) handle.centerOn(revealed.id, { readable: true });
  });
}

/** Marks the canvas while something is selected, so that a style rule fades unrelated edges. */
function followLit(session: DialogueSession, element: HTMLElement): () => void {
  const mark = () => element.toggleAttribute("data-lit", session.store.getState().selection.size > 0);
  mark();
  return session.store.subscribe(mark);
}

const keyOf = (graphId: string): string => `fabula.folded.${graphId}`;

/** Folding is personal: which groups are folded stays on this device. Answers how to stop keeping it. */
function keepFolded(view: ViewStore, graphId: string): () => void {
  const key = keyOf(graphId);
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    if (Array.isArray(kept) && kept.length > 0) {
      view.setState({ folded: new Set(kept.filter((id): id is string => typeof id === "string")) });
    }
  } catch {
    // Without storage, groups are unfolded at every opening.
  }
  return view.subscribe(({ folded }, before) => {
    if (folded === before.folded) return;
    try {
      if (folded.size === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify([...folded]));
    } catch {
      // As above.
    }
  });
}
