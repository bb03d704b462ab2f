"use client";

import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useDeviceSetting } from "../session/device-setting.ts";
import type { Command, CommandPlace, CommandSection } from "./command.ts";
import { isSingleCharacter, parseKeys, showKeys } from "./keys.ts";
import { lettersSetting } from "./letters.ts";
import { useIsMac } from "./platform.ts";
import { COMMANDS } from "./table.ts";

export interface ShortcutsMapProps {
  onClose: () => void;
}

const WHERE: Readonly<Record<CommandPlace, string | null>> = {
  anywhere: null,
  project: null,
  dialogue: null,
  canvas: "on the canvas",
  script: "in the script",
  player: "while playing",
  suggestion: "on a suggestion",
  list: "in the list",
  inbox: "in the inbox",
};

const TABLE: readonly Command[] = COMMANDS;
const SECTIONS = [...new Set(TABLE.map(({ section }) => section))];

const withKeys = (section: CommandSection): readonly Command[] =>
  TABLE.filter((command) => command.section === section && command.keys !== undefined);

/** Every shortcut there is, as the table of commands says it. */
export function ShortcutsMap({ onClose }: ShortcutsMapProps) {
  const letters = useDeviceSetting(lettersSetting);
  return (
    <DialogPopup size="lg" title="Shortcuts" onClose={onClose}>
      <Switch
        label="Single-letter shortcuts"
        hint="They act only where the canvas, the script or a list has the focus, never while you type."
        checked={letters === "on"}
        onChange={(event) => lettersSetting.set(event.target.checked ? "on" : "off")}
      />
      <div className="mt-5 gap-8 pb-2 sm:columns-2">
        {SECTIONS.map((section) => (
          <Section key={section} section={section} areLettersOn={letters === "on"} />
        ))}
      </div>
    </DialogPopup>
  );
}

function Section({ section, areLettersOn }: { section: CommandSection; areLettersOn: boolean }) {
  const isMac = useIsMac();
  const commands = withKeys(section);
  if (commands.length === 0) return null;
  return (
    <section className="mb-5 break-inside-avoid">
      <h3 className="mb-1 font-medium text-12 text-ink-3">{section}</h3>
      <dl className="text-13">
        {commands.map((command) => (
          <div key={command.id} className="flex min-h-7 items-center gap-3 border-line border-b py-1">
            <dt className="min-w-0 grow">
              {command.title}
              {WHERE[command.place] !== null && <span className="text-12 text-ink-3"> {WHERE[command.place]}</span>}
            </dt>
            <dd className="flex shrink-0 flex-wrap items-center justify-end gap-1">
              {command.keys?.map((keys) =>
                areLettersOn || !isSingleCharacter(parseKeys(keys)) ? (
                  <Kbd key={keys}>{showKeys(keys, isMac)}</Kbd>
                ) : (
                  <s key={keys} className="text-12 text-ink-3">
                    {showKeys(keys, isMac)}
                  </s>
                ),
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
