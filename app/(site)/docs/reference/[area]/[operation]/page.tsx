import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { OperationSection } from "#components/docs/operation.tsx";
import { findArea } from "#server/docs/reference.ts";
import { referenceOfRequest } from "../../../reference-of-request.ts";

interface OperationPageProps {
  params: Promise<{ area: string; operation: string }>;
}

async function load({ params }: OperationPageProps) {
  const { area, operation } = await params;
  const reference = await referenceOfRequest();
  const found = reference === null ? null : findArea(reference, area);
  return found?.operations.find(({ id }) => id === operation) ?? null;
}

export async function generateMetadata(props: OperationPageProps): Promise<Metadata> {
  return { title: (await load(props))?.summary ?? "Not found" };
}

export default async function OperationPage(props: OperationPageProps) {
  const operation = await load(props);
  if (operation === null) notFound();
  return <OperationSection operation={operation} />;
}
