"use client";

import type { ProblemGroup } from "#domain/problems/group-problems.ts";
import type { Problem } from "#domain/problems/problem.ts";
import { describeGroup } from "#domain/problems/problem-text.ts";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import SCHEMAS from "../../frame/api/form-schemas.json";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { useDialogue, useDialogueState } from "../session/dialogue-context.ts";
import { whenSaved } from "../session/when-saved.ts";
import type { ShownGroup } from "../store/problem-store.ts";
import { useSentence } from "./problem-names.ts";

/** Asks why a problem is to be ignored; without a reason nothing is. */
export function IgnoreDialog({ group, onClose }: { group: ShownGroup; onClose: () => void }) {
  const { ignore } = useIgnoring();
  const form = useForm({
    schema: SCHEMAS["waivers.createBatch"],
    start: { reason: "" },
    fields: {
      reason: {
        label: "Reason",
        help: "It stays in the list, crossed out, with this reason. Anyone who can edit can undo this.",
        rows: 3,
      },
    },
    failed: "The problem was not ignored",
    send: async ({ reason }) => {
      await ignore(group, reason);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Ignore this problem"
      description={useSentence((names) => describeGroup(group, names))}
      submit="Ignore"
      busy="Ignoring…"
      onClose={onClose}
    />
  );
}

/** The most problems that one request ignores. What an interrupted round has ignored, the next leaves as it is. */
const AT_ONCE = 500;

/** Ignoring problems of the open dialogue, and taking that back; both reject when the server refuses. */
interface Ignoring {
  /** Ignores every problem of a group, with one reason. */
  ignore(group: ProblemGroup, reason: string): Promise<void>;
  stopIgnoring(waiverId: string): Promise<void>;
}

/** Ignores problems of the open dialogue; what is ignored is read again afterwards, refused or not. */
export function useIgnoring(): Ignoring {
  const project_id = useDialogueState((state) => state.projectId);
  const graph_id = useDialogueState((state) => state.graph.id);
  const session = useDialogue();
  const client = useStudioClient();
  const readAgain = useRefresh((api) => [api.waivers.pathKey()]);
  return {
    ignore: async (group, reason) => {
      // A node that the server does not have yet would have the whole group refused.
      await whenSaved(session);
      const places = placesOf(group);
      try {
        for (let start = 0; start < places.length; start += AT_ONCE) {
          const problems = places.slice(start, start + AT_ONCE);
          await client.waivers.createBatch.mutate({ project_id, graph_id, reason, problems });
        }
      } finally {
        await readAgain();
      }
    },
    stopIgnoring: async (waiver_id) => {
      await client.waivers.delete.mutate({ project_id, waiver_id });
      await readAgain();
    },
  };
}

/** Every place of a group once: several problems of one rule on one branch are ignored together. */
function placesOf({ problems }: ProblemGroup): Pick<Problem, "code" | "node_id" | "branch_id">[] {
  const places = new Map(
    problems.map(({ code, node_id, branch_id }) => [`${node_id} ${branch_id}`, { code, node_id, branch_id }] as const),
  );
  return [...places.values()];
}
