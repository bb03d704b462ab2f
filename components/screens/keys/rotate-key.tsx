"use client";

import { useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import { FormDialog } from "../../ui/form/form-dialog.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { type ApiKey, type NewApiKey, useReadKeysAgain } from "./key-queries.ts";
import { RevealKey } from "./reveal-key.tsx";

const OVERLAPS = [
  { value: "0", label: "Immediately", means: "For a leaked key. It stops working within a second." },
  { value: "3600", label: "In an hour", means: "Enough to install the new key on a few machines." },
  {
    value: "86400",
    label: "In 24 hours",
    means: "Both work for a day. You can see whether the old key is still in use.",
  },
];

interface RotateKeyProps {
  apiKey: ApiKey;
  onClose: () => void;
}

/** Makes a key in the place of another one, which goes on for a while, and shows the new one once. */
export function RotateKey({ apiKey, onClose }: RotateKeyProps) {
  const { id: key_id, name, expires_at } = apiKey;
  const client = useStudioClient();
  const readAgain = useReadKeysAgain();
  const [made, setMade] = useState<NewApiKey | null>(null);
  const form = useForm({
    start: { overlap_seconds: "86400" },
    fields: {
      overlap_seconds: {
        label: "When does the old key stop working?",
        options: OVERLAPS,
        help:
          expires_at === null ? (
            "The new key works until it is revoked, like the old one."
          ) : (
            <>
              The new key works until <LocalTime iso={expires_at} />, like the old one.
            </>
          ),
      },
    },
    failed: "The key was not rotated",
    send: async ({ overlap_seconds }) => {
      setMade(await client.keys.rotate.mutate({ key_id, overlap_seconds: Number(overlap_seconds) }));
      void readAgain();
    },
  });
  if (made !== null) return <RevealKey made={made} onClose={onClose} />;
  return (
    <FormDialog
      isHeld
      size="md"
      form={form}
      title="Rotate the key"
      description={`Creates a key with the same permissions, which replaces “${name}”.`}
      submit="Create new key"
      busy="Creating…"
      onClose={onClose}
    />
  );
}
