"use client";

import { useState, useSyncExternalStore } from "react";
import { counted } from "#domain/counted.ts";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { changeSignal } from "../../ui/change-signal.ts";
import { late, useLate } from "../../ui/late.tsx";
import { Menu } from "../../ui/menu.tsx";
import type { MenuEntry } from "../../ui/menu-entry.ts";
import { showToast } from "../../ui/toast.ts";
import { useStudioClient } from "../api/api-provider.tsx";
import { useCommandEntries } from "../commands/command-menu.tsx";
import { lettersSetting } from "../commands/letters.ts";
import { useCommandHandlers } from "../commands/use-command-handlers.ts";
import { reasonOf, useCan } from "../session/can.ts";
import { useDeviceSetting } from "../session/device-setting.ts";
import { endSession, leaveEndedSession } from "../session/end-session.ts";
import { openWorkspace } from "../session/open-workspace.ts";
import { ROLE_NAMES } from "../session/role-names.ts";
import { useSession } from "../session/session-provider.tsx";
import { useUnsentWork } from "../session/unsent-work.ts";
import { THEME_COOKIE } from "./theme-cookie.ts";

const PasswordLate = late(() => import("./password-dialog.tsx").then((part) => part.PasswordDialog));

/** Destination of leaving: signed out, or in another workspace. */
type Departure = "sign-out" | { readonly workspaceId: string };

const STILL_SIGNED_IN = { text: "You are still signed in: the service could not be reached." };

function go(to: Departure): void {
  if (to === "sign-out") {
    void endSession().catch(() => showToast(STILL_SIGNED_IN));
  } else {
    void openWorkspace(to.workspaceId).catch(() => showToast({ text: "That workspace could not be opened." }));
  }
}

/** Shows the signed-in person, with the settings that apply to this device. */
export function AccountMenu() {
  const { name, email, role, workspaceId, workspaceName, workspaces } = useSession();
  const theme = useTheme();
  const letters = useDeviceSetting(lettersSetting);
  const unsent = useUnsentWork();
  const client = useStudioClient();
  const online = reasonOf(useCan()("fetch"));
  const [asking, setAsking] = useState<Departure | null>(null);
  const [asksEverywhere, setAsksEverywhere] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const ChangePassword = useLate(PasswordLate, isChanging);
  const entries = useCommandEntries();

  const leave = (to: Departure) => (unsent > 0 ? setAsking(to) : go(to));
  useCommandHandlers({
    "studio.theme-light": { run: () => chooseTheme("light"), checked: theme === "light" },
    "studio.theme-dark": { run: () => chooseTheme("dark"), checked: theme === "dark" },
    "studio.theme-system": { run: () => chooseTheme("system"), checked: theme === "system" },
    "studio.letters": {
      run: () => lettersSetting.set(letters === "on" ? "off" : "on"),
      checked: letters === "on",
    },
    "studio.password": { run: () => setChanging(true), disabled: online },
    "studio.sign-out-everywhere": { run: () => setAsksEverywhere(true), disabled: online },
    "studio.sign-out": () => leave("sign-out"),
  });

  async function signOutEverywhere(): Promise<void> {
    try {
      await client.members.signOutEverywhere.mutate({});
    } catch {
      return showToast(STILL_SIGNED_IN);
    }
    await leaveEndedSession();
  }

  const others = () =>
    workspaces.map(({ id, name: title }) => ({
      title,
      checked: id === workspaceId,
      onSelect: () => id !== workspaceId && leave({ workspaceId: id }),
    }));
  const shownName = name === "" ? email : name;
  const lines = (): readonly MenuEntry[] => [
    { heading: `${shownName} · ${ROLE_NAMES[role]} of ${workspaceName}` },
    ...(name === "" ? [] : [{ heading: email }]),
    ...(workspaces.length < 2
      ? []
      : ["separator" as const, { heading: "Workspaces" }, ...others(), "separator" as const]),
    ...entries([
      "-",
      "studio.theme-light",
      "studio.theme-dark",
      "studio.theme-system",
      "-",
      "studio.shortcuts",
      "studio.letters",
      "-",
      "go.settings",
      "go.members",
      "go.keys",
      "go.usage",
      "-",
      "go.welcome",
      "go.reference",
      "-",
      "studio.password",
      "studio.sign-out-everywhere",
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
        open={asking !== null}
        onClose={() => setAsking(null)}
        title="Some of your work is not sent yet"
        description={
          <p>
            {counted(unsent, "change is", "changes are")} kept on this device. Open {workspaceName} again here as{" "}
            {email} and they are sent; nobody else’s account ever sends them.
          </p>
        }
        action={asking === null || asking === "sign-out" ? "Sign out" : "Leave this workspace"}
        onAct={() => asking !== null && go(asking)}
      />
      <AlertDialog
        open={asksEverywhere}
        onClose={() => setAsksEverywhere(false)}
        title="Sign out everywhere?"
        description={
          <p>
            You will be signed out of every browser, including this one. API keys keep working.
            {unsent > 0 &&
              ` ${counted(unsent, "change is", "changes are")} kept on this device, and sent when you sign in here again.`}
          </p>
        }
        action="Sign out everywhere"
        onAct={() => void signOutEverywhere()}
      />
      {ChangePassword !== null && <ChangePassword onClose={() => setChanging(false)} />}
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

type Theme = "light" | "dark" | "system";

const ONE_YEAR = 31_536_000;
const changes = changeSignal();

function currentTheme(): Theme {
  const theme = document.documentElement.dataset.theme;
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** Changes the colours at once, and on this device from now on. */
function chooseTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the CookieStore is missing in insecure contexts and in some browsers.
  document.cookie = `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${theme === "system" ? 0 : ONE_YEAR}; SameSite=Lax${secure}`;
  changes.tell();
}

function useTheme(): Theme {
  return useSyncExternalStore(changes.subscribe, currentTheme, () => "system");
}
