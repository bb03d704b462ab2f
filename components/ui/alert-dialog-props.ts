import type { ReactNode } from "react";

/** What a question is made of. */
export interface AlertDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description: ReactNode;
  /** The button that does it, as a verb: "Delete 24 dialogues". */
  action: string;
  onAct: () => void;
  /** What has to be typed before it can be done. */
  toType?: string | undefined;
}
