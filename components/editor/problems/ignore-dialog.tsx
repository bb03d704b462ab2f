"use client";

import { describeGroup } from "#domain/problems/problem-text.ts";
import SCHEMAS from "../../frame/api/form-schemas.json";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import type { ShownGroup } from "../store/problem-store.ts";
import { useSentence } from "./problem-names.ts";
import { useIgnoring } from "./use-ignoring.ts";

/** Asks why a problem is to be ignored; without a reason nothing is. */
export function IgnoreDialog({ group, onClose }: { group: ShownGroup; onClose: () => void }) {
  const { ignore } = useIgnoring();
  const form = useForm({
    schema: SCHEMAS["waivers.createBatch"],
    start: { reason: "" },
    fields: {
      reason: {
        label: "Reason",
        help: "It stays in the list, struck through, with this reason. Anyone who writes can take it back.",
        rows: 3,
      },
    },
    failed: "It is not ignored",
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
