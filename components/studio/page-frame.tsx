import type { ReactNode } from "react";
import { Wordmark } from "../brand/wordmark.tsx";

interface PageFrameProps {
  /** Links and buttons at the end of the bar. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The bar with the product's name, and the page below it. */
export function PageFrame({ actions, children }: PageFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-line border-b bg-paper print:hidden">
        <div className="mx-auto flex min-h-14 w-full max-w-5xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-2 sm:px-8">
          <a href="/" className="rounded-control" aria-label="Fabula, home">
            <Wordmark />
          </a>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">{actions}</div>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-5xl grow px-5 py-10 outline-none sm:px-8 sm:py-14">
        {children}
      </main>
    </div>
  );
}
