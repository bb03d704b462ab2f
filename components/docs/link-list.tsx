import type { IndexLink } from "./index-entries.ts";
import { Method } from "./method.tsx";
import { Path } from "./path.tsx";

/** Links of the index in rows: operations with their method and path. Each has an id, the last part of its address. */
export function LinkList({ links }: { links: readonly IndexLink[] }) {
  return (
    <ul className="link-rows mt-1.5 border-line border-t">
      {links.map((link) => (
        <li key={link.href} className="border-line border-b">
          <a id={link.href.slice(link.href.lastIndexOf("/") + 1)} href={link.href}>
            {link.method === undefined ? <span /> : <Method name={link.method} />}
            <span>{link.title}</span>
            {link.path !== undefined && (
              <small>
                <Path path={link.path} />
              </small>
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}
