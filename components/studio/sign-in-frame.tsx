import type { ReactNode } from "react";
import { Wordmark } from "../brand/wordmark.tsx";

/** The way in: one column on paper, and the thread behind it. */
export function SignInFrame({ children }: { children: ReactNode }) {
  return (
    <div className="relative isolate flex min-h-dvh flex-col overflow-hidden">
      <Thread />
      <main id="main" tabIndex={-1} className="mx-auto flex w-full max-w-[25rem] grow flex-col justify-center px-5 py-12 outline-none">
        <Wordmark />
        <h1 className="mt-10 mb-7 font-reading font-semibold text-28">Sign in</h1>
        {children}
        <p className="mt-10 border-line border-t pt-5 text-13 text-ink-2">
          Here for the interface? Read{" "}
          <a href="/docs" className="link">
            the API reference
          </a>
          .
        </p>
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
      className="absolute inset-0 -z-10 size-full text-thread opacity-60 max-md:opacity-25 print:hidden"
      fill="none"
      aria-hidden="true"
    >
      <g stroke="currentColor" strokeWidth="1.5" strokeLinecap="round">
        <path d="M-20 706C110 742 214 690 262 596S306 372 402 330s176 44 164 124-122 96-186 40 8-190 124-260S812 96 968 118s206 110 180 196-142 98-176 28 38-158 150-150 196 120 214 232 60 148 146 158" />
      </g>
      <g fill="currentColor">
        <circle cx="262" cy="596" r="5" />
        <circle cx="566" cy="454" r="5" />
        <circle cx="968" cy="118" r="5" />
        <circle cx="972" cy="342" r="5" />
        <circle cx="1336" cy="424" r="5" />
      </g>
    </svg>
  );
}
