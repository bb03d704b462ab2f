"use client";

import { useState } from "react";
import { ListScreen } from "../../frame/list/list-screen.tsx";
import { reasonOf, useCan, useIsManager } from "../../frame/session/can.ts";
import { AdministratorsOnly } from "../../frame/shell/administrators-only.tsx";
import { Shell } from "../../frame/shell/shell.tsx";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { late, useLate } from "../../ui/late.tsx";
import { useListView } from "../../ui/list/list.tsx";
import type { ListDefinition } from "../../ui/list/list-definition.ts";
import { LocalTime } from "../../ui/local-time.tsx";
import { NewButton } from "../../ui/new-button.tsx";
import { ProviderKeyPanel } from "./provider-key-panel.tsx";
import { type ProviderKey, useProviderKeys } from "./provider-key-queries.ts";
import { nameOf, PROVIDER_NAMES, sayCost, sayUse, standingOf } from "./provider-key-words.ts";

const PasteKeyLate = late(() => import("./paste-key-dialog.tsx").then((part) => part.PasteKeyDialog));

const WITHOUT = "Without a key, Fabula writes sketches without a model.";

/** The project's own keys of language models. */
export function ProviderKeysScreen() {
  const isManager = useIsManager();
  return (
    <Shell title={<h1 className="text-13">Provider keys</h1>}>
      {isManager ? (
        <Body />
      ) : (
        <AdministratorsOnly what="Provider keys" isOfProject>
          <p>With a provider key, Fabula writes with your language model. {WITHOUT}</p>
        </AdministratorsOnly>
      )}
    </Shell>
  );
}

const KEYS: ListDefinition<ProviderKey> = {
  name: "Provider keys",
  one: "key",
  many: "keys",
  id: ({ id }) => id,
  order: null,
  opens: "key",
  title: {
    key: "name",
    label: "Name",
    text: nameOf,
    below: ({ base_url, provider }) =>
      base_url === null ? PROVIDER_NAMES[provider] : <span className="break-all font-code text-11">{base_url}</span>,
    width: 12,
  },
  columns: [
    {
      key: "state",
      label: "State",
      cell: (key) => <Badge tone={standingOf(key).tone}>{standingOf(key).word}</Badge>,
      width: 7,
    },
    {
      key: "model",
      label: "Writes with",
      cell: ({ models, model }) => models.text ?? model ?? "",
      width: 9,
      yields: 2,
    },
    {
      key: "use",
      label: "Used",
      cell: (key) => [sayUse(key), sayCost(key)].filter((part) => part !== null).join(", "),
      width: 12,
      grows: 1,
    },
    {
      key: "last",
      label: "Last used",
      cell: ({ last_used_at }) =>
        last_used_at === null ? <span className="text-ink-3">Never</span> : <LocalTime iso={last_used_at} />,
      width: 8,
      yields: 1,
    },
  ],
};

function Body() {
  const source = useProviderKeys();
  const [isAdding, setAdding] = useState(false);
  const manage = useCan()("manage");
  const PasteKeyDialog = useLate(PasteKeyLate, isAdding);
  const isEmpty = (source.rows?.length ?? 0) === 0;
  const add = (
    <NewButton disabledReason={reasonOf(manage)} onClick={() => setAdding(true)}>
      Add a key
    </NewButton>
  );
  return (
    <>
      <ListScreen
        list={KEYS}
        source={source}
        {...useListView(KEYS)}
        actions={!isEmpty && add}
        panel={(open, row, close) => <ProviderKeyPanel key={open} providerKey={row} onClose={close} />}
        empty={
          <EmptyState action={add} link={{ href: "/docs/guides/provider-keys", label: "Your own model keys" }}>
            {WITHOUT} Add a key to write with your language model.
          </EmptyState>
        }
      >
        {!isEmpty && (
          <p className="max-w-prose px-4 pb-3 text-13 text-ink-2">
            Fabula writes with the newest key that works. Keys are stored encrypted and cannot be shown again.
          </p>
        )}
      </ListScreen>
      {PasteKeyDialog !== null && <PasteKeyDialog replaced={null} onClose={() => setAdding(false)} />}
    </>
  );
}
