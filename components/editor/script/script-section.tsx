"use client";

import { Flag } from "lucide-react";
import { type KeyboardEvent, memo, useEffect, useRef } from "react";
import { KIND_NAMES, nodeName } from "#domain/dialogue/names.ts";
import { Redline } from "../../frame/changes/redline.tsx";
import { useCharacters } from "../../frame/project/project-queries.ts";
import { StoryWords } from "../../ui/story-words.tsx";
import { MARK_WORDS, textChange, useCompared } from "../compare/use-compared.ts";
import { BranchRows } from "../fields/branch-rows.tsx";
import { Glyph } from "../fields/glyph.tsx";
import { ProgressMark } from "../fields/progress-mark.tsx";
import { countWords, SeverityMark } from "../fields/severity-mark.tsx";
import { SpeakerField } from "../fields/speaker-field.tsx";
import { StoryField } from "../fields/story-field.tsx";
import { TextField } from "../fields/text-field.tsx";
import { speakerShown, useSpeakerInks } from "../fields/use-speaker.ts";
import { quoted } from "../gestures/gesture.ts";
import { useDialogue, useDialogueState, useNode } from "../session/dialogue-context.ts";
import { useProblems } from "../store/use-problems.ts";
import type { ElementKind } from "./elements.ts";
import { ScriptBranches } from "./script-branches.tsx";
import { useScriptTyping } from "./use-script-typing.ts";
import { goToPlace } from "./written-place.ts";

interface ScriptSectionProps {
  id: string;
  position: number;
  /** Ids of the sections before and after it; null for none. */
  before: string | null;
  after: string | null;
  isActive: boolean;
  /** Whether its fields are open. */
  isEditing: boolean;
  onEdit: (id: string | null) => void;
}

/** One node as a section of the script: who speaks, what, and where it leads. Pressing its words opens its fields. */
export const ScriptSection = memo(function ScriptSection(props: ScriptSectionProps) {
  const { id, position, isActive, isEditing, onEdit } = props;
  const node = useNode(id);
  const isStart = useDialogueState(({ graph, nodes }) => (graph.start_node_id ?? nodes.keys().next().value) === id);
  const session = useDialogue();
  if (node === undefined) return null;
  return (
    <section
      id={`section-${id}`}
      tabIndex={isActive || position === 1 ? 0 : -1}
      data-home={isActive ? "" : undefined}
      aria-labelledby={`section-${id}-name`}
      aria-current={isActive ? "true" : undefined}
      onFocus={() => {
        if (session.store.getState().active !== id) session.select([id]);
      }}
      onKeyDown={(event) => {
        if (!isEditing || !leavesField(event)) return;
        event.preventDefault();
        onEdit(null);
        event.currentTarget.focus({ preventScroll: true });
      }}
      onClick={(event) => {
        // Words that were marked to be copied are not meant to be written in.
        const isMarking = window.getSelection()?.isCollapsed === false;
        if (!isEditing && !isMarking && (event.target as Element).closest("a, button") === null) onEdit(id);
      }}
      className="mx-2 my-1 scroll-my-4 rounded-card border-transparent border-s-4 px-4 py-3 -outline-offset-2 hover:bg-panel aria-[current]:border-accent aria-[current]:bg-panel"
    >
      <header className="flex items-center gap-2 text-12 text-ink-3">
        <Glyph kind={node.kind} size={12} />
        {/* A node without a title is named by its first words, which are read just below. */}
        <h3
          id={`section-${id}-name`}
          dir="auto"
          className={node.title === null ? "sr-only" : "min-w-0 truncate font-medium text-ink-2"}
        >
          {nodeName(node)}
        </h3>
        <span>{KIND_NAMES[node.kind]}</span>
        {isStart && (
          <span className="inline-flex items-center gap-1">
            <Flag aria-hidden className="size-3" /> Start
          </span>
        )}
        <ProgressMark of={node} words={node.text} />
        <SectionMark id={id} />
        <SectionProblems id={id} />
      </header>
      {isEditing ? (
        <SectionFields id={id} before={props.before} after={props.after} onEdit={onEdit} />
      ) : (
        <SectionWords id={id} />
      )}
    </section>
  );
});

/** Escape ends the writing, once nothing is open over the field it is in. */
function leavesField({ key, nativeEvent, defaultPrevented, target }: KeyboardEvent): boolean {
  const isOpen = target instanceof Element && target.getAttribute("aria-expanded") === "true";
  return key === "Escape" && !nativeEvent.isComposing && !defaultPrevented && !isOpen;
}

/** Mark for a section's difference between the compared moments. */
function SectionMark({ id }: { id: string }) {
  const mark = useCompared(id)?.mark;
  if (mark === undefined) return null;
  const tone = {
    added: "bg-ok-soft text-on-ok-soft",
    removed: "bg-error-soft text-on-error-soft",
    changed: "bg-warn-soft text-on-warn-soft",
  }[mark];
  return <span className={`rounded-round px-1.5 font-medium ${tone}`}>{MARK_WORDS[mark]}</span>;
}

function SectionProblems({ id }: { id: string }) {
  const problems = useProblems(id).filter(({ severity }) => severity !== "info");
  const worst = problems[0];
  if (worst === undefined) return null;
  return (
    <span className="ms-auto inline-flex items-center gap-1">
      <SeverityMark severity={worst.severity} className="size-3.5" />
      {countWords(worst.severity, problems.filter(({ severity }) => severity === worst.severity).length)}
    </span>
  );
}

/** The section to read. */
function SectionWords({ id }: { id: string }) {
  const node = useNode(id);
  const characters = useCharacters();
  const inks = useSpeakerInks();
  const compared = useCompared(id);
  if (node === undefined) return null;
  const change = textChange(compared, "/text", node.text_marks);
  const speaker = speakerShown(node, characters);
  return (
    <>
      {speaker !== null && (
        <p dir="auto" className={`mt-1 font-medium text-13 uppercase tracking-wide ${inks(node)}`}>
          {speaker.name}
        </p>
      )}
      {node.text.trim() === "" && change === undefined ? (
        <p className="mt-0.5 font-reading text-14 text-ink-3 italic">
          {node.kind === "line" ? "No words yet." : KIND_NAMES[node.kind]}
        </p>
      ) : (
        <p dir="auto" className="mt-0.5 whitespace-pre-wrap break-words font-reading text-16 text-ink leading-relaxed">
          {change === undefined ? <StoryWords text={node.text} marks={node.text_marks} /> : <Redline {...change} />}
        </p>
      )}
      <ScriptBranches node={node} />
    </>
  );
}

/** Words for what Enter goes on with. */
const NEXT_WORDS: Readonly<Record<ElementKind, string>> = {
  speaker: "who speaks next",
  line: "the next line",
  choice: "a choice",
  direction: "a line that nobody speaks",
};

/** The section to write, with the fields the inspector has. */
function SectionFields({ id, before, after, onEdit }: Pick<ScriptSectionProps, "id" | "before" | "after" | "onEdit">) {
  const node = useNode(id);
  const typing = useScriptTyping({ nodeId: id, beside: { before, after }, onEdit });
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const words = fields.current?.querySelector<HTMLTextAreaElement>("[data-story]");
    words?.focus();
    words?.setSelectionRange(words.value.length, words.value.length);
  }, []);
  if (node === undefined) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it takes keys that go on from its fields, and notices that the focus has left.
    <div
      ref={fields}
      className="mt-2 flex flex-col gap-3"
      onKeyDown={typing.onKeyDown}
      onFocus={({ target }) => typing.onFocus(target)}
      onBlur={(event) => {
        // Fields close when the focus goes to another part of the page; a window that loses it keeps them open.
        const next = event.relatedTarget;
        if (next instanceof Element && next.closest(`#section-${id}`) === null && next.closest("main") !== null)
          onEdit(null);
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          subjectId={id}
          pointer="/title"
          label={`Rename ${quoted(node)}`}
          name="Title"
          placeholder={nodeName(node)}
          isSingleLine
          emptyAs={null}
        />
        <div data-speaker="">
          <SpeakerField node={node} onLeave={() => goToPlace({ nodeId: id, branchId: null }, "end")} />
        </div>
      </div>
      <StoryField nodeId={id} />
      {/* It keeps its room while the words have no focus: what lies below must not move from under a pointer that is pressed. */}
      <p className={`text-12 text-ink-3 ${typing.next === null ? "invisible" : ""}`}>
        <span role="status">Enter: {NEXT_WORDS[typing.next ?? "line"]}.</span> Tab: something else. Shift and Enter: a
        new line in this text.
      </p>
      <BranchRows nodeId={id} />
    </div>
  );
}
