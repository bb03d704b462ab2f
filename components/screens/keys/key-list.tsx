"use client";

import { useMemo, useState } from "react";
import { ListScreen } from "../../frame/list/list-screen.tsx";
import { useEveryProject } from "../../frame/project/use-every-project.ts";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { late, useLate } from "../../ui/late.tsx";
import { useListView } from "../../ui/list/list.tsx";
import { NewButton } from "../../ui/new-button.tsx";
import { KeyPanel } from "./key-panel.tsx";
import { useKeys } from "./key-queries.ts";
import { KEYS } from "./key-table.tsx";

const NewKeyLate = late(() => import("./new-key.tsx").then((part) => part.NewKey));

/** The keys of the workspace, the one that is open beside them, and the way to a new one. */
export function KeyList() {
  const { view, show } = useListView(KEYS);
  const areAll = view.filters.show === "all";
  const source = useKeys(areAll ? null : "active");
  const { projects } = useEveryProject(true);
  const projectNames = useMemo(() => projects && new Map(projects.map(({ id, name }) => [id, name])), [projects]);
  const administer = reasonOf(useCan()("administer"));
  const [isMaking, setMaking] = useState(false);
  const NewKey = useLate(NewKeyLate, isMaking);
  return (
    <>
      <ListScreen
        list={KEYS}
        source={source}
        view={view}
        show={show}
        actions={
          <NewButton onClick={() => setMaking(true)} disabledReason={administer}>
            New key
          </NewButton>
        }
        empty={
          <EmptyState link={{ href: "/docs/reference/keys", label: "Keys in the API reference" }}>
            {areAll ? "No API keys yet." : "No active API keys. A game or a script needs one to call the API."}
          </EmptyState>
        }
        panel={(open, _, close) => (
          <KeyPanel
            key={open}
            id={open}
            projectNames={projectNames}
            onClose={close}
            onOpen={(next) => show({ open: next })}
          />
        )}
      />
      {NewKey !== null && (
        <NewKey
          onClose={(made) => {
            setMaking(false);
            if (made !== null) show({ open: made });
          }}
        />
      )}
    </>
  );
}
