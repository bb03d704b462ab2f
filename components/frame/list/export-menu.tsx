"use client";

import { Download } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { showToast } from "../../ui/toast.ts";
import { failureOf, failureWords } from "../api/failure.ts";
import { blobOf, type ShownFormat } from "../export/exported-blob.ts";
import { reasonOf, useCan } from "../session/can.ts";

interface ExportMenuProps<Name extends string> {
  /** Formats of the operation: an entry of `export-formats.json`. */
  formats: Readonly<Record<Name, ShownFormat>>;
  /** Asks for the file in a format, with the filters, order and moment of the list. */
  ask: (format: Name) => Promise<{ filename: string; content: string }>;
  /** Words of the button, where it is no list that is exported. */
  label?: string | undefined;
}

/** Saves what a list shows as a file. */
export function ExportMenu<Name extends string>({ formats, ask, label }: ExportMenuProps<Name>) {
  const fetching = reasonOf(useCan()("fetch"));

  async function save(name: Name): Promise<void> {
    try {
      const { filename, content } = await ask(name);
      saveFile(filename, blobOf(content, formats[name]));
    } catch (error) {
      const { code } = failureOf(error);
      const tooLarge =
        label === undefined
          ? "It is too large to save at once: narrow the list first."
          : "It is too large to save in a browser: your developers can export it with the API.";
      const why = code === "answer_too_large" ? tooLarge : failureWords(error);
      showToast({ text: `It was not exported. ${why}` });
    }
  }

  return (
    <Menu
      entries={() =>
        (Object.keys(formats) as Name[]).map((name) => ({
          title: formats[name].name,
          onSelect: () => void save(name),
          disabledReason: fetching,
        }))
      }
      trigger={(props) => (
        <Button size="sm" icon={<Download aria-hidden="true" size={14} />} {...props}>
          {label ?? "Export what is shown"}
        </Button>
      )}
    />
  );
}
