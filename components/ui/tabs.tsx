"use client";

import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

interface TabsProps<Id extends string> {
  /** Name of the set of tabs. */
  label: string;
  tabs: readonly { readonly id: Id; readonly label: string; readonly badge?: ReactNode }[];
  active: Id;
  onActivate: (id: Id) => void;
  /** The panel of the active tab. */
  children: ReactNode;
  className?: string | undefined;
  panelClassName?: string | undefined;
}

/**
 * Tabs with the panel of the open one. Arrow keys, Home and End move between them, and each tab opens when it is
 * reached.
 */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, tabs, active, onActivate, children, className = "", panelClassName = "" } = props;
  return (
    <Base.Root value={active} onValueChange={onActivate} className={`flex min-h-0 flex-col ${className}`}>
      <Base.List activateOnFocus aria-label={label} className="flex shrink-0 gap-1 border-line border-b px-3">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.id}
            value={tab.id}
            className="-mb-px inline-flex min-h-9 cursor-pointer items-center gap-1.5 border-transparent border-b-2 px-2 font-medium text-13 text-ink-2 -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:text-ink"
          >
            {tab.label}
            {tab.badge}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel value={active} className={`min-h-0 grow overflow-y-auto ${panelClassName}`}>
        {children}
      </Base.Panel>
    </Base.Root>
  );
}
