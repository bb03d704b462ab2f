"use client";

import { type KeyboardEvent, type ReactNode, useId } from "react";

interface TabsProps<Id extends string> {
  /** What the tabs are of. */
  label: string;
  tabs: readonly { readonly id: Id; readonly label: string; readonly badge?: ReactNode }[];
  active: Id;
  onActivate: (id: Id) => void;
  /** The panel of the active tab. */
  children: ReactNode;
  className?: string | undefined;
  panelClassName?: string | undefined;
}

/** Tabs and the panel of the one that is open. Arrows, Home and End go through them. */
export function Tabs<Id extends string>({
  label,
  tabs,
  active,
  onActivate,
  children,
  className = "",
  panelClassName = "",
}: TabsProps<Id>) {
  const id = useId();
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const at = tabs.findIndex((tab) => tab.id === active);
    const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const backward = forward === "ArrowRight" ? "ArrowLeft" : "ArrowRight";
    const to = { [forward]: at + 1, [backward]: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    onActivate(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  }
  return (
    <div className={`flex min-h-0 flex-col ${className}`}>
      <div
        role="tablist"
        aria-label={label}
        className="flex shrink-0 gap-1 border-line border-b px-3"
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab.id === active}
            aria-controls={tab.id === active ? `${id}-panel` : undefined}
            tabIndex={tab.id === active ? 0 : -1}
            onClick={() => onActivate(tab.id)}
            className="-mb-px inline-flex min-h-9 cursor-pointer items-center gap-1.5 border-transparent border-b-2 px-2 font-medium text-13 text-ink-2 -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:text-ink"
          >
            {tab.label}
            {tab.badge}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${active}`}
        className={`min-h-0 grow overflow-y-auto ${panelClassName}`}
      >
        {children}
      </div>
    </div>
  );
}
