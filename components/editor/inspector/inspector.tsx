"use client";

import { useRouter } from "next/navigation";
import { useCommandHandlers } from "../../frame/commands/command-host.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useDialogueState } from "../session/dialogue-context.ts";
import type { DialogueState } from "../store/dialogue-state.ts";
import { type InspectorTab, useViewStore } from "../store/view-state.ts";
import { DialogueInspector } from "./dialogue-inspector.tsx";
import { GroupInspector } from "./group-inspector.tsx";
import { ManyInspector } from "./many-inspector.tsx";
import { NodeInspector } from "./node-inspector.tsx";
import { NoteInspector } from "./note-inspector.tsx";

/** What is selected, to be written, reasoned about and looked back at; with nothing selected, the dialogue itself. */
export function Inspector() {
  const key = useDialogueState(inspectedKey);
  const view = useViewStore();
  const router = useRouter();
  const projectId = useProjectId();
  const open = (tab: InspectorTab) => () => view.setState({ side: "inspector", inspectorTab: tab });
  useCommandHandlers({
    "inspector.write": open("write"),
    "inspector.logic": open("logic"),
    "inspector.uses": open("uses"),
    "inspector.history": open("history"),
    "dialogue.variables": () => router.push(`/projects/${projectId}/variables`),
  });
  if (key === "dialogue") return <DialogueInspector />;
  if (key === "many") return <ManyInspector />;
  const [kind, id = ""] = key.split(":");
  if (kind === "group") return <GroupInspector key={id} id={id} />;
  if (kind === "note") return <NoteInspector key={id} id={id} />;
  return <NodeInspector id={id} />;
}

/** What the inspector shows, as one word that stays the same until it shows something else. */
type InspectedKey = "dialogue" | "many" | `${"node" | "group" | "note"}:${string}`;

/** What is inspected of a dialogue: the selected node, group or note, several nodes, or the dialogue itself. */
function inspectedKey({
  selection,
  active,
  nodes,
  groups,
  annotations,
}: Pick<DialogueState, "selection" | "active" | "nodes" | "groups" | "annotations">): InspectedKey {
  const id = active !== null && selection.has(active) ? active : selection.values().next().value;
  if (id === undefined) return "dialogue";
  if (selection.size > 1) return "many";
  if (nodes.has(id)) return `node:${id}`;
  if (groups.has(id)) return `group:${id}`;
  return annotations.has(id) ? `note:${id}` : "dialogue";
}
