import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PageTitle } from "#components/docs/page-title.tsx";
import { objectLetters } from "#server/docs/object-letters.ts";
import { referenceOfRequest } from "../../../reference-of-request.ts";

interface LetterPageProps {
  params: Promise<{ letter: string }>;
}

export async function generateMetadata({ params }: LetterPageProps): Promise<Metadata> {
  return { title: `Objects: ${(await params).letter.toUpperCase()}` };
}

export default async function LetterPage({ params }: LetterPageProps) {
  const { letter } = await params;
  const reference = await referenceOfRequest();
  const found = reference === null ? undefined : objectLetters(reference).find((each) => each.letter === letter);
  if (found === undefined) notFound();
  return (
    <>
      <PageTitle kicker="Objects" title={letter.toUpperCase()} />
      <ul className="name-list">
        {found.objects.map(({ name }) => (
          <li key={name}>
            <a href={`/docs/objects/${name}`}>{name}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
