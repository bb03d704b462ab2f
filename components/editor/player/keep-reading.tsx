"use client";

import { useEffect, useRef } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { useRefreshReadings } from "../../frame/project/use-readings.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { Button } from "../../ui/button.tsx";
import { FormFrame, Submit } from "../../ui/form/form.tsx";
import { FormMistake } from "../../ui/form/form-errors.ts";
import { useForm } from "../../ui/form/use-form.ts";
import { showToast } from "../../ui/toast.ts";
import { useDialogue } from "../session/dialogue-context.ts";
import { whenSaved } from "../session/when-saved.ts";
import { keptSteps } from "./kept-steps.ts";
import type { Play } from "./use-play.ts";

const NAME = { type: "string", minLength: 1, maxLength: 200 };

/** Returns the reason why a playthrough cannot be kept; null while it can. */
export function useKeepingRefused(play: Play): string | null {
  const refused = reasonOf(useCan()("change"));
  if (refused !== null) return refused;
  const kept = keptSteps(play.dialogue, play.carried());
  return typeof kept === "string" ? kept : null;
}

/** Asks what the playthrough so far is to be called, and keeps it: its choices, and every line that is read in it. */
export function KeepReading({ play, onClose }: { play: Play; onClose: () => void }) {
  const client = useStudioClient();
  const project_id = useProjectId();
  const dialogue = useDialogue();
  const refresh = useRefreshReadings();
  const refused = useKeepingRefused(play);
  const form = useForm({
    start: { name: "" },
    after: "stays",
    disabledReason: refused,
    fields: {
      name: {
        label: "Name this reading",
        help: "It is played again after every save, and you are told when a line changes.",
        placeholder: "The honest way in",
        spellCheck: true,
        schema: NAME,
      },
    },
    failed: "The reading was not saved",
    send: async ({ name }) => {
      const { origin: graph_id, from } = play.carried();
      const kept = keptSteps(play.dialogue, play.carried());
      if (typeof kept === "string") throw new FormMistake(kept);
      // What is still being typed is read in it.
      if (!(await whenSaved(dialogue)))
        throw new FormMistake("Your last changes are not saved yet. Keep the reading once they are.");
      const { seed, steps } = kept;
      await client.readings.create.mutate({
        project_id,
        graph_id,
        name,
        seed,
        steps: [...steps],
        ...(from !== null && { from_node_id: from }),
      });
      showToast({ text: `“${name}” is kept.` });
      onClose();
      await refresh();
    },
  });
  const asked = useRef<HTMLElement>(null);
  useEffect(() => {
    asked.current?.querySelector("input")?.focus();
  }, []);
  return (
    <section
      ref={asked}
      aria-label="Keep this reading"
      className="flex flex-col gap-2 border-line border-b px-5 py-3"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <FormFrame form={form} />
      <div className="flex flex-wrap gap-2">
        <Submit form={form} busy="Keeping…" size="sm" disabledReason={refused}>
          Keep reading
        </Submit>
        <Button size="sm" variant="bare" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
