import type { Metadata } from "next";
import { instance } from "#server/instance.ts";

const PICTURE = {
  url: "/pictures/link.png",
  width: 1200,
  height: 630,
  alt: "The name Fabula beside a dialogue drawn as connected cards",
};

/** Metadata from which messengers and networks show a link. Title and description are those of the page. */
export async function linkPreview(): Promise<Pick<Metadata, "metadataBase" | "openGraph" | "twitter">> {
  const { services } = await instance();
  return {
    metadataBase: new URL(services.publicUrl),
    openGraph: { type: "website", siteName: "Fabula", images: [PICTURE] },
    twitter: { card: "summary_large_image" },
  };
}
