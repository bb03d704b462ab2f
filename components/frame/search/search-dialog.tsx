"use client";

import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { DIALOG, DIALOG_BACKDROP } from "../../ui/dialog-style.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { useFocusBefore } from "../../ui/use-focus-before.ts";
import { SearchView } from "./search-view.tsx";

interface SearchDialogProps {
  /** Words that were typed before this was here. */
  typed: string;
  onClose: () => void;
}

/** The search over all dialogues of the project, over a page that shows none of them. */
export function SearchDialog({ typed, onClose }: SearchDialogProps) {
  const finalFocus = useFocusBefore();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={DIALOG_BACKDROP} />
        <Dialog.Popup
          finalFocus={finalFocus}
          className={`${DIALOG} h-[75dvh] max-w-2xl overflow-hidden sm:top-[10dvh] sm:translate-y-0`}
        >
          <search aria-label="All dialogues" className="flex min-h-0 grow flex-col">
            <div className="flex min-h-11 shrink-0 items-center border-line border-b ps-4 pe-1.5">
              <Dialog.Title className="grow font-medium text-14">Search all dialogues</Dialog.Title>
              <Dialog.Close render={<IconButton label="Close search" icon={<X aria-hidden className="size-4" />} />} />
            </div>
            <SearchView typed={typed} />
          </search>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
