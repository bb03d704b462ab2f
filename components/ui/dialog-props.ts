import type { ReactNode } from "react";

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
  children?: ReactNode;
}
