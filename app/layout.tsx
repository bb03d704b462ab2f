import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { THEME_COOKIE } from "#components/frame/shell/theme-cookie.ts";
import "./globals.css";

// A prerendered page would carry no nonce, and the policy would then stop its scripts.
export const dynamic = "force-dynamic";

export const metadata: Metadata = {
  title: { default: "Fabula", template: "%s · Fabula" },
  description: "The record of a story world: what happened, in the order it happened, and how it was at any moment.",
  robots: { index: false },
  manifest: "/manifest.webmanifest",
  icons: {
    icon: [
      { url: "/favicon.ico", sizes: "32x32" },
      { url: "/icons/icon.svg", type: "image/svg+xml" },
    ],
    apple: "/icons/apple-touch-icon.png",
  },
};

export const viewport: Viewport = {
  colorScheme: "light dark",
};

/** The theme chosen on this device; undefined follows the system. */
async function chosenTheme(): Promise<"light" | "dark" | undefined> {
  const chosen = (await cookies()).get(THEME_COOKIE)?.value;
  return chosen === "light" || chosen === "dark" ? chosen : undefined;
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" data-theme={await chosenTheme()}>
      <body>
        <a
          href="#main"
          className="fixed start-4 top-2 z-50 -translate-y-16 rounded-control border border-accent bg-panel px-3 py-1.5 font-medium text-accent focus:translate-y-0 print:hidden"
        >
          Skip to the content
        </a>
        {children}
      </body>
    </html>
  );
}
