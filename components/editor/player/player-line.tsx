"use client";

import { Pencil } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useCharacters } from "../../frame/project/project-queries.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Button } from "../../ui/button.tsx";
import { StoryField } from "../fields/story-field.tsx";
import { useNode } from "../session/dialogue-context.ts";
import { spokenAs } from "./spoken-as.ts";

/** A line as it is read. It can be edited where it stands, and the playthrough goes on. */
export function PlayerLine({ nodeId }: { nodeId: string }) {
  const node = useNode(nodeId);
  const characters = useCharacters();
  const edit = useCan()("edit");
  const [editing, setEditing] = useState(false);
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!editing) return;
    const words = line.current?.querySelector<HTMLTextAreaElement>("[data-story]");
    words?.focus();
    words?.setSelectionRange(words.value.length, words.value.length);
  }, [editing]);
  if (node === undefined) return <p className="text-13 text-ink-3">A card that was deleted.</p>;
  const speaker = spokenAs(node, characters);

  const done = () => {
    setEditing(false);
    line.current?.querySelector<HTMLElement>("[data-edit]")?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isDone = event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey));
    if (!editing || !isDone || event.nativeEvent.isComposing) return;
    // The same keys mean something else to the player around the field.
    event.preventDefault();
    event.stopPropagation();
    done();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it takes the keys that end the writing in its field.
    <div ref={line} className="group" onKeyDown={onKeyDown}>
      {speaker !== null && (
        <p dir="auto" className="mb-1 font-medium text-12 text-ink-2">
          {speaker}
        </p>
      )}
      {editing ? (
        <StoryField nodeId={nodeId} takesLinks={false} />
      ) : (
        <p dir="auto" className="whitespace-pre-wrap break-words font-reading text-16 text-ink leading-relaxed">
          {node.text}
        </p>
      )}
      <Button
        data-edit=""
        size="sm"
        variant="bare"
        className={`mt-1 -ms-2.5 ${
          editing
            ? ""
            : "opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
        }`}
        icon={<Pencil aria-hidden className="size-3" />}
        disabledReason={reasonOf(edit)}
        onClick={() => (editing ? done() : setEditing(true))}
      >
        {editing ? "Done" : "Edit this line"}
      </Button>
    </div>
  );
}
