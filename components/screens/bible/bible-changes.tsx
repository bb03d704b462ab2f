"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../frame/api/api-provider.tsx";
import { failureWords } from "../../frame/api/failure.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useCheckpoints } from "../../frame/project/use-checkpoints.ts";
import { DialogChoice } from "../../ui/dialog-choice.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { Notice } from "../../ui/notice.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { Select } from "../../ui/select.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";

const BEGINNING = "0";

/** Dialog that tells in sentences what changed in the bible since a named moment, up to the one that is looked at. */
export function BibleChanges({ as, onClose }: { as: string | null; onClose: () => void }) {
  const project_id = useProjectId();
  const { at } = useMoment();
  const { data: named } = useCheckpoints().list;
  const moments = (named?.checkpoints ?? []).filter(({ seq }) => at === null || seq < at);
  const [from, setFrom] = useState<string | null>(null);
  const chosen = from ?? String(moments[0]?.seq ?? BEGINNING);
  const input = {
    project_id,
    from_seq: Number(chosen),
    ...(at !== null && { to_seq: at }),
    ...(as !== null && { as }),
  };
  const { data, error } = useQuery(
    useApi().storyBible.compare.queryOptions(input, { enabled: named !== undefined, retry: false }),
  );
  const sections = Map.groupBy(data?.changes ?? [], ({ section }) => section);
  return (
    <DialogPopup
      size="lg"
      title="What changed in the bible"
      onClose={onClose}
      footer={
        <DialogChoice
          onCancel={onClose}
          disabledReason={data === undefined ? "The changes are being read." : null}
          onClick={() =>
            saveFile(
              `bible-${chosen}-${data?.to_seq ?? ""}.md`,
              new Blob([data?.markdown ?? ""], { type: "text/markdown" }),
            )
          }
        >
          Save as Markdown
        </DialogChoice>
      }
    >
      <div className="space-y-4">
        <Select
          label="Since"
          value={chosen}
          options={[
            ...moments.map(({ seq, name }) => ({ value: String(seq), label: name })),
            { value: BEGINNING, label: "The beginning" },
          ]}
          onChange={({ target }) => setFrom(target.value)}
        />
        {error !== null && (
          <Notice tone="error" title="The changes could not be read" announce>
            <p>{failureWords(error)}</p>
          </Notice>
        )}
        {data === undefined && error === null && <LoadingRows what="the changes" rows={4} className="h-6" />}
        {data?.changes.length === 0 && <p className="text-13 text-ink-2">Nothing in the bible changed.</p>}
        {[...sections].map(([section, changes]) => (
          <section key={section} aria-label={section}>
            <h3 className="font-semibold text-14 first-letter:uppercase">{section}</h3>
            <ul className="mt-1 list-disc space-y-1 ps-5 text-14">
              {changes.map(({ item_key, line_key, change, text }) => (
                <li key={`${item_key} ${line_key} ${change}`} dir="auto" className="break-words">
                  {text}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </DialogPopup>
  );
}
