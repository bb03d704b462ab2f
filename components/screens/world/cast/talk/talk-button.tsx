"use client";

import { MessageCircle } from "lucide-react";
import type { RefObject } from "react";
import { useVoice } from "../../../../frame/project/use-voice.ts";
import { Button } from "../../../../ui/button.tsx";

interface TalkButtonProps {
  ref: RefObject<HTMLButtonElement | null>;
  entity: { readonly id: string; readonly name: string };
  isTalking: boolean;
  onTalk: () => void;
}

/** Opens the talk with a character; there is none with one that has no voice. */
export function TalkButton({ ref, entity, isTalking, onTalk }: TalkButtonProps) {
  const { data } = useVoice(entity.id);
  if (data == null) return null;
  return (
    <Button
      ref={ref}
      size="sm"
      variant="primary"
      icon={<MessageCircle aria-hidden="true" size={14} />}
      aria-expanded={isTalking}
      onClick={onTalk}
    >
      Talk to {entity.name}
    </Button>
  );
}
