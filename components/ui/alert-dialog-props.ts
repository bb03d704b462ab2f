import type { ReactNode } from "react";

/** Properties of a question. */
export interface AlertDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description: ReactNode;
  /** The button that does it, as a verb: "Delete 24 dialogues". */
  action: string;
  onAct: () => void;
  /** Text that has to be typed to confirm. */
  toType?: string | undefined;
}
