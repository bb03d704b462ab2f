import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { OperationSection } from "#components/docs/operation.tsx";
import { PageTitle } from "#components/docs/page-title.tsx";
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
      {area.operations.map((operation) => (
        <OperationSection key={operation.id} operation={operation} />
      ))}
    </>
  );
}
