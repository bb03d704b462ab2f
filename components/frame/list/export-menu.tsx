"use client";

import { Download } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { showToast } from "../../ui/toast.ts";
import { useStudioClient } from "../api/api-provider.tsx";
import type { Inputs } from "../api/client.ts";
import { failureOf } from "../api/failure.ts";
import { reasonOf, useCan } from "../session/can.ts";

interface ExportMenuProps {
  /** Query of the list without its page: the same filters, order and moment. */
  input: Omit<Inputs["entities"]["export"], "format">;
}

const FORMATS = [
  { format: "csv", title: "As a table (CSV)", type: "text/csv" },
  { format: "ndjson", title: "As JSON, one a line", type: "application/x-ndjson" },
] as const;

/** Saves what a list of places, characters or things shows as a file that an import takes again. */
export function ExportMenu({ input }: ExportMenuProps) {
  const client = useStudioClient();
  const fetching = reasonOf(useCan()("fetch"));

  async function save({ format, type }: (typeof FORMATS)[number]): Promise<void> {
    try {
      const { filename, content } = await client.entities.export.query({ ...input, format });
      // Spreadsheets take CSV for UTF-8 where it begins with a byte-order mark.
      saveFile(filename, new Blob(format === "csv" ? ["\ufeff", content] : [content], { type }));
    } catch (error) {
      const { code, message } = failureOf(error);
      const why = code === "answer_too_large" ? "It is too large to save at once: narrow the list first." : message;
      showToast({ text: `It was not exported. ${why || "The service could not be reached."}` });
    }
  }

  return (
    <Menu
      entries={() =>
        FORMATS.map((each) => ({ title: each.title, onSelect: () => void save(each), disabledReason: fetching }))
      }
      trigger={(props) => (
        <Button size="sm" icon={<Download aria-hidden="true" size={14} />} {...props}>
          Export what is shown
        </Button>
      )}
    />
  );
}
