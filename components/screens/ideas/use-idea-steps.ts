import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { partsOf, takeBackChanges } from "../../frame/undo/take-back.ts";
import type { Undoable } from "../../frame/undo/undo-stack.ts";
import { showToast } from "../../ui/toast.ts";
import type { Idea } from "./idea-data.ts";

/** Returns what tells that an idea was brought into another state, with a way back, and reads again what it changed. */
export function useIdeaMoved(): (made: Idea, text: string) => Promise<void> {
  const project_id = useProjectId();
  const client = useStudioClient();
  const refresh = useRefresh((api) => [
    ...[api.ideas.pathKey(), api.seeds.pathKey(), api.facts.pathKey(), api.entities.pathKey()],
  ]);
  return async (made, text) => {
    await refresh();
    const undo = async () => {
      await takeBackChanges(client, project_id, [changeOf(made, project_id)], true);
      await refresh();
    };
    showToast({
      text,
      undo: () => void undo().catch(() => showToast({ text: "It could not be undone: somebody changed it since." })),
    });
  };
}

/** The change by which an idea became as it is: its own event is the last one of its commit. */
function changeOf(made: Idea, project_id: string): Undoable {
  const { id, valid_from_seq, state } = made;
  const parts = partsOf(state === "promoted" ? "ideas.promote" : "ideas.update", { project_id }, made);
  const commits = valid_from_seq === null ? [] : [valid_from_seq];
  return { ...parts, id, label: null, graphId: null, commits, unsent: [], turn: -1 };
}
