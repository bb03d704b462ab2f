"use client";

import { type ReactNode, useState } from "react";
import { counted } from "#domain/counted.ts";
import { useStudioClient } from "../../../frame/api/api-provider.tsx";
import { isRefusal } from "../../../frame/api/client.ts";
import { useAttempt } from "../../../frame/api/use-attempt.ts";
import { useProjectId } from "../../../frame/project/project-provider.tsx";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useRefreshWorld } from "./use-entity.ts";

interface Subject {
  readonly id: string;
  readonly name: string;
}

interface Deletion<Entity> {
  /** Whether it was deleted, or is asked about. */
  remove(entity: Entity): Promise<boolean>;
  /** Question that names what would be deleted too, where there is something. */
  question: ReactNode;
  /** Reason why the last one was not deleted; null while none was refused. */
  problem: string | null;
}

/**
 * Deletes entities with their relationships. Before an entity that contains others is deleted, the person is told what
 * would be deleted too. Undo restores everything, as does Recently deleted.
 */
export function useDeletion<Entity extends Subject>(steps: {
  onGone(entity: Entity): void;
  /** Runs after the deleted entity was restored. */
  onBack(entity: Entity): void;
}): Deletion<Entity> {
  const project_id = useProjectId();
  const client = useStudioClient();
  const refresh = useRefreshWorld();
  const { problem, attempt } = useAttempt();
  /** Number of parts and relationships that would be deleted too, while the person is asked about them. */
  const [asked, setAsked] = useState<{ entity: Entity; parts: number; relationships: number } | null>(null);
  async function remove(entity: Entity, children?: "cascade"): Promise<void> {
    try {
      const input = { project_id, entity_id: entity.id, ...(children !== undefined && { children }) };
      const gone = await client.entities.delete.mutate(input);
      const others = gone.entities.length - 1 + gone.relationships.length;
      showToast({
        text: `“${entity.name}” is deleted${others === 0 ? "" : ` with ${others} more`}.`,
        undo: () =>
          void client.record.restore
            .mutate({ project_id, subject_id: entity.id })
            .then(refresh)
            .then(() => steps.onBack(entity))
            .catch(() =>
              showToast({ text: `“${entity.name}” could not be restored. You find it in Recently deleted.` }),
            ),
      });
      // What is shown of it leaves before it is looked for again.
      steps.onGone(entity);
      await refresh();
    } catch (error) {
      const isParent = isRefusal(error) && error.data?.problem?.code === "has_children";
      if (!isParent) throw error;
      await ask(entity);
    }
  }
  /** Tries the deletion out, to say what goes along before anything does. */
  async function ask(entity: Entity): Promise<void> {
    const input = { project_id, entity_id: entity.id, children: "cascade", dry_run: true } as const;
    const { entities, relationships } = await client.entities.delete.mutate(input);
    setAsked({ entity, parts: entities.length - 1, relationships: relationships.length });
  }
  const question = (
    <AlertDialog
      open={asked !== null}
      onClose={() => setAsked(null)}
      title={`Delete “${asked?.entity.name}” with everything in it?`}
      description={
        <p>
          With it {asked?.parts === 1 ? "goes" : "go"}{" "}
          {counted(asked?.parts ?? 0, "part of the world", "parts of the world")} within it
          {(asked?.relationships ?? 0) > 0 && ` and ${counted(asked?.relationships ?? 0, "relationship")}`}. You can
          undo this, or restore it from Recently deleted.
        </p>
      }
      action="Delete all of it"
      onAct={() => asked !== null && void attempt(() => remove(asked.entity, "cascade"))}
    />
  );
  return { remove: (entity) => attempt(() => remove(entity)), question, problem };
}
