"use client";

import { BookOpen, Code, PenLine, X } from "lucide-react";
import type { ReactNode } from "react";
import { closeWelcome } from "../../frame/session/first-steps.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import type { ListedProject, Sample } from "./use-home.ts";

interface WelcomeProps {
  sample: Sample | null;
  /** The project that changed last: where the doors lead once the sample is gone. */
  latest: ListedProject;
}

/** The one question of the first visit. Its doors stay until it is closed or a project is begun. */
export function Welcome({ sample, latest }: WelcomeProps) {
  const projectId = sample?.projectId ?? latest.id;
  const dialogues = `/projects/${projectId}/dialogues`;
  return (
    <TitledSection
      title="What are you here to do?"
      heading="pe-10 font-reading font-semibold text-20"
      className="relative mb-10 border-thread border-s-2 ps-5 sm:ps-6"
    >
      <p className="mt-1 max-w-prose text-ink-2" dir="auto">
        {sample === null
          ? `The sample was deleted. These links open ${latest.name}.`
          : "The Salt Gate is a finished story with three deliberate mistakes. Change anything: you can undo it."}
      </p>
      <ul className="mt-4 grid gap-2 sm:grid-cols-3">
        <Answer href={sample?.dialogue ?? dialogues} title="Write" icon={<PenLine className="size-5" />}>
          {sample === null ? "Choose a dialogue to continue." : "Open its dialogue and change a line."}
        </Answer>
        <Answer
          href={sample === null ? `/projects/${projectId}/map` : dialogues}
          title="Look around"
          icon={<BookOpen className="size-5" />}
        >
          {sample === null ? "See where each dialogue leads." : "See its dialogues and what is wrong with them."}
        </Answer>
        <Answer href="/docs" title="Build with the API" icon={<Code className="size-5" />}>
          Read how a game reads and writes this world.
        </Answer>
      </ul>
      <IconButton
        size="sm"
        label="Close the welcome"
        icon={<X className="size-4" />}
        className="absolute end-0 top-0"
        onClick={closeWelcome}
      />
    </TitledSection>
  );
}

interface AnswerProps {
  href: string;
  title: string;
  icon: ReactNode;
  children: ReactNode;
}

function Answer({ href, title, icon, children }: AnswerProps) {
  return (
    <li>
      <PageLink
        href={href}
        className="flex h-full gap-3 rounded-card border border-line bg-panel p-3.5 text-ink-2 hover:border-accent"
      >
        <span className="text-accent">{icon}</span>
        <span className="min-w-0">
          <span className="block font-semibold text-14 text-ink">{title}</span>
          <span className="block text-13">{children}</span>
        </span>
      </PageLink>
    </li>
  );
}
