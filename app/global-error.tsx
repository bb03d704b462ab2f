"use client";

import "./globals.css";
import Failure from "./error.tsx";

/** Takes the whole document's place when even the root layout failed. */
export default function GlobalFailure(props: Parameters<typeof Failure>[0]) {
  return (
    <html lang="en">
      <body>
        <title>Fabula</title>
        <Failure {...props} />
      </body>
    </html>
  );
}
