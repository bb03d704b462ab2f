"use client";

import { useStudioClient } from "../../frame/api/api-provider.tsx";
import SCHEMAS from "../../frame/api/form-schemas.json";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { useOpenPage } from "../../ui/use-open-page.ts";
import type { Conversation } from "./talk-words.ts";

type NewConversation = Pick<Conversation, "title" | "mode" | "entry">;

const MODES = [
  { value: "free", label: "Everybody", means: "Whoever takes part speaks." },
  { value: "led", label: "Whoever has the turn", means: "A game master always, others in their turn." },
] as const;

const ENTRIES = [
  { value: "invited", label: "Who is invited", means: "You and your game let players in." },
  { value: "players", label: "Every player", means: "Players of the project come as they like." },
] as const;

/** Dialog that begins a talk, and opens it. */
export function NewTalk({ onClose }: { onClose: () => void }) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const openPage = useOpenPage();
  const refresh = useRefresh(({ conversations }) => [conversations.pathKey()]);
  const form = useForm<NewConversation>({
    schema: SCHEMAS["conversations.create"],
    start: { title: "", mode: "free", entry: "invited" },
    fields: {
      title: { label: "Title", placeholder: "At the salt gate", spellCheck: true },
      mode: { label: "Who speaks", options: MODES, isWide: true },
      entry: { label: "Who may join", options: ENTRIES, isWide: true },
    },
    failed: "The talk was not made",
    send: async (sent) => {
      const { id } = await client.conversations.create.mutate({ project_id, ...sent });
      await refresh();
      openPage(`/projects/${project_id}/talks/${id}`);
    },
  });
  return <FormDialog form={form} title="New talk" size="md" submit="Make it" busy="Making…" onClose={onClose} />;
}
