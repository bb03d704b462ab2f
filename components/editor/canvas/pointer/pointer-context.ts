import type { DialogueSession } from "../../session/dialogue-session.ts";
import type { ViewStore } from "../../store/view-state.ts";
import type { Scene } from "../scene/scene.ts";
import type { CanvasIntents } from "../surface/canvas-surface.ts";
import type { FlowAdapter } from "../surface/flow-adapter.tsx";
import type { OverlayStore } from "../surface/overlay-state.ts";

/** Objects that pointer gestures work on. */
export interface PointerContext {
  readonly session: DialogueSession;
  readonly view: ViewStore;
  readonly scene: Scene;
  readonly adapter: FlowAdapter;
  readonly overlay: OverlayStore;
  /** The zoom at which nodes have their size. */
  readonly unit: number;
  intent<K extends keyof CanvasIntents>(name: K): CanvasIntents[K] | undefined;
  /** Whether things can be moved and connected now; looking and selecting always can. */
  mayEdit(): boolean;
}
