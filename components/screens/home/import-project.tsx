"use client";

import { Upload } from "lucide-react";
import { useId, useRef, useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useChange } from "../../frame/api/use-change.ts";
import { TransferProgress } from "../../frame/project/transfer-progress.tsx";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { OptionCards } from "../../ui/option-cards.tsx";
import { DeveloperDetails } from "./developer-details.tsx";
import { PROJECT_MODES, type ProjectMode } from "./project-modes.ts";

interface ImportProjectProps {
  onClose: () => void;
}

/** Makes a project of a file that an export saved. */
export function ImportProject({ onClose }: ImportProjectProps) {
  const client = useStudioClient();
  const file = useRef<HTMLInputElement>(null);
  const fileId = useId();
  const [mode, setMode] = useState<ProjectMode>("live");
  const [name, setName] = useState<string | null>(null);
  const sending = useChange({
    mutationFn: async (chosen: File) => client.projects.import.mutate({ content: await chosen.text(), mode }),
  });
  const importId = sending.data?.id ?? null;
  return (
    <Dialog
      open
      size="md"
      onClose={onClose}
      title="Import a project"
      description="Choose a file saved with “Export the project” in the settings of a project. It becomes a new project."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {importId === null ? (
        <div className="space-y-4">
          <p className="text-13 text-ink-2">
            A story from another tool, such as ink, Yarn, Twine or articy, is imported inside a project: create one,
            then choose Import among its dialogues.
          </p>
          <label htmlFor={fileId} className="sr-only">
            File of a project
          </label>
          <input
            ref={file}
            id={fileId}
            type="file"
            accept=".ndjson,application/x-ndjson"
            className="sr-only"
            tabIndex={-1}
            onChange={({ target }) => {
              const chosen = target.files?.[0];
              target.value = "";
              if (chosen === undefined) return;
              setName(chosen.name);
              sending.mutate(chosen);
            }}
          />
          <Button
            variant="primary"
            icon={<Upload aria-hidden="true" size={14} />}
            disabled={sending.isPending}
            onClick={() => file.current?.click()}
          >
            {sending.isPending ? `Loading ${name ?? "the file"}…` : "Choose a file"}
          </Button>
          <AlertLine className="text-13">{sending.problem}</AlertLine>
          <DeveloperDetails>
            <fieldset>
              <legend className="mb-1 font-medium text-13">Which keys reach it?</legend>
              <OptionCards isWide value={mode} onChange={setMode} options={PROJECT_MODES} />
            </fieldset>
          </DeveloperDetails>
        </div>
      ) : (
        <TransferProgress importId={importId} onAgain={() => sending.reset()} />
      )}
    </Dialog>
  );
}
