"use client";

import { Check, X } from "lucide-react";
import { type FirstStep, type FirstSteps, rememberFirstSteps } from "../../frame/session/first-steps.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import type { Sample } from "./use-home.ts";
import { useWatchFirstSteps } from "./watch-first-steps.ts";

interface FirstStepsCardProps {
  steps: FirstSteps;
  /** The project to take them in, and the dialogue in it. */
  sample: Sample | null;
}

/** Three things to do once. Each is ticked when it really happened. */
export function FirstStepsCard({ steps, sample }: FirstStepsCardProps) {
  const lines: readonly { step: FirstStep; title: string; href: string }[] =
    sample === null
      ? []
      : [
          { step: "problem", title: "Fix a problem", href: `${sample.dialogue}?problems=1` },
          { step: "ending", title: "Play to an ending", href: sample.dialogue },
          { step: "line", title: "Add a line", href: sample.dialogue },
        ];
  const isShown = !steps.isDismissed && lines.length > 0;
  useWatchFirstSteps(sample, steps, isShown);
  if (!isShown) return null;
  const left = lines.filter(({ step }) => !steps.done.includes(step)).length;
  return (
    <section aria-labelledby="first-steps" className="rounded-card border border-line bg-panel p-4">
      <div className="flex items-start justify-between gap-2">
        <h2 id="first-steps" className="font-semibold text-14">
          First steps
        </h2>
        <IconButton
          size="sm"
          label="Dismiss the first steps"
          icon={<X className="size-4" />}
          className="-me-2 -mt-1"
          onClick={() => rememberFirstSteps({ isDismissed: true })}
        />
      </div>
      <p className="text-12 text-ink-3">
        {left === 0 ? "All done." : `In The Salt Gate, a story with three mistakes in it. ${left} left.`}
      </p>
      <ul className="mt-2">
        {lines.map(({ step, title, href }) => {
          const isDone = steps.done.includes(step);
          return (
            <li key={step} className="border-line border-t first:border-t-0">
              <PageLink
                href={href}
                className="flex min-h-9 items-center gap-2.5 rounded-control text-13 hover:text-accent"
              >
                <span
                  className={`flex size-4.5 shrink-0 items-center justify-center rounded-round border ${isDone ? "border-ok text-ok" : "border-line-strong text-transparent"}`}
                >
                  {isDone && <Check className="size-3" />}
                </span>
                <span className={isDone ? "text-ink-3 line-through" : ""}>{title}</span>
                {isDone && <span className="sr-only">(done)</span>}
              </PageLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
