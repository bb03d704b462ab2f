import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ObjectSection } from "#components/docs/object.tsx";
import { referenceOfRequest } from "../../reference-of-request.ts";

interface ObjectPageProps {
  params: Promise<{ name: string }>;
}

async function load({ params }: ObjectPageProps) {
  const { name } = await params;
  return (await referenceOfRequest())?.objects.find((object) => object.name === name) ?? null;
}

export async function generateMetadata(props: ObjectPageProps): Promise<Metadata> {
  return { title: (await load(props))?.name ?? "Not found" };
}

export default async function ObjectPage(props: ObjectPageProps) {
  const object = await load(props);
  if (object === null) notFound();
  return <ObjectSection object={object} />;
}
