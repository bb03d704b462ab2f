"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Outputs } from "../../frame/api/client.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { matches } from "../../ui/option.ts";
import { PageLink } from "../../ui/page-link.tsx";
import { Picker } from "../../ui/picker.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";

type Seed = Outputs["seeds"]["get"];
type Place = Seed["planted"][number];

/** Quests among which a due point is chosen. */
const MOST_QUESTS = 500;

const ANY_TIME = "any";

/** Places of a promise: those at which it is made, the point by which it has to be kept, and its pay-off. */
export function SeedPlaces({ seed }: { seed: Seed }) {
  const nameOf = useCards(seed);
  const { planted, payoff } = seed;
  return (
    <>
      <TitledSection title="Due">
        <Due seed={seed} nameOf={nameOf} />
      </TitledSection>
      <TitledSection title="Set up in">
        {planted.length === 0 ? (
          <p className="text-13 text-ink-3">No place is noted yet.</p>
        ) : (
          <ul className="space-y-1 text-13">
            {planted.map((place) => (
              <li key={place.kind === "node" ? place.node_id : place.seq}>
                <PlaceName place={place} nameOf={nameOf} />
              </li>
            ))}
          </ul>
        )}
      </TitledSection>
      {payoff !== null && (
        <TitledSection title="Paid off in">
          <p className="text-13">
            <PlaceName place={payoff} nameOf={nameOf} />
          </p>
        </TitledSection>
      )}
    </>
  );
}

type NameOf = (nodeId: string) => { readonly name: string; readonly graph_id: string } | undefined;

/** Finds the names of the cards that a set-up names. */
function useCards({ planted, due, payoff }: Seed): NameOf {
  const project_id = useProjectId();
  const places = [...planted, ...(due === null ? [] : [due]), ...(payoff === null ? [] : [payoff])];
  const ids = [...new Set(places.flatMap((place) => (place.kind === "node" ? place.node_id : [])))];
  const { data } = useQuery({
    ...useApi().dialogues.names.queryOptions({ project_id, ids: ids.join(","), ...useMoment().reading }),
    enabled: ids.length > 0,
  });
  return (nodeId) => data?.names.find(({ id }) => id === nodeId);
}

function PlaceName({ place, nameOf }: { place: Place; nameOf: NameOf }) {
  const project_id = useProjectId();
  if (place.kind === "event") return <>Event {place.seq}</>;
  const card = nameOf(place.node_id);
  if (card === undefined) return <span className="text-ink-3">A card that is not there</span>;
  return (
    <PageLink href={`/projects/${project_id}/dialogues/${card.graph_id}?card=${place.node_id}`} className="link">
      <span dir="auto">{card.name}</span>
    </PageLink>
  );
}

/** The due point, and the choice of a quest for one. */
function Due({ seed, nameOf }: { seed: Seed; nameOf: NameOf }) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const { attempt, isBusy, problem } = useAttempt();
  const refresh = useRefresh(({ seeds }) => [seeds.pathKey()]);
  const reason = reasonOf(useCan()("change"));
  const { data } = useQuery(
    useApi().quests.list.queryOptions({ project_id, limit: MOST_QUESTS, ...useMoment().reading }),
  );
  const quests = data?.quests ?? [];
  const { id: seed_id, valid_from_seq, due } = seed;
  const questId = due?.kind === "quest" ? due.quest_id : null;
  const shown =
    questId === null ? null : (quests.find(({ id }) => id === questId)?.name ?? "A quest that is not there");
  const save = (value: string) =>
    attempt(async () => {
      const next = value === ANY_TIME ? null : { kind: "quest" as const, quest_id: value };
      await client.seeds.update.mutate({ project_id, seed_id, base_seq: valid_from_seq ?? undefined, due: next });
      await refresh();
    });
  return (
    <div className="space-y-2 text-13">
      {due !== null && due.kind !== "quest" && (
        <p>
          By <PlaceName place={due} nameOf={nameOf} />
        </p>
      )}
      <Picker
        label="Keep it by"
        shown={shown}
        placeholder={due === null ? "Any time" : "Another quest"}
        disabledReason={isBusy ? "Saving…" : reason}
        options={(query) => [
          ...(due === null ? [] : [{ value: ANY_TIME, label: "Any time" }]),
          ...quests.filter(({ name }) => matches(name, query)).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onPick={(value) => void save(value)}
      />
      <AlertLine>{problem}</AlertLine>
    </div>
  );
}
