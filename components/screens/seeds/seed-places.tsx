"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useApi, useStudioClient } from "../../frame/api/api-provider.tsx";
import type { Inputs, Outputs } from "../../frame/api/client.ts";
import { failureOf, failureWords } from "../../frame/api/failure.ts";
import { useAttempt } from "../../frame/api/use-attempt.ts";
import { useRefresh } from "../../frame/api/use-refresh.ts";
import { CardLink } from "../../frame/facts/card-link.tsx";
import { useMoment } from "../../frame/moment/moment-provider.tsx";
import { CardField } from "../../frame/project/card-field.tsx";
import { useProjectId } from "../../frame/project/project-provider.tsx";
import { reasonOf, useCan } from "../../frame/session/can.ts";
import { AlertLine } from "../../ui/alert-line.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { matches } from "../../ui/option.ts";
import { PageLink } from "../../ui/page-link.tsx";
import { Picker } from "../../ui/picker.tsx";
import { TitledSection } from "../../ui/titled-section.tsx";
import { PassageField, wordsOfPassage } from "./passage-field.tsx";

type Seed = Outputs["seeds"]["get"];
type Place = Seed["planted"][number];
type Due = NonNullable<Seed["due"]>;

/** Quests among which a due point is chosen. */
const MOST_QUESTS = 500;

const ANY_TIME = "any";

/** Places of a promise: those at which it is made, the point by which it has to be kept, and its pay-off. */
export function SeedPlaces({ seed }: { seed: Seed }) {
  const { save, refusal, problem } = useSeedChange(seed);
  const { planted, payoff } = seed;
  const others = planted.map(keyOf);
  return (
    <>
      <AlertLine>{problem}</AlertLine>
      <TitledSection title="Due">
        <DuePoint seed={seed} save={(due) => save({ due })} refusal={refusal} />
      </TitledSection>
      <TitledSection title="Set up in">
        {planted.length === 0 ? (
          <p className="text-13 text-ink-3">No place is noted yet.</p>
        ) : (
          <ul className="space-y-1 text-13">
            {planted.map((place, at) => (
              <PlaceRow
                key={keyOf(place)}
                place={place}
                refusal={refusal}
                onRemove={() => save({ planted: planted.toSpliced(at, 1) })}
              />
            ))}
          </ul>
        )}
        <CardField
          label="Add a card"
          className="mt-2"
          placeholder="Words of the card"
          disabledReason={refusal}
          except={others}
          onChoose={(node_id) => save({ planted: [...planted, { kind: "node", node_id }] })}
        />
        <PassageField
          label="Add a passage of the book"
          disabledReason={refusal}
          except={others}
          onChoose={(passage_id) => save({ planted: [...planted, { kind: "passage", passage_id }] })}
        />
      </TitledSection>
      <TitledSection title="Paid off in">
        {payoff !== null && (
          <ul className="text-13">
            <PlaceRow place={payoff} refusal={refusal} onRemove={() => save({ payoff: null })} />
          </ul>
        )}
        <CardField
          label={payoff === null ? "Card that pays it off" : "Another card"}
          className="mt-2"
          placeholder="Words of the card"
          disabledReason={refusal}
          onChoose={(node_id) => save({ payoff: { kind: "node", node_id } })}
        />
        <PassageField
          label={payoff === null ? "Passage that pays it off" : "Another passage"}
          disabledReason={refusal}
          onChoose={(passage_id) => save({ payoff: { kind: "passage", passage_id } })}
        />
      </TitledSection>
    </>
  );
}

type Change = Pick<Inputs["seeds"]["update"], "planted" | "due" | "payoff">;

/** Returns what changes the places of a set-up, why it cannot be changed now, and what went wrong. */
function useSeedChange({ id: seed_id, valid_from_seq }: Seed) {
  const project_id = useProjectId();
  const client = useStudioClient();
  const { attempt, isBusy, problem } = useAttempt();
  const refresh = useRefresh(({ seeds }) => [seeds.pathKey()]);
  const reason = reasonOf(useCan()("change"));
  return {
    save: (change: Change): void =>
      void attempt(async () => {
        await client.seeds.update.mutate({ project_id, seed_id, base_seq: valid_from_seq ?? undefined, ...change });
        await refresh();
      }),
    refusal: isBusy ? "Saving…" : reason,
    problem,
  };
}

const keyOf = (place: Place): string =>
  place.kind === "node" ? place.node_id : place.kind === "passage" ? place.passage_id : String(place.seq);

function PlaceRow({ place, refusal, onRemove }: { place: Place; refusal: string | null; onRemove: () => void }) {
  return (
    <li className="flex items-center justify-between gap-2">
      <PlaceName place={place} />
      <IconButton
        size="sm"
        label="Remove the place"
        icon={<X aria-hidden="true" size={14} />}
        disabledReason={refusal}
        onClick={onRemove}
      />
    </li>
  );
}

function PlaceName({ place }: { place: Place | Due }) {
  if (place.kind === "event") return <span>Event {place.seq.toLocaleString("en")}</span>;
  if (place.kind === "node") return <CardLink nodeId={place.node_id} />;
  if (place.kind === "passage") return <PassageName passageId={place.passage_id} />;
  return null;
}

/** Link to a passage of the book, by its first words. */
function PassageName({ passageId: passage_id }: { passageId: string }) {
  const project_id = useProjectId();
  const input = { project_id, passage_id, ...useMoment().reading };
  const { data, error } = useQuery(useApi().passages.get.queryOptions(input, { retry: false }));
  if (data === undefined) return <span className="text-ink-3">{error === null ? "…" : unreadWords(error)}</span>;
  return (
    <PageLink
      href={`/projects/${project_id}/manuscript?passage=${passage_id}`}
      className="link min-w-0 break-words"
      dir="auto"
    >
      {wordsOfPassage(data.text)}
    </PageLink>
  );
}

function unreadWords(error: unknown): string {
  return failureOf(error).code === "not_found"
    ? "A passage that is gone"
    : `The passage was not read. ${failureWords(error)}`;
}

interface DuePointProps {
  seed: Seed;
  save: (due: Seed["due"]) => void;
  refusal: string | null;
}

/** The due point, and the choice of a quest or a card for one. */
function DuePoint({ seed: { due }, save, refusal }: DuePointProps) {
  const project_id = useProjectId();
  const { data } = useQuery(
    useApi().quests.list.queryOptions({ project_id, limit: MOST_QUESTS, ...useMoment().reading }),
  );
  const quests = data?.quests ?? [];
  const questId = due?.kind === "quest" ? due.quest_id : null;
  const shown =
    questId === null ? null : (quests.find(({ id }) => id === questId)?.name ?? "A quest that is not there");
  return (
    <div className="space-y-2 text-13">
      {due !== null && due.kind !== "quest" && (
        <p className="flex gap-1">
          By <PlaceName place={due} />
        </p>
      )}
      <Picker
        label="Keep it by"
        shown={shown}
        placeholder={due === null ? "Any time" : "Another quest"}
        disabledReason={refusal}
        options={(query) => [
          ...(due === null ? [] : [{ value: ANY_TIME, label: "Any time" }]),
          ...quests.filter(({ name }) => matches(name, query)).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onPick={(value) => save(value === ANY_TIME ? null : { kind: "quest", quest_id: value })}
      />
      <CardField
        label="Or keep it by a card"
        placeholder="Words of the card"
        disabledReason={refusal}
        onChoose={(node_id) => save({ kind: "node", node_id })}
      />
      <PassageField
        label="Or keep it by a passage"
        disabledReason={refusal}
        onChoose={(passage_id) => save({ kind: "passage", passage_id })}
      />
    </div>
  );
}
