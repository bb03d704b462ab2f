"use client";

import { Pencil } from "lucide-react";
import { useState } from "react";
import { useNode } from "../dialogue/store/dialogue-context.ts";
import { StoryField } from "../fields/story-field.tsx";
import { speakerShown } from "../fields/use-speaker.ts";
import { useCharacters } from "../project/project-queries.ts";
import { useCan } from "../session/can.ts";
import { Button } from "../ui/button.tsx";

/** A line as it is read. It can be edited where it stands, and the playthrough goes on. */
export function PlayerLine({ nodeId }: { nodeId: string }) {
  const node = useNode(nodeId);
  const characters = useCharacters();
  const edit = useCan()("edit");
  const [editing, setEditing] = useState(false);
  if (node === undefined) return <p className="text-13 text-ink-3">A card that was deleted.</p>;
  const speaker = speakerShown(
    { ...node, speaker_id: node.speaker_label === null ? node.speaker_id : null },
    characters,
  );
  return (
    <div className="group">
      <div className="flex min-h-6 items-center gap-2">
        {speaker !== null && (
          <p dir="auto" className="font-medium text-12 text-ink-2">
            {speaker.name}
          </p>
        )}
        <Button
          size="sm"
          variant="bare"
          className={
            editing
              ? ""
              : "opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
          }
          icon={<Pencil aria-hidden className="size-3" />}
          disabledReason={edit.allowed ? null : edit.reason}
          onClick={() => setEditing(!editing)}
        >
          {editing ? "Done" : "Edit this line"}
        </Button>
      </div>
      {editing ? (
        <StoryField nodeId={nodeId} />
      ) : (
        <p dir="auto" className="whitespace-pre-wrap font-reading text-16 text-ink leading-relaxed">
          {node.text}
        </p>
      )}
    </div>
  );
}
