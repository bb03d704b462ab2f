"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { ErrorState } from "../../frame/session/error-state.tsx";
import { useIsAdministrator } from "../../frame/session/session-provider.tsx";
import { AdministratorsOnly } from "../../frame/shell/administrators-only.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { late, useLate } from "../../ui/late.tsx";
import { LoadingRows } from "../../ui/skeleton.tsx";
import type { PasteKeyDialogProps } from "./paste-key-dialog.tsx";
import { ProviderKeyCard } from "./provider-key-card.tsx";
import { useProviderKeys } from "./provider-key-queries.ts";

const PasteKeyLate = late<PasteKeyDialogProps>(() =>
  import("./paste-key-dialog.tsx").then((part) => part.PasteKeyDialog),
);

const WITHOUT = "Without a key Fabula sketches without a model.";

/** The project's own keys of language models. */
export function ProviderKeysScreen() {
  const isAdministrator = useIsAdministrator();
  return (
    <Shell section="developer" title={<h1 className="text-13">Provider keys</h1>}>
      {isAdministrator ? (
        <Body />
      ) : (
        <AdministratorsOnly what="Provider keys">
          <p>A provider key lets Fabula write with a language model of yours. {WITHOUT}</p>
        </AdministratorsOnly>
      )}
    </Shell>
  );
}

function Body() {
  const { data, error, refetch, hasNextPage, fetchNextPage } = useProviderKeys();
  const [isAdding, setAdding] = useState(false);
  const administer = useCan()("administer");
  const PasteKeyDialog = useLate(PasteKeyLate, isAdding);
  const keys = data?.pages.flatMap((page) => page.provider_keys) ?? [];
  const add = (
    <Button
      size="sm"
      variant="primary"
      icon={<Plus aria-hidden="true" size={14} />}
      disabledReason={reasonOf(administer)}
      onClick={() => setAdding(true)}
    >
      Add a key
    </Button>
  );
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col overflow-y-auto">
      {keys.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
          <p className="max-w-prose text-13 text-ink-2">
            Fabula writes with the newest key that works. Keys are sealed: nobody can read one here again.
          </p>
          {add}
        </div>
      )}
      {data === undefined && error === null && <LoadingRows what="the provider keys" rows={3} className="h-24" />}
      {data === undefined && error !== null && (
        <ErrorState what="The provider keys" error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && keys.length === 0 && (
        <EmptyState action={add} link={{ href: "/docs/guides/provider-keys", label: "Your own model keys" }}>
          {WITHOUT} Add a key to let a language model of yours write.
        </EmptyState>
      )}
      {keys.length > 0 && (
        <ul aria-label="Provider keys" className="space-y-3 px-5 pb-6">
          {keys.map((key) => (
            <ProviderKeyCard key={key.id} providerKey={key} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="m-5 self-start" onClick={() => void fetchNextPage()}>
          Show more keys
        </Button>
      )}
      {PasteKeyDialog !== null && <PasteKeyDialog replaced={null} onClose={() => setAdding(false)} />}
    </div>
  );
}
