"use client";

import { type ReactNode, useState } from "react";
import { Notice } from "../notice.tsx";

interface ClosedTwice {
  /** Closes the window, or asks for it once more. */
  readonly close: () => void;
  /** Said in the window once it was asked; false before. */
  readonly warning: ReactNode;
}

/** Closes a window in which something was typed only the second time that it is asked to, as Escape and a press beside it do. */
export function useCloseTwice(isTyped: boolean, onClose: () => void): ClosedTwice {
  const [isAsked, setAsked] = useState(false);
  return {
    close: () => (isTyped && !isAsked ? setAsked(true) : onClose()),
    warning: isAsked && isTyped && (
      <div className="mt-4">
        <Notice tone="warn" announce>
          Your changes are not saved. Close again to discard them.
        </Notice>
      </div>
    ),
  };
}
