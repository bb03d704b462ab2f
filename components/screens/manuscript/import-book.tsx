"use client";

import { useRef, useState } from "react";
import { counted } from "#domain/counted.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { AlertLine } from "../../ui/alert-line.tsx";
import { DialogChoice } from "../../ui/dialog-choice.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { showToast } from "../../ui/toast.ts";
import { useRefreshBook } from "./use-book.ts";

/** Numbers of what a file would change. */
interface Preview {
  readonly content: string;
  readonly name: string;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

interface ImportBookProps {
  readonly onClose: () => void;
  /** Told the first chapter of the file. */
  readonly onDone: (chapterId: string | null) => void;
}

/** Dialog that reads a manuscript from a Markdown file, says what it would change, and then does it. */
export function ImportBook({ onClose, onDone }: ImportBookProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const refresh = useRefreshBook();
  const { attempt, isBusy, problem, forget } = useAttempt();
  const [preview, setPreview] = useState<Preview | null>(null);
  const chosen = useRef<File | null>(null);
  const look = async (file: File) => {
    chosen.current = file;
    forget();
    setPreview(null);
    await attempt(async () => {
      const content = await file.text();
      const { created, updated, unchanged } = await client.chapters.import.mutate({
        project_id,
        content,
        dry_run: true,
      });
      // A larger file that was chosen before may be read later.
      if (chosen.current === file) setPreview({ content, name: file.name, created, updated, unchanged });
    });
  };
  const write = () =>
    attempt(async () => {
      if (preview === null) return;
      const { chapter_ids, created, updated } = await client.chapters.import.mutate({
        project_id,
        content: preview.content,
      });
      await refresh();
      showToast({ text: `${preview.name}: ${created} made, ${updated} changed.` });
      onDone(chapter_ids[0] ?? null);
    });
  return (
    <DialogPopup
      size="md"
      title="Import a manuscript"
      description="Markdown: headings become acts and chapters, scenes become passages. A file that was exported here changes what it came from."
      onClose={onClose}
      footer={
        <DialogChoice
          onCancel={onClose}
          disabled={isBusy}
          disabledReason={preview === null ? "Choose a file first." : null}
          onClick={() => void write()}
        >
          Import
        </DialogChoice>
      }
    >
      <div className="space-y-3 text-13">
        <label className="block">
          <span className="mb-1 block font-medium text-12 text-ink-2">File</span>
          <input
            type="file"
            accept=".md,.markdown,.txt,text/markdown,text/plain"
            onChange={({ target }) => {
              const file = target.files?.[0];
              if (file !== undefined) void look(file);
            }}
          />
        </label>
        <div role="status">
          {isBusy && "Reading…"}
          {preview !== null &&
            !isBusy &&
            `${counted(preview.created, "part")} to be made, ${preview.updated} to be changed, ${preview.unchanged} as they are. Nothing is deleted.`}
        </div>
        <AlertLine className="text-13">{problem}</AlertLine>
      </div>
    </DialogPopup>
  );
}
