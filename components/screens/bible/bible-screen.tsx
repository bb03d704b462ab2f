"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { BookOpenText, GitCompareArrows } from "lucide-react";
import { useState } from "react";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import formats from "../../frame/api/export-formats.json";
import { ExportMenu } from "../../frame/list/export-menu.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { latePart } from "../../ui/late.tsx";
import { Notice } from "../../ui/notice.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import { type AddressForm, useAddressView } from "../../ui/use-address-view.ts";
import { BiblePage } from "./bible-page.tsx";
import { ReaderChoice } from "./reader-choice.tsx";

const BibleChangesLate = latePart<{ as: string | null; onClose: () => void }>(() =>
  import("./bible-changes.tsx").then((part) => part.BibleChanges),
);
const ReadNotesLate = latePart<{ onClose: () => void }>(() =>
  import("./read-notes.tsx").then((part) => part.ReadNotes),
);

/** The world in sections, at the moment that is looked at and through somebody's eyes. */
export function BibleScreen() {
  return (
    <Shell title={<h1 className="text-13">Bible</h1>}>
      <BibleBody />
    </Shell>
  );
}

function BibleBody() {
  const project_id = useProjectId();
  const api = useApi();
  const client = useStudioClient();
  const { at, reading } = useMoment();
  const { view, show } = useAddressView(READER);
  const { as } = view;
  const lookAs = (reader: string | null) => show({ as: reader });
  const [open, setOpen] = useState<"changes" | "notes" | null>(null);
  const closed = reasonOf(useCan()("change"));
  const input = { project_id, ...reading, ...(as !== null && { as }) };
  const query = useQuery(api.storyBible.get.queryOptions(input, { placeholderData: keepPreviousData }));
  const close = () => setOpen(null);
  const readNotes = (
    <Button
      size="sm"
      icon={<BookOpenText aria-hidden="true" size={14} />}
      disabledReason={closed}
      onClick={() => setOpen("notes")}
    >
      Read my notes
    </Button>
  );
  const dialogs = (
    <>
      {open === "changes" && <BibleChangesLate as={as} onClose={close} />}
      {open === "notes" && <ReadNotesLate onClose={close} />}
    </>
  );
  if (query.data === undefined) {
    if (query.error === null) return <LoadingRows what="the bible" rows={8} className="h-8" />;
    return (
      <>
        <ErrorState what="The bible" error={query.error} onRetry={() => void query.refetch()} />
        {as !== null && (
          <p className="px-6 text-center text-13">
            <Button size="sm" onClick={() => lookAs(null)}>
              Show everything
            </Button>
          </p>
        )}
      </>
    );
  }
  const bible = query.data;
  const isEmpty = bible.sections.every(({ items, note }) => items.length === 0 && note === null);
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2 border-line border-b px-5 py-2">
        <ReaderChoice value={as} onChoose={lookAs} />
        <div className="ms-auto flex flex-wrap items-center gap-2">
          {readNotes}
          <Button size="sm" icon={<GitCompareArrows aria-hidden="true" size={14} />} onClick={() => setOpen("changes")}>
            What changed
          </Button>
          <ExportMenu
            formats={formats["storyBible.export"]}
            ask={async (format) => {
              const { filename, content } = await client.storyBible.export.query({ ...input, format });
              return { filename, content };
            }}
          />
        </div>
      </div>
      {!bible.complete && (
        <div className="px-5 pt-3">
          <Notice tone="warn" title="Not everything is here">
            <p>The project has more than 10,000 of one kind. The oldest are shown.</p>
          </Notice>
        </div>
      )}
      {isEmpty ? (
        <EmptyState
          action={at === null && as === null ? readNotes : undefined}
          link={{ href: "/docs/guides/story-bible", label: "About the bible" }}
        >
          {as !== null
            ? "Nothing is known here."
            : at === null
              ? "Nothing is recorded yet. Your notes, an Obsidian vault or a lorebook can be the beginning."
              : "Nothing was recorded at this moment."}
        </EmptyState>
      ) : (
        <BiblePage bible={bible} />
      )}
      {dialogs}
    </div>
  );
}

/** Address of the view: the reader whose eyes the bible is seen through; null for the author. */
const READER: AddressForm<{ as: string | null }> = {
  viewOf: (query) => ({ as: query.get("as") }),
  addressOf: ({ as }, search) => {
    const query = new URLSearchParams(search);
    if (as === null) query.delete("as");
    else query.set("as", as);
    return query.size === 0 ? "" : `?${query}`;
  },
};
