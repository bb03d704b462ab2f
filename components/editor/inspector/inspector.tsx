"use client";

import { useRouter } from "next/navigation";
import { useCommandHandlers } from "../../frame/commands/command-host.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useDialogueState } from "../session/dialogue-context.ts";
import { type InspectorTab, useViewStore } from "../store/view-state.ts";
import { DialogueInspector } from "./dialogue-inspector.tsx";
import { GroupInspector } from "./group-inspector.tsx";
import { inspectedKey } from "./inspected.ts";
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
