"use client";

import { useSyncExternalStore } from "react";
import { THEME_COOKIE } from "./theme-cookie.ts";

export type Theme = "light" | "dark" | "system";

const ONE_YEAR = 31_536_000;
const listeners = new Set<() => void>();

export function currentTheme(): Theme {
  const theme = document.documentElement.dataset.theme;
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** Changes the colours at once, and on this device from now on. */
export function chooseTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the CookieStore is missing in insecure contexts and in some browsers.
  document.cookie = `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${theme === "system" ? 0 : ONE_YEAR}; SameSite=Lax${secure}`;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => "system");
}
