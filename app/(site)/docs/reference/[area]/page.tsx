import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { FollowFragment } from "#components/docs/follow-fragment.tsx";
import { LinkList } from "#components/docs/link-list.tsx";
import { PageTitle } from "#components/docs/page-title.tsx";
import { areaLinks } from "#server/docs/documentation-index.ts";
import { findArea } from "#server/docs/reference.ts";
import { referenceOfRequest } from "../../reference-of-request.ts";

interface AreaPageProps {
  params: Promise<{ area: string }>;
}

async function load({ params }: AreaPageProps) {
  const reference = await referenceOfRequest();
  return reference === null ? null : findArea(reference, (await params).area);
}

export async function generateMetadata(props: AreaPageProps): Promise<Metadata> {
  return { title: (await load(props))?.title ?? "Not found" };
}

export default async function AreaPage(props: AreaPageProps) {
  const area = await load(props);
  if (area === null) notFound();
  return (
    <>
      <PageTitle kicker={area.tag} title={area.title} />
      <FollowFragment />
      <LinkList links={areaLinks(area)} />
    </>
  );
}
