"use client";

import { Ellipsis, ListTree, PanelRight, Play, Redo2, Undo2 } from "lucide-react";
import { useHistoryState } from "../../editor/session/dialogue-context.ts";
import { useView, useViewStore } from "../../editor/store/view-state.ts";
import { CommandButton, CommandMenu } from "../../frame/commands/command-menu.tsx";
import { focusHome } from "../../ui/home.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";

const VIEWS = [
  { value: "canvas", label: "Canvas" },
  { value: "script", label: "Script" },
] as const;

const MORE = [
  "view.inspector",
  "-",
  "search.open",
  "replace.open",
  "dialogue.moments",
  "dialogue.share",
  "dialogue.paths",
  "dialogue.heat",
  "dialogue.score",
  "dialogue.lines",
  "-",
  "dialogue.export",
  "dialogue.print",
  "copy.link",
  "copy.id",
  "-",
  "play.start",
  "play.from-here",
  "play.readings",
  "-",
  "studio.shortcuts",
] as const;

/** Tools of the open dialogue, at the end of the top bar. */
export function DialogueTools() {
  const view = useViewStore();
  const current = useView((state) => state.view);
  const { undoLabel, redoLabel } = useHistoryState((state) => state);
  return (
    <>
      <span className="flex max-sm:hidden">
        <CommandButton
          id="edit.undo"
          isIconOnly
          label={undoLabel === null ? "Undo" : `Undo: ${undoLabel}`}
          icon={<Undo2 aria-hidden className="size-4" />}
        />
        <CommandButton
          id="edit.redo"
          isIconOnly
          label={redoLabel === null ? "Redo" : `Redo: ${redoLabel}`}
          icon={<Redo2 aria-hidden className="size-4" />}
        />
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: whoever chooses by keys goes on with them there. */}
      <div className="max-sm:hidden" onClick={({ detail }) => detail > 0 && requestAnimationFrame(focusHome)}>
        <SegmentedControl
          label="View"
          value={current}
          onChange={(next) => view.setState({ view: next })}
          options={VIEWS}
        />
      </div>
      <CommandButton
        id="play.start"
        size="sm"
        variant="primary"
        label="Play"
        icon={<Play aria-hidden className="size-3.5" />}
      />
      <CommandButton id="dialogue.share" size="sm" label="Share" className="max-lg:hidden" />
      <CommandButton id="view.outline" isIconOnly icon={<ListTree aria-hidden className="size-4" />} />
      <CommandButton
        id="view.inspector"
        isIconOnly
        className="max-sm:hidden"
        icon={<PanelRight aria-hidden className="size-4" />}
      />
      <CommandMenu
        ids={MORE}
        align="end"
        trigger={(props) => <IconButton {...props} label="More" icon={<Ellipsis aria-hidden className="size-4" />} />}
      />
    </>
  );
}
