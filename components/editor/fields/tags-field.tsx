"use client";

import { X } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";

interface TagsFieldProps {
  tags: readonly string[];
  onAdd: (tags: string[]) => void;
  onRemove: (tag: string) => void;
  disabledReason: string | null;
  /** Tags that not all of the selected nodes have, shown apart. */
  partly?: readonly string[];
}

/** Words that a node is marked with. Enter or a comma adds one; Backspace in the empty field takes the last away. */
export function TagsField({ tags, onAdd, onRemove, disabledReason, partly = [] }: TagsFieldProps) {
  const id = useId();
  const [text, setText] = useState("");
  const isDisabled = disabledReason !== null;

  function add(): void {
    const words = text
      .split(",")
      .map((word) => word.trim())
      .filter((word) => word !== "" && !tags.includes(word));
    setText("");
    if (words.length > 0) onAdd([...new Set(words)]);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if ((event.key === "Enter" && !event.metaKey && !event.ctrlKey) || event.key === ",") {
      event.preventDefault();
      add();
    } else if (event.key === "Backspace" && text === "" && tags.length > 0) {
      event.preventDefault();
      onRemove(tags.at(-1) ?? "");
    }
  }

  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium text-12 text-ink-2">
        Tags
      </label>
      <div className="flex flex-wrap items-center gap-1 rounded-control border border-line-strong bg-panel px-1.5 py-1 focus-within:border-accent hover:border-ink-3">
        {[...tags, ...partly].map((tag) => (
          <span
            key={tag}
            className="inline-flex max-w-full items-center rounded-control border border-line bg-canvas ps-1.5 text-12 text-ink-2"
          >
            <span className="min-w-0 truncate" dir="auto">
              {tag}
            </span>
            {partly.includes(tag) && <span className="ms-1 text-ink-3">(some)</span>}
            <button
              type="button"
              aria-label={`Remove the tag ${tag}`}
              disabled={isDisabled}
              className="inline-flex size-6 cursor-pointer items-center justify-center rounded-control hover:text-ink disabled:cursor-not-allowed disabled:invisible"
              onClick={() => onRemove(tag)}
            >
              <X aria-hidden="true" size={12} />
            </button>
          </span>
        ))}
        <input
          id={id}
          className="min-h-6 min-w-16 grow bg-transparent px-1 text-13 text-ink outline-none placeholder:text-ink-3"
          value={text}
          readOnly={isDisabled}
          placeholder={tags.length + partly.length === 0 ? "Add a tag" : ""}
          autoComplete="off"
          dir="auto"
          maxLength={100}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={add}
        />
      </div>
    </div>
  );
}
