import type { ReactNode } from "react";
import { Wordmark } from "../../ui/brand/wordmark.tsx";

/** The way in: one column on paper, and the thread behind it. */
export function SignInFrame({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className="relative isolate flex min-h-dvh flex-col overflow-hidden">
      <Thread />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-[25rem] grow flex-col justify-center px-5 py-12 outline-none"
      >
        <Wordmark />
        <h1 className="mt-10 mb-7 font-reading font-semibold text-28" dir="auto">
          {title ?? "Sign in"}
        </h1>
        {children}
        {title === undefined && (
          <p className="mt-10 border-line border-t pt-5 text-13 text-ink-2">
            Looking for the API? Read{" "}
            <a href="/docs" className="link">
              the API reference
            </a>
            . Only looking?{" "}
            <a href="/demo" className="link">
              Ask the harbour clerk
            </a>{" "}
            five questions.
          </p>
        )}
      </main>
    </div>
  );
}

/** A thread that wanders across the page, with the knots of what happened on it. */
function Thread() {
  return (
    <svg
      viewBox="0 0 1440 900"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 -z-10 size-full text-thread opacity-60 max-md:hidden print:hidden"
      fill="none"
      aria-hidden="true"
    >
      <g stroke="currentColor" strokeWidth="1.5" strokeLinecap="round">
        <path d="M-20 742C96 776 176 716 206 616S232 402 310 372s124 58 96 130-150 62-170-30 70-250 214-318S840 66 972 104s214 130 196 226-128 120-162 48 40-142 132-130 158 128 168 232 66 176 154 196" />
      </g>
      <g fill="currentColor">
        <circle cx="206" cy="616" r="5" />
        <circle cx="406" cy="502" r="5" />
        <circle cx="450" cy="154" r="5" />
        <circle cx="972" cy="104" r="5" />
        <circle cx="1006" cy="378" r="5" />
        <circle cx="1306" cy="480" r="5" />
      </g>
    </svg>
  );
}
