import type { ReactNode } from "react";
import { AccountMenu } from "./account-menu.tsx";
import { Rail } from "./rail.tsx";

/** Frame around every page of a signed-in person. The rail stays as it is, with the focus, from page to page. */
export function StudioFrame({ children }: { children: ReactNode }) {
  return (
    <div className="grid h-dvh grid-cols-1 grid-rows-[auto_minmax(0,1fr)_auto] bg-paper sm:grid-cols-[auto_minmax(0,1fr)] sm:grid-rows-[auto_minmax(0,1fr)] print:block print:h-auto">
      <Rail end={<AccountMenu />} />
      {children}
    </div>
  );
}
