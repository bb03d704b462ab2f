"use client";

import { BookOpen, Code, PenLine, X } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { rememberFirstSteps } from "../../frame/session/first-steps.ts";
import { IconButton } from "../../ui/icon-button.tsx";

interface WelcomeProps {
  sample: { readonly projectId: string; readonly dialogue: string };
}

/** The one question of the first visit; each answer leads somewhere. */
export function Welcome({ sample }: WelcomeProps) {
  const done = () => rememberFirstSteps({ isWelcomed: true });
  return (
    <section aria-labelledby="welcome" className="relative mb-10 border-thread border-s-2 ps-5 sm:ps-6">
      <h2 id="welcome" className="pe-10 font-reading font-semibold text-20">
        What are you here to do?
      </h2>
      <p className="mt-1 max-w-prose text-ink-2">
        The Salt Gate is a finished story with three mistakes left in it on purpose. Change anything: it can be brought
        back.
      </p>
      <ul className="mt-4 grid gap-2 sm:grid-cols-3">
        <Answer href={sample.dialogue} title="Write" icon={<PenLine className="size-5" />} onChoose={done}>
          Open its dialogue and change a line.
        </Answer>
        <Answer
          href={`/projects/${sample.projectId}/dialogues`}
          title="Look around"
          icon={<BookOpen className="size-5" />}
          onChoose={done}
        >
          See its dialogues and what is wrong with them.
        </Answer>
        <Answer href="/docs" title="Build with the API" icon={<Code className="size-5" />} onChoose={done}>
          Read how a game reads and writes this world.
        </Answer>
      </ul>
      <IconButton
        size="sm"
        label="Not now"
        icon={<X className="size-4" />}
        className="absolute end-0 top-0"
        onClick={done}
      />
    </section>
  );
}

interface AnswerProps {
  href: string;
  title: string;
  icon: ReactNode;
  onChoose: () => void;
  children: ReactNode;
}

function Answer({ href, title, icon, onChoose, children }: AnswerProps) {
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        onClick={onChoose}
        className="flex h-full gap-3 rounded-card border border-line bg-panel p-3.5 text-ink-2 hover:border-accent"
      >
        <span className="text-accent">{icon}</span>
        <span className="min-w-0">
          <span className="block font-semibold text-14 text-ink">{title}</span>
          <span className="block text-13">{children}</span>
        </span>
      </Link>
    </li>
  );
}
