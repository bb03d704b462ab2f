import type { ReactNode } from "react";
import { Wordmark } from "../ui/brand/wordmark.tsx";

interface MessagePageProps {
  /** A word or number above the title. */
  kicker: string;
  title: string;
  children: ReactNode;
}

/** A page that is one message: not found, or failed. */
export function MessagePage({ kicker, title, children }: MessagePageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="px-5 py-5 sm:px-8">
        <a href="/" aria-label="Fabula, home">
          <Wordmark />
        </a>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-xl grow flex-col justify-center px-5 pb-32 outline-none sm:px-8"
      >
        <p className="font-code text-13 text-ink-3">{kicker}</p>
        <h1 className="mt-2 text-balance font-reading font-semibold text-28">{title}</h1>
        <div className="prose mt-4 text-ink-2">{children}</div>
      </main>
    </div>
  );
}
