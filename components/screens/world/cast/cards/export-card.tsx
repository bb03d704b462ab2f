"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { counted } from "#domain/counted.ts";
import { useStudioClient } from "../../../../frame/api/api-provider.tsx";
import type { Outputs } from "../../../../frame/api/client.ts";
import FORMATS from "../../../../frame/api/export-formats.json";
import { failureOf, failureWords } from "../../../../frame/api/failure.ts";
import { blobOf } from "../../../../frame/export/exported-blob.ts";
import { useReadScope } from "../../../../frame/project/use-read-scope.ts";
import { reasonOf, useCan } from "../../../../frame/session/can.ts";
import { Checkbox } from "../../../../ui/checkbox.tsx";
import { DialogChoice } from "../../../../ui/dialog-choice.tsx";
import { DialogPopup } from "../../../../ui/dialog-popup.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { OptionCards } from "../../../../ui/option-cards.tsx";
import { saveFile } from "../../../../ui/save-file.ts";
import { showToast } from "../../../../ui/toast.ts";
import type { Npc } from "../npc.ts";

type Format = keyof (typeof FORMATS)["npcs.export"];
type View = "current" | "source";

const VERSIONS = [
  { value: "card_v3", label: "Version 3", means: "For tools of today." },
  { value: "card_v2", label: "Version 2", means: "For tools that know no version 3." },
] as const satisfies readonly { readonly value: Format; readonly label: string; readonly means: string }[];

interface ExportCardProps {
  npc: Pick<Npc, "id" | "card">;
  name: string;
  onClose: () => void;
}

/** Dialog that saves a character as a card. What is left out is read before anything is saved; secrets go along only when asked for. */
export function ExportCard({ npc, name, onClose }: ExportCardProps) {
  const { project_id, reading } = useReadScope();
  const client = useStudioClient();
  const fetching = reasonOf(useCan()("fetch"));
  const [format, setFormat] = useState<Format>("card_v3");
  const [view, setView] = useState<View>("current");
  const [include_secrets, setIncludeSecrets] = useState(false);
  const asked = { project_id, npc_id: npc.id, format, view, include_secrets, ...reading };
  const { data, error } = useQuery({
    queryKey: ["export-card", asked],
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => client.npcs.export.query(asked, { signal }),
  });
  const save = () => {
    if (data === undefined) return;
    saveFile(data.filename, blobOf(data.content, FORMATS["npcs.export"][format]));
    showToast({ text: `Saved as “${data.filename}”.` });
    onClose();
  };
  return (
    <DialogPopup
      size="md"
      title={`Save ${name} as a card`}
      description="A character card as JSON, which other tools read."
      onClose={onClose}
      footer={
        <DialogChoice
          onCancel={onClose}
          icon={<Download aria-hidden="true" size={14} />}
          disabledReason={
            fetching ??
            (error === null ? (data === undefined ? "The card is being written." : null) : "There is no card to save.")
          }
          onClick={save}
        >
          Save the card
        </DialogChoice>
      }
    >
      <div className="space-y-4">
        <fieldset>
          <legend className="mb-1 text-13">Version</legend>
          <OptionCards isWide value={format} onChange={setFormat} options={VERSIONS} />
        </fieldset>
        {npc.card !== null && (
          <fieldset>
            <legend className="mb-1 text-13">What it says</legend>
            <OptionCards
              isWide
              value={view}
              onChange={setView}
              options={[
                { value: "current", label: `${name} as of now`, means: "The card that came, with what changed since." },
                { value: "source", label: "The card that came", means: "As it was imported." },
              ]}
            />
          </fieldset>
        )}
        <Checkbox
          label="With secrets"
          checked={include_secrets}
          onChange={({ target }) => setIncludeSecrets(target.checked)}
        />
        <p role="status" className="text-13 text-ink-2">
          {data === undefined ? "" : leftOutWords(data, include_secrets)}
        </p>
        {error !== null && (
          <Notice tone="error" title="The card was not written" announce>
            <p>
              {failureOf(error).kind === "missing" && !include_secrets
                ? `All of ${name} is a secret: without secrets there is no card.`
                : failureWords(error)}
            </p>
          </Notice>
        )}
      </div>
    </DialogPopup>
  );
}

/** Returns what is not in a card, in a sentence or two. */
function leftOutWords({ withheld, left_out }: Outputs["npcs"]["export"], hasSecrets: boolean): string {
  const parts = [
    ...(withheld > 0 ? [`${counted(withheld, "secret fact is", "secret facts are")} left out.`] : []),
    ...(left_out > 0 ? [`A lorebook has room for a thousand entries: ${counted(left_out, "fact")} left out.`] : []),
  ];
  if (parts.length > 0) return parts.join(" ");
  return hasSecrets ? "Nothing is left out. Whoever gets the file reads the secrets in it." : "Nothing is left out.";
}
