import type { ReactNode, RefObject } from "react";

/** Properties of a dialog. */
export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** A sentence under the title. */
  description?: ReactNode;
  /** Buttons at the end. */
  footer?: ReactNode;
  size?: "sm" | "md" | "lg" | undefined;
  /** Element that takes the focus; the first control when absent. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  children?: ReactNode;
}
