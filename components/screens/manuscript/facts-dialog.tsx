"use client";

import { Button } from "../../ui/button.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { FactsAfter } from "./facts-after.tsx";

/** Dialog with the facts that the text of a chapter tells. */
export function FactsDialog({ chapterId, onClose }: { chapterId: string; onClose: () => void }) {
  return (
    <DialogPopup
      size="lg"
      title="Facts of this chapter"
      description="Sentences that say what is so of somebody can become facts of the world. They are checked against its rules first."
      onClose={onClose}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <FactsAfter chapterId={chapterId} />
    </DialogPopup>
  );
}
