import type { ReactNode, RefObject } from "react";

/** What a dialog is made of. */
export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** A sentence under the title. */
  description?: ReactNode;
  /** Buttons at the end. */
  footer?: ReactNode;
  size?: "sm" | "md" | "lg" | undefined;
  /** What takes the focus; absent: the first control. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  children?: ReactNode;
}
