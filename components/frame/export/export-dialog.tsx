"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, Printer } from "lucide-react";
import { useState } from "react";
import { counted } from "#domain/counted.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogChoice } from "../../ui/dialog-choice.tsx";
import { FormMistake } from "../../ui/form/form-errors.ts";
import { Notice } from "../../ui/notice.tsx";
import { OptionCards } from "../../ui/option-cards.tsx";
import { RemarkList } from "../../ui/remark-list.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { showToast } from "../../ui/toast.ts";
import { useStudioClient } from "../api/api-provider.tsx";
import { failureOf, failureWords } from "../api/failure.ts";
import { useMoment } from "../moment/moment-provider.tsx";
import { useProjectId } from "../project/project-provider.tsx";
import { reasonOf, useCan } from "../session/can.ts";
import { DIALOGUE_FORMATS, type DialogueExport, type DialogueFormat, exportFile } from "./export-file.ts";

const FORMATS = Object.entries(DIALOGUE_FORMATS) as [DialogueFormat, { name: string; means: string }][];
const PRINT = "print";
type Way = DialogueFormat | typeof PRINT;

/** A dialogue that is to be taken out. */
export interface ExportedRow {
  readonly id: string;
  readonly name: string;
}

export interface ExportDialogProps {
  dialogues: readonly ExportedRow[];
  /** Sends unsaved work before the export reads. Throws where that fails. */
  before?: (() => Promise<void>) | undefined;
  /** Shows a dialogue as it is printed. */
  onPrint: (dialogue: ExportedRow) => void;
  onClose: () => void;
}

/** Takes dialogues out of the studio. What a format has no words for is read before anything is saved. */
export function ExportDialog({ dialogues, before, onPrint, onClose }: ExportDialogProps) {
  const [way, setWay] = useState<Way>("fabula_json");
  const fetching = reasonOf(useCan()("fetch"));
  const written = useWritten(dialogues, way, before);
  const [only] = dialogues;
  const several = dialogues.length > 1 ? `Printing takes one dialogue at a time.` : null;

  function act(): void {
    if (way === PRINT) {
      if (only !== undefined) onPrint(only);
    } else if (written.data !== undefined) {
      const { name, blob } = exportFile(written.data, way);
      saveFile(name, blob);
      showToast({ text: `Saved as “${name}”.` });
    }
    onClose();
  }

  const waiting = written.data === undefined ? "The file is being prepared." : null;
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={dialogues.length === 1 ? `Export “${only?.name}”` : `Export ${counted(dialogues.length, "dialogue")}`}
      footer={
        <DialogChoice
          onCancel={onClose}
          icon={way === PRINT ? <Printer aria-hidden="true" size={14} /> : <Download aria-hidden="true" size={14} />}
          disabledReason={way === PRINT ? several : (fetching ?? waiting)}
          onClick={act}
        >
          {way === PRINT ? "Print" : "Save the file"}
        </DialogChoice>
      }
    >
      <fieldset>
        <legend className="sr-only">Format</legend>
        <OptionCards
          isWide
          value={way}
          onChange={setWay}
          options={[
            ...FORMATS.map(([value, { name, means }]) => ({ value, label: name, means })),
            { value: PRINT, label: "Printable script", means: several ?? "On paper or as PDF, for reading aloud." },
          ]}
        />
      </fieldset>
      {way !== PRINT && (
        <section aria-label="What the file leaves out" className="mt-4 flex flex-col gap-3">
          {written.isPending && <p className="text-13 text-ink-3">Preparing the file…</p>}
          {written.error !== null && <Refused error={written.error} />}
          {written.data !== undefined && <Losses exports={written.data} dialogues={dialogues} />}
        </section>
      )}
    </Dialog>
  );
}

/** The dialogues as documents of a format, read anew each time. */
function useWritten(dialogues: readonly ExportedRow[], way: Way, before: ExportDialogProps["before"]) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const { reading } = useMoment();
  const ids = dialogues.map(({ id }) => id);
  return useQuery({
    queryKey: ["export-dialog", project_id, ids, way, reading],
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    enabled: way !== PRINT,
    queryFn: async ({ signal }): Promise<DialogueExport[]> => {
      await before?.();
      const exports: DialogueExport[] = [];
      const format = way as DialogueFormat;
      for (const graph_id of ids) {
        exports.push(await client.dialogues.export.query({ project_id, graph_id, format, ...reading }, { signal }));
      }
      return exports;
    },
  });
}

/** Losses of the format, dialogue by dialogue. */
function Losses({ exports, dialogues }: { exports: readonly DialogueExport[]; dialogues: readonly ExportedRow[] }) {
  const remarks = exports.flatMap(({ report }, at) => {
    const about = exports.length > 1 ? (dialogues[at]?.name ?? null) : null;
    return report.map(({ severity, message }) => ({ severity, message, about }));
  });
  return remarks.length === 0 ? (
    <p className="text-13 text-ink-2">Nothing is left out.</p>
  ) : (
    <>
      <p className="text-13 text-ink-2">
        The format cannot hold everything. Warnings mark where the story plays differently.
      </p>
      <RemarkList remarks={remarks} />
    </>
  );
}

function Refused({ error }: { error: Error }) {
  const { code } = failureOf(error);
  if (error instanceof FormMistake) return <Notice tone="warn" title={error.message} announce />;
  const why =
    code === "answer_too_large"
      ? "It is too large to save in a browser: your developers can export it with the API."
      : failureWords(error);
  return (
    <Notice tone="error" title="The export failed" announce>
      <p>{why}</p>
    </Notice>
  );
}
