"use client";

import { useIsAdministrator } from "../../frame/session/session-provider.tsx";
import { AdministratorsOnly } from "../../frame/shell/administrators-only.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { KeyList } from "./key-list.tsx";

/** The keys with which games, builds and scripts reach the workspace. */
export function KeysScreen() {
  const isAdministrator = useIsAdministrator();
  return (
    <Shell title={<h1 className="text-13">API keys</h1>}>
      {isAdministrator ? (
        <KeyList />
      ) : (
        <AdministratorsOnly what="API keys">
          <p>
            A key lets a game, a build or a script read or change this workspace’s projects without a person signed in.
            Choose its purpose and the projects it needs.
          </p>
        </AdministratorsOnly>
      )}
    </Shell>
  );
}
