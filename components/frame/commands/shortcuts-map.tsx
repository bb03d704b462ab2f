"use client";

import { useRef, useState } from "react";
import { searchForm } from "#domain/search-form.ts";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { CONTROL } from "../../ui/form/field.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useDeviceSetting } from "../session/device-setting.ts";
import type { Command, CommandPlace, CommandSection } from "./command.ts";
import { wordsOfCommand } from "./command-words.ts";
import { isSingleCharacter, parseKeys, showKeys } from "./keys.ts";
import { lettersSetting } from "./letters.ts";
import { useIsMac } from "./platform.ts";
import { COMMANDS } from "./table.ts";

interface ShortcutsMapProps {
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
  words: "while writing",
};

const TABLE: readonly Command[] = COMMANDS;
const SECTIONS = [...new Set(TABLE.map(({ section }) => section))];

/** The lines of a section whose words or keys hold what is looked for. */
function found(section: CommandSection, query: string, isMac: boolean): readonly Command[] {
  const wanted = searchForm(query.trim());
  return TABLE.filter((command) => {
    if (command.section !== section || command.keys === undefined) return false;
    const keys = command.keys.map((each) => showKeys(each, isMac)).join(" ");
    return searchForm(`${command.title} ${wordsOfCommand(command)} ${keys}`).includes(wanted);
  });
}

/** Every shortcut there is, as the table of commands says it. */
export function ShortcutsMap({ onClose }: ShortcutsMapProps) {
  const letters = useDeviceSetting(lettersSetting);
  const isMac = useIsMac();
  const [query, setQuery] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const sections = SECTIONS.map((section) => ({ section, commands: found(section, query, isMac) })).filter(
    ({ commands }) => commands.length > 0,
  );
  return (
    <DialogPopup size="lg" title="Shortcuts" onClose={onClose} initialFocus={field}>
      <input
        ref={field}
        type="search"
        aria-label="Find a shortcut"
        placeholder="Find a shortcut"
        className={CONTROL}
        value={query}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setQuery(event.target.value)}
      />
      <div className="mt-5 gap-8 pb-2 sm:columns-2">
        {sections.map(({ section, commands }) => (
          <Section key={section} section={section} commands={commands} areLettersOn={letters === "on"} />
        ))}
      </div>
      <p role="status" className="text-13 text-ink-2">
        {sections.length === 0 && `No shortcut for “${query.trim()}”.`}
      </p>
      <div className="mt-2 border-line border-t pt-4">
        <Switch
          label="Single-letter shortcuts"
          hint="They act only where the canvas, the script or a list has the focus, never while you type. ? opens this map either way."
          checked={letters === "on"}
          onChange={(event) => lettersSetting.set(event.target.checked ? "on" : "off")}
        />
      </div>
    </DialogPopup>
  );
}

interface SectionProps {
  section: CommandSection;
  commands: readonly Command[];
  areLettersOn: boolean;
}

function Section({ section, commands, areLettersOn }: SectionProps) {
  const isMac = useIsMac();
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
                areLettersOn || command.isAlwaysOn === true || !isSingleCharacter(parseKeys(keys)) ? (
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
