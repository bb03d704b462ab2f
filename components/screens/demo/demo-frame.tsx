import type { ReactNode } from "react";
import { Wordmark } from "../../ui/brand/wordmark.tsx";

interface DemoFrameProps {
  clerk: { readonly name: string; readonly role: string; readonly greeting: string };
  children: ReactNode;
}

/** The demo's page: who is there, what one sees, and the way on. */
export function DemoFrame({ clerk, children }: DemoFrameProps) {
  return (
    <div className="min-h-dvh">
      <header className="border-line border-b print:hidden">
        <div className="mx-auto flex min-h-14 max-w-[52rem] flex-wrap items-center justify-between gap-x-6 gap-y-1 px-5 py-2 sm:px-8">
          <a href="/" className="rounded-control" aria-label="Fabula, home">
            <Wordmark />
          </a>
          <nav aria-label="Elsewhere" className="flex gap-5 text-13">
            <a className="link" href="/docs/reference/demo">
              The same by API
            </a>
            <a className="link" href="/sign-in">
              Sign in
            </a>
          </nav>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto max-w-[52rem] px-5 py-10 outline-none sm:px-8">
        <h1 className="text-balance font-reading font-semibold text-28">Five questions for the harbour clerk</h1>
        <p className="mt-3 max-w-[38rem] text-ink-2">
          On the ninth night of the month the sea came over the wall at Ostwick. Ask the clerk about anything in the
          harbour, and hear what she says before the flood and after it. She answers from the facts she knows at that
          moment, and from nothing else: no language model is asked.
        </p>
        <figure className="mt-8 border-thread border-s-2 ps-4">
          <blockquote className="font-reading text-16">“{clerk.greeting}”</blockquote>
          <figcaption className="mt-1 text-13 text-ink-3">
            {clerk.name}, {clerk.role.charAt(0).toLowerCase() + clerk.role.slice(1)}
          </figcaption>
        </figure>
        {children}
      </main>
    </div>
  );
}
