"use client";

import "./globals.css";

/** Takes the whole document's place when even the root layout failed. It stands alone, because every page loads it. */
export default function GlobalFailure({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en">
      <body>
        <title>Fabula</title>
        <main id="main" className="prose mx-auto max-w-xl px-5 py-32 text-ink-2">
          <h1>This page could not be loaded</h1>
          <p>Something went wrong on our side. What you saved is not affected.</p>
          {error.digest !== undefined && (
            <p>
              If it happens again, report the reference <code>{error.digest}</code>.
            </p>
          )}
          <p>
            <button type="button" className="link" onClick={() => window.location.reload()}>
              Try again
            </button>
          </p>
        </main>
      </body>
    </html>
  );
}
