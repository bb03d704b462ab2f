import { type RefObject, useLayoutEffect } from "react";

const BOTTOM = "--toast-bottom";
/** Room between tools and the result above them, in CSS pixels. */
const GAP = 8;

/** Keeps results that are said in passing above tools at the bottom of the page, wherever those come to stand. */
export function useToastsAbove(tools: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = tools.current;
    const around = element?.offsetParent ?? null;
    if (element === null || around === null) return;
    const { style } = document.documentElement;
    const place = () => {
      const { top } = element.getBoundingClientRect();
      style.setProperty(BOTTOM, `${Math.round(window.innerHeight - top + GAP)}px`);
    };
    const resized = new ResizeObserver(place);
    for (const each of [element, around, document.documentElement]) resized.observe(each);
    place();
    return () => {
      resized.disconnect();
      style.removeProperty(BOTTOM);
    };
  }, [tools]);
}
