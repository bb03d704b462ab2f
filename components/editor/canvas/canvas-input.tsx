"use client";

import { CanvasGestures } from "./commands/canvas-gestures.tsx";
import { FloatingEditor } from "./editor/floating-editor.tsx";
import { FindBar } from "./find/find-bar.tsx";
import { CanvasKeys } from "./keys/canvas-keys.tsx";
import { CanvasMenus } from "./menus/canvas-menus.tsx";
import { Generate } from "./suggestions/generate.tsx";
import { Suggestions } from "./suggestions/suggestions.tsx";
import { Tidy } from "./tidy/tidy.tsx";

/** What hands do on the canvas: it arrives after the first nodes are there to be looked at. */
export function CanvasInput() {
  return (
    <>
      <CanvasGestures />
      <CanvasMenus />
      <CanvasKeys />
      <FloatingEditor />
      <FindBar />
      <Tidy />
      <Suggestions />
      <Generate />
    </>
  );
}
