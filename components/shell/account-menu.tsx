"use client";

import { useState } from "react";
import { counted } from "#domain/counted.ts";
import { useCommandHandlers } from "../commands/command-host.tsx";
import { useCommandEntries } from "../commands/command-menu.tsx";
import { lettersSetting } from "../commands/letters.ts";
import { useUnsentWork } from "../saving/use-unsent-work.ts";
import { useDeviceSetting } from "../session/device-setting.ts";
import { useSession } from "../session/session-provider.tsx";
import { AlertDialog } from "../ui/alert-dialog.tsx";
import { Menu } from "../ui/menu.tsx";
import type { MenuEntry } from "../ui/menu-entry.ts";
import { showToast } from "../ui/toast.ts";
import { endSession } from "./sign-out.ts";
import { chooseTheme, useTheme } from "./theme.ts";

const ROLE_NAMES = { owner: "Owner", admin: "Admin", designer: "Designer", viewer: "Viewer" } as const;

/** Who is signed in, and what is theirs to choose on this device. */
export function AccountMenu() {
  const { name, email, role, workspaceName } = useSession();
  const theme = useTheme();
  const letters = useDeviceSetting(lettersSetting);
  const unsent = useUnsentWork();
  const [isAsking, setAsking] = useState(false);
  const entries = useCommandEntries();

  const leave = () =>
    void endSession().catch(() => showToast({ text: "You are still signed in: the service could not be reached." }));
  useCommandHandlers({
    "studio.theme-light": { run: () => chooseTheme("light"), checked: theme === "light" },
    "studio.theme-dark": { run: () => chooseTheme("dark"), checked: theme === "dark" },
    "studio.theme-system": { run: () => chooseTheme("system"), checked: theme === "system" },
    "studio.letters": {
      run: () => lettersSetting.set(letters === "on" ? "off" : "on"),
      checked: letters === "on",
    },
    "studio.sign-out": () => (unsent > 0 ? setAsking(true) : leave()),
  });

  const shownName = name === "" ? email : name;
  const lines = (): readonly MenuEntry[] => [
    { heading: `${shownName} · ${ROLE_NAMES[role]} of ${workspaceName}` },
    ...entries([
      "-",
      "studio.theme-light",
      "studio.theme-dark",
      "studio.theme-system",
      "-",
      "studio.letters",
      "studio.shortcuts",
      "go.reference",
      "-",
      "studio.sign-out",
    ]),
  ];
  return (
    <>
      <Menu
        entries={lines}
        side="right"
        align="end"
        trigger={(props) => (
          <button
            type="button"
            data-tip="Account"
            className="inline-flex size-9 cursor-pointer items-center justify-center rounded-round border border-line-strong bg-panel font-semibold text-12 text-ink hover:border-ink-3"
            {...props}
          >
            <span aria-hidden="true">{initialsOf(shownName)}</span>
            <span className="sr-only">Account of {shownName}</span>
          </button>
        )}
      />
      <AlertDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Some of your work is not sent yet"
        description={
          <p>
            {counted(unsent, "change is", "changes are")} kept on this device. Sign in again here as {email} and they
            are sent; nobody else’s account ever sends them.
          </p>
        }
        action="Sign out"
        onAct={leave}
      />
    </>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/[\s@.]+/u).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("")
    .toLocaleUpperCase();
}
