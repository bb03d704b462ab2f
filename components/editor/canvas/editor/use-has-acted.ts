import { type RefObject, useEffect, useRef } from "react";

/** Whether the person pressed anything since this was mounted: before that, whatever moves the focus is not them. */
export function useHasActed(): RefObject<boolean> {
  const acted = useRef(false);
  useEffect(() => {
    const act = () => {
      acted.current = true;
    };
    window.addEventListener("pointerdown", act, true);
    window.addEventListener("keydown", act, true);
    return () => {
      window.removeEventListener("pointerdown", act, true);
      window.removeEventListener("keydown", act, true);
    };
  }, []);
  return acted;
}
