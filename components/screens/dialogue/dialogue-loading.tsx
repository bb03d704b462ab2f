"use client";

import { Shell } from "../../frame/shell/shell.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";

/** The screen while its dialogue is read: its parts at their final size. */
export function DialogueLoading() {
  return (
    <Shell section="dialogues" title={<Skeleton className="h-5 w-40" />}>
      <Loading what="the dialogue" />
      <div className="flex min-h-0 grow" aria-hidden="true">
        <div className="hidden w-60 shrink-0 space-y-2 border-line border-r p-4 md:block">
          {["w-32", "w-40", "w-28", "w-36", "w-24"].map((width) => (
            <Skeleton key={width} className={`h-4 ${width}`} />
          ))}
        </div>
        <div className="grid grow place-items-center bg-canvas">
          <div className="w-66 max-w-full space-y-2 rounded-card border border-line bg-panel p-4">
            <Skeleton className="h-4 w-28" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-40" />
          </div>
        </div>
      </div>
    </Shell>
  );
}
