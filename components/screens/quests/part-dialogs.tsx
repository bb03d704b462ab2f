"use client";

import type { QuestStage } from "../../frame/project/quest-queries.ts";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { useForm } from "../../ui/form/use-form.ts";

type StageWords = Pick<QuestStage, "name" | "text">;
type ObjectiveWords = Omit<QuestStage["objectives"][number], "id">;

const STAGE = {
  type: "object",
  required: ["name", "text"],
  properties: {
    name: { type: "string", minLength: 1, maxLength: 200, singleLine: true },
    text: { type: "string", maxLength: 5_000 },
  },
};

const OBJECTIVE = {
  type: "object",
  required: ["text", "count"],
  properties: {
    text: { type: "string", minLength: 1, maxLength: 500 },
    count: { type: "integer", minimum: 1, maximum: 1_000_000 },
  },
};

interface PartDialogProps<Words> {
  onClose: () => void;
  /** Saves the words, whole. */
  send: (words: Words) => Promise<void>;
}

/** Asks for the words of a stage; with null of a new one. */
export function StageDialog({ stage, onClose, send }: PartDialogProps<StageWords> & { stage: QuestStage | null }) {
  const form = useForm<StageWords, StageWords>({
    schema: STAGE,
    start: { name: stage?.name ?? "", text: stage?.text ?? "" },
    fields: {
      name: { label: "Name" },
      text: { label: "What players read", help: "Leave it empty where the name says enough." },
    },
    failed: "The stage was not saved",
    send: async (words) => {
      await send(words);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={stage === null ? "Add a stage" : `Change “${stage.name}”`}
      submit="Save"
      busy="Saving…"
      onClose={onClose}
    />
  );
}

/** Asks what is to be done, and how often; with null for a new objective. */
export function ObjectiveDialog({
  objective,
  onClose,
  send,
}: PartDialogProps<ObjectiveWords> & { objective: QuestStage["objectives"][number] | null }) {
  const form = useForm<ObjectiveWords, ObjectiveWords>({
    schema: OBJECTIVE,
    start: { text: objective?.text ?? "", count: objective?.count ?? 1 },
    fields: {
      text: { label: "What is to be done" },
      count: { label: "How often" },
    },
    failed: "The objective was not saved",
    send: async (words) => {
      await send(words);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={objective === null ? "Add an objective" : "Change the objective"}
      submit="Save"
      busy="Saving…"
      onClose={onClose}
    />
  );
}
