"use client";

import { TextField } from "../fields/text-field.tsx";
import { quoted } from "../gestures/node-name.ts";
import type { Node } from "../model/model.ts";

/** What a node is called. It needs no name: then it shows its first words. */
export function TitleField({ node }: { node: Node }) {
  return (
    <TextField
      name="Title"
      subjectId={node.id}
      pointer="/title"
      label={`Rename ${quoted(node)}`}
      isSingleLine
      emptyAs={null}
      placeholder="Its first words"
    />
  );
}

/** Where the words of a node are written; whoever goes on writing goes here. */
export const STORY_TEXT = "[data-part='story-text'] textarea";

/** What the player reads. */
export function StoryText({ node }: { node: Node }) {
  return (
    <div data-part="story-text" className="[&_textarea]:max-h-[60dvh] [&_textarea]:min-h-24">
      <TextField
        name="Text"
        voice="reading"
        subjectId={node.id}
        pointer="/text"
        label={`Write in ${quoted(node)}`}
        placeholder="What is said here"
      />
    </div>
  );
}
