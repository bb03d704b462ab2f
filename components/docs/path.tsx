import { Fragment } from "react";

/** A path with its parameters set apart; it may break after each slash. */
export function Path({ path }: { path: string }) {
  let at = 0;
  return (
    <code className="font-code">
      {path.split(/(\{\w+\}|\/)/).map((part) => {
        const key = at;
        at += part.length;
        if (part === "/")
          return (
            <Fragment key={key}>
              /<wbr />
            </Fragment>
          );
        return part.startsWith("{") ? (
          <span key={key} className="text-code-name">
            {part}
          </span>
        ) : (
          <Fragment key={`${key}-text`}>{part}</Fragment>
        );
      })}
    </code>
  );
}
