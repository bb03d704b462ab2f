"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { Notice } from "../../ui/notice.tsx";

type Recap = Outputs["conversations"]["recap"];

interface TalkRecapProps {
  conversationId: string;
  /** Participant whose hearing it is of; null for everything. */
  heardBy: string | null;
  onClose: () => void;
}

/** Dialog that says in short what was said in a talk, as it is heard. Nothing of it is kept. */
export function TalkRecap({ conversationId: conversation_id, heardBy, onClose }: TalkRecapProps) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const [recap, setRecap] = useState<Recap | null>(null);
  const { attempt, problem } = useAttempt();
  const ask = useEffectEvent(() =>
    attempt(async () => {
      const of = heardBy === null ? {} : { participant_id: heardBy };
      setRecap(await client.conversations.recap.mutate({ project_id, conversation_id, ...of }));
    }),
  );
  useEffect(() => void ask(), []);
  return (
    <DialogPopup size="md" title="In short" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <p role="status" className="text-13 text-ink-3">
        {recap === null && problem === null && "Reading what was said…"}
      </p>
      {problem !== null && (
        <Notice tone="error" title="There is no recap" announce>
          <p>{problem}</p>
        </Notice>
      )}
      {recap !== null && (
        <>
          <p dir="auto" className="whitespace-pre-wrap break-words font-reading text-15">
            {recap.text === "" ? "Nothing was said yet." : recap.text}
          </p>
          <p className="mt-3 text-12 text-ink-2">{originWords(recap)}</p>
        </>
      )}
    </DialogPopup>
  );
}

/** Returns what a recap is made of, in a sentence. */
function originWords({ messages, made_by: { kind, model } }: Recap): string {
  const of = messages === 1 ? "one message" : `${messages} messages`;
  if (kind === "model") return `Written by ${model ?? "a language model"} of ${of}.`;
  return `The lines that say most, word for word, of ${of}.`;
}
