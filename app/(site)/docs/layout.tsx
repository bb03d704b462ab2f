import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { DocsFrame } from "#components/docs/docs-frame.tsx";
import { documentationIndex, indexAt } from "#server/docs/documentation-index.ts";
import { PATH_HEADER } from "../../path-header.ts";
import { linkPreview } from "../link-preview.ts";
import { referenceOfRequest } from "./reference-of-request.ts";

/** The address that is asked for, which a layout is not told otherwise. */
async function addressOfRequest(): Promise<URL> {
  return new URL((await headers()).get(PATH_HEADER) ?? "/docs", "http://page");
}

export async function generateMetadata(): Promise<Metadata> {
  return {
    ...(await linkPreview()),
    title: { default: "Reference", template: "%s · Fabula reference" },
    description: "Reference, guides and errors of the Fabula API.",
    robots: { index: true, follow: true },
    alternates: { types: { "text/markdown": `${(await addressOfRequest()).pathname}.md` } },
  };
}

export default async function DocsLayout({ children }: { children: ReactNode }) {
  const reference = await referenceOfRequest();
  const { pathname } = await addressOfRequest();
  return (
    <DocsFrame index={indexAt(pathname, documentationIndex(reference))} version={reference?.version ?? null}>
      {children}
    </DocsFrame>
  );
}
