"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import FORMATS from "../../frame/api/export-formats.json";
import { failureOf, failureWords } from "../../frame/api/failure.ts";
import { useChange } from "../../frame/api/use-change.ts";
import { blobOf } from "../../frame/export/exported-blob.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { OptionCards } from "../../ui/option-cards.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { TitledSection } from "../../ui/titled-section.tsx";
import { CONTENTS, type Contents } from "./contents.ts";

/** Saves the whole project as a file that another workspace takes again. */
export function ExportSection() {
  const project_id = useProjectId();
  const client = useStudioClient();
  const { reading } = useMoment();
  const [contents, setContents] = useState<Contents>("history");
  const [withFiles, setWithFiles] = useState(true);
  const saving = useChange({
    mutationFn: async () => {
      const files = withFiles ? "include" : "none";
      const { filename, content } = await client.projects.exportProject.query({
        project_id,
        contents,
        files,
        ...reading,
      });
      saveFile(filename, blobOf(content, FORMATS["projects.exportProject"].ndjson));
    },
  });
  return (
    <TitledSection title="Export">
      <p className="mb-3 text-13 text-ink-2">
        One file with the whole project, except webhooks, keys and generations. Import it from your home page.
      </p>
      <fieldset className="mb-3">
        <legend className="sr-only">What the file holds</legend>
        <OptionCards isWide value={contents} onChange={setContents} options={CONTENTS} />
      </fieldset>
      <div className="mb-3">
        <Checkbox
          label="With its pictures"
          checked={withFiles}
          onChange={({ target }) => setWithFiles(target.checked)}
        />
      </div>
      <Button
        icon={<Download aria-hidden="true" size={14} />}
        disabled={saving.isPending}
        disabledReason={reasonOf(useCan()("fetch"))}
        onClick={() => saving.mutate()}
      >
        {saving.isPending ? "Exporting…" : "Export the project"}
      </Button>
      {saving.error !== null && (
        <AlertLine className="mt-2 text-13">
          {failureOf(saving.error).code === "answer_too_large"
            ? `The project is too large to save in a browser${withFiles ? " with its pictures" : ""}: your developers can export it with the API.`
            : `It was not exported. ${failureWords(saving.error)}`}
        </AlertLine>
      )}
    </TitledSection>
  );
}
