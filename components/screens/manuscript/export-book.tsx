"use client";

import { Download } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import FORMATS from "../../frame/api/export-formats.json";
import { failureOf, failureWords } from "../../frame/api/failure.ts";
import { useChange } from "../../frame/api/use-change.ts";
import { blobOf } from "../../frame/export/exported-blob.ts";
import { useReadScope } from "../../frame/project/use-read-scope.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { DialogChoice } from "../../ui/dialog-choice.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { CONTROL, FormField } from "../../ui/form/field.tsx";
import { OptionCards } from "../../ui/option-cards.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { showToast } from "../../ui/toast.ts";
import { keepTitlePage, keptTitlePage } from "./kept-title-page.ts";

type Format = keyof (typeof FORMATS)["chapters.export"];

const BOOK_FORMATS = FORMATS["chapters.export"];
const NAMES = Object.keys(BOOK_FORMATS) as Format[];
const OPTIONS = NAMES.map((value) => ({ value, label: BOOK_FORMATS[value].name, means: BOOK_FORMATS[value].means }));
const USUAL_LANGUAGE = "en";

/** Dialog that saves the book as a file with its title page, which this browser remembers for the project. */
export function ExportBook({ onClose }: { readonly onClose: () => void }) {
  const { project_id, client, reading } = useReadScope();
  const fetching = reasonOf(useCan()("fetch"));
  const form = useId();
  const [page, setPage] = useState(
    () => keptTitlePage(project_id) ?? { format: "epub", title: "", author: "", language: USUAL_LANGUAGE },
  );
  const format = NAMES.find((name) => name === page.format) ?? "epub";
  const saving = useChange({
    mutationFn: async () => {
      const [title, language] = [page.title.trim(), page.language.trim()];
      const { filename, content } = await client.chapters.export.query({
        ...{ project_id, format, author: page.author.trim(), ...reading },
        ...(title !== "" && { title }),
        ...(language !== "" && { language }),
      });
      saveFile(filename, blobOf(content, BOOK_FORMATS[format]));
      keepTitlePage(project_id, page);
      showToast({ text: `Saved as “${filename}”.` });
      onClose();
    },
  });
  const save = () => {
    if (fetching === null && !saving.isPending) saving.mutate();
  };
  const change = (part: Partial<typeof page>) => {
    saving.reset();
    setPage({ ...page, ...part });
  };
  const field = (name: "title" | "author" | "language", label: string, maxLength: number, hint?: ReactNode) => (
    <FormField label={label} hint={hint}>
      {(props) => (
        <input
          {...props}
          type="text"
          className={CONTROL}
          maxLength={maxLength}
          value={page[name]}
          onChange={({ target }) => change({ [name]: target.value })}
        />
      )}
    </FormField>
  );
  return (
    <DialogPopup
      size="md"
      title="Export the book"
      description="What is written here is remembered in this browser."
      onClose={onClose}
      footer={
        <DialogChoice
          onCancel={onClose}
          type="submit"
          form={form}
          icon={<Download aria-hidden="true" size={14} />}
          disabled={saving.isPending}
          disabledReason={fetching}
        >
          {saving.isPending ? "Exporting…" : "Save the file"}
        </DialogChoice>
      }
    >
      <form
        id={form}
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <fieldset>
          <legend className="mb-1 font-medium text-13 text-ink">Format</legend>
          <OptionCards isWide value={format} onChange={(next) => change({ format: next })} options={OPTIONS} />
        </fieldset>
        {field("title", "Title", 200, "Without one, the name of the project.")}
        {field("author", "Author", 200)}
        {field("language", "Language of the text", 64, "Such as en, de or pt-BR: readers hyphenate and speak by it.")}
        {saving.error !== null && (
          <AlertLine className="text-13">
            {failureOf(saving.error).code === "answer_too_large"
              ? "The book is too large to save in a browser. Archive chapters that it can do without, or have your developers export it with the API."
              : `It was not exported. ${failureWords(saving.error)}`}
          </AlertLine>
        )}
      </form>
    </DialogPopup>
  );
}
