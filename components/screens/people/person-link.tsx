"use client";

import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { DialogPopup } from "../../ui/dialog-popup.tsx";
import { LocalTime } from "../../ui/local-time.tsx";

/** A link for one person, as it was just made. */
export interface PersonLink {
  readonly kind: "invitation" | "password";
  /** Name or e-mail of the person. */
  readonly who: string;
  readonly url: string;
  readonly expiresAt: string;
  /** Whether it is also sent by mail. */
  readonly mailed: boolean;
}

const WORDS = {
  invitation: {
    does: "lets them in",
    another: "If it is lost, make a new link in the list of open invitations: this one then stops working.",
  },
  password: {
    does: "lets them choose a new password",
    another: "If it is lost, make another one in their row: this one then stops working.",
  },
} as const;

/** Dialog that shows a link for a person, which can be shown this one time. */
export function PersonLinkDialog({ link, onClose }: { link: PersonLink; onClose: () => void }) {
  const { does, another } = WORDS[link.kind];
  return (
    <DialogPopup
      size="md"
      title={`A link for ${link.who}`}
      description={`${link.mailed ? "A mail with it is on its way; you can send it yourself as well." : "Send it to them yourself."} It ${does}, once.`}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="space-y-3">
        <CodeBlock wraps language="text" title="Link" code={link.url} />
        <p className="text-12 text-ink-2">
          It works until <LocalTime iso={link.expiresAt} />, and is shown only now. {another}
        </p>
      </div>
    </DialogPopup>
  );
}
