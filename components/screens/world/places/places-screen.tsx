"use client";

import { useRef, useState } from "react";
import { useStudioClient } from "../../../frame/api/api-provider.tsx";
import { statusOf } from "../../../frame/api/failure.ts";
import { useAttempt } from "../../../frame/api/use-attempt.ts";
import { useAskedMaking } from "../../../frame/commands/asked-making.ts";
import { useMoment } from "../../../frame/moment/moment-provider.tsx";
import { profileAddress, useProjectId } from "../../../frame/project/project-provider.tsx";
import { useCreateEntity } from "../../../frame/project/use-create-entity.ts";
import { useCan } from "../../../frame/session/can.ts";
import { Shell } from "../../../frame/shell/shell.tsx";
import { Button } from "../../../ui/button.tsx";
import { late, useLate } from "../../../ui/late.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { LoadingRows } from "../../../ui/skeleton.tsx";
import { showToast } from "../../../ui/toast.ts";
import { type AddressForm, useAddressView } from "../../../ui/use-address-view.ts";
import { useSettled } from "../../../ui/use-settled.ts";
import { useDeletion } from "../entity/delete-entity.tsx";
import { Problem } from "../entity/problem.tsx";
import { type Entity, useRefreshWorld } from "../entity/use-entity.ts";
import { PAGE_WORDS, type ProfilePage } from "../entity/words.ts";
import { NewEntityLate, OWN_TYPE, Table, type TableScope, TypedTable } from "../table/table-screen.tsx";
import type { Goal } from "./move-place.tsx";
import { ROOT, type TreePlace } from "./place-tree.ts";
import { PlaceTree, type PlaceTreeHandle } from "./place-tree-view.tsx";
import { usePlace } from "./use-levels.ts";

const MovePlaceLate = late(() => import("./move-place.tsx").then((part) => part.MovePlace));

/**
 * Milliseconds for which a place is chosen before its contents are read: moving through the tree by keys passes many.
 */
const SETTLE_MS = 150;

/** Scopes in which a place is shown: the place alone, its direct contents, or all of its contents at any depth. */
const SCOPES = ["place", "children", "all"] as const;
type Scope = (typeof SCOPES)[number];
const KINDS = ["places", "cast", "groups", "things"] as const satisfies readonly ProfilePage[];

interface PlacesView {
  /** Id of the chosen place; null for all of them. */
  readonly place: string | null;
  readonly scope: Scope;
  /** Kind of entities listed in the place: places, characters, groups or things. */
  readonly of: ProfilePage;
}

const ADDRESS: AddressForm<PlacesView> = {
  viewOf: (query) => ({
    place: query.get("place"),
    scope: SCOPES.find((each) => each === query.get("scope")) ?? "all",
    of: KINDS.find((each) => each === query.get("of")) ?? "places",
  }),
  addressOf: ({ place, scope, of }, query) => {
    const next = new URLSearchParams(query);
    const put = (name: string, value: string | null) => (value === null ? next.delete(name) : next.set(name, value));
    put("place", place);
    put("scope", scope === "all" ? null : scope);
    put("of", of === "places" ? null : of);
    return next.size === 0 ? "" : `?${next}`;
  },
};

/** Screen of a project's places: the tree of places, and beside it a table of the contents of the chosen place. */
export function PlacesScreen() {
  return (
    <Shell title={<h1 className="text-13">{PAGE_WORDS.places.title}</h1>}>
      <Places />
    </Shell>
  );
}

function Places() {
  const project_id = useProjectId();
  const client = useStudioClient();
  const refresh = useRefreshWorld();
  const create = useCreateEntity();
  const { view, show } = useAddressView(ADDRESS);
  const { problem, attempt } = useAttempt();
  const tree = useRef<PlaceTreeHandle>(null);
  const [moving, setMoving] = useState<TreePlace | null>(null);
  const wish = useAskedMaking();
  const mayMake = useCan()("change").allowed;
  const [chosen, setMaking] = useState<{ readonly parentId: string | null } | null>(null);
  const making = chosen ?? (wish.name !== null && mayMake ? { parentId: null } : null);
  const endMaking = () => {
    setMaking(null);
    wish.end();
  };
  const MovePlace = useLate(MovePlaceLate, moving !== null);
  const NewEntity = useLate(NewEntityLate, making !== null);
  const goTo = (id: string) => {
    show({ place: id });
    tree.current?.reveal(id);
  };
  const deletion = useDeletion<TreePlace & { readonly parentId: string | null }>({
    onGone: ({ id, parentId }) => id === view.place && show({ place: parentId }),
    onBack: ({ id }) => goTo(id),
  });
  async function move(place: TreePlace, goal: Goal): Promise<void> {
    const input = { project_id, entity_id: place.id };
    const { parent_id: before } = await client.locations.get.query(input);
    const put = async (parent_id: string | null) => {
      const { descendants } = await client.locations.move.mutate({ ...input, parent_id });
      await refresh();
      goTo(place.id);
      return descendants;
    };
    const along = await put(goal?.id ?? null);
    showToast({
      text: `“${place.name}” is now ${goal === null ? "at the top level" : `in “${goal.name}”`}${along === 0 ? "" : `; ${along} moved with it`}.`,
      undo: () => void attempt(() => put(before)),
    });
  }
  return (
    <div className="flex min-h-0 grow max-md:flex-col">
      <PlaceTree
        handle={tree}
        chosen={view.place}
        onChoose={(place) => show({ place })}
        onMove={(place, to) => (to === undefined ? setMoving(place) : void attempt(() => move(place, to)))}
        onMake={(parentId) => setMaking({ parentId })}
        onRename={(place, name) =>
          attempt(async () => {
            await client.entities.update.mutate({ project_id, entity_id: place.id, name });
            await refresh();
          })
        }
        onDelete={(place, parentId) => void deletion.remove({ ...place, parentId })}
        problem={<Problem problem={problem ?? deletion.problem} />}
      />
      <Holds {...view} onShow={show} />
      {deletion.question}
      {MovePlace !== null && moving !== null && (
        <MovePlace place={moving} onClose={() => setMoving(null)} onMove={(goal) => move(moving, goal)} />
      )}
      {NewEntity !== null && making !== null && (
        <NewEntity
          page="places"
          name={wish.name ?? undefined}
          onClose={endMaking}
          onMake={async (name, type, properties) => {
            const id = await create(name, type, making.parentId, properties);
            endMaking();
            await refresh();
            goTo(id);
          }}
        />
      )}
    </div>
  );
}

interface HoldsProps extends PlacesView {
  onShow: (change: Partial<PlacesView>) => void;
}

/** The way to the chosen place, how much of it is shown, and the table of that. */
function Holds({ place: chosen, onShow, ...asked }: HoldsProps) {
  const project_id = useProjectId();
  const { at } = useMoment();
  const settled = useSettled(chosen, SETTLE_MS);
  const { place, above, error } = usePlace(settled);
  // Characters and things of the whole world have pages of their own.
  const of = chosen === null ? "places" : asked.of;
  const scopes = chosen === null ? WORDS_OF_ALL : of === "places" ? WORDS : WORDS.slice(1);
  const scope = scopes.some(({ value }) => value === asked.scope) ? asked.scope : "all";
  const within = withinOf(settled, place, scope, of);
  const isGone = settled === chosen && error !== null && statusOf(error) === 404;
  return (
    <section aria-label="Content of the place" className="flex min-h-0 min-w-0 grow flex-col">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-2.5 print:hidden">
        <nav aria-label="Breadcrumb" className="min-w-0 grow">
          <ol className="flex flex-wrap items-center gap-x-1.5 text-13">
            {settled !== null &&
              (above ?? []).map(({ id, name }) => (
                <li key={id} className="flex min-w-0 items-center gap-x-1.5">
                  <button
                    type="button"
                    dir="auto"
                    className="link cursor-pointer"
                    onClick={() => onShow({ place: id })}
                  >
                    {name}
                  </button>
                  <span aria-hidden="true" className="text-ink-3">
                    ›
                  </span>
                </li>
              ))}
            <li aria-current="location" className="min-w-0 truncate font-medium text-ink" dir="auto">
              {settled === null ? "All places" : (place?.name ?? "…")}
            </li>
            {place !== undefined && settled !== null && (
              <li>
                <PageLink href={profileAddress(project_id, place)} className="link ms-2 text-12">
                  Open profile
                </PageLink>
              </li>
            )}
          </ol>
        </nav>
        {chosen !== null && (
          <SegmentedControl
            label="Show"
            value={of}
            options={KINDS.map((value) => ({ value, label: PAGE_WORDS[value].title }))}
            onChange={(next) => onShow({ of: next })}
          />
        )}
        <SegmentedControl label="Scope" value={scope} options={scopes} onChange={(next) => onShow({ scope: next })} />
      </div>
      {isGone && (
        <div role="alert" className="flex flex-wrap items-center gap-3 px-4 pt-3 text-13">
          {at === null ? "This place was not found." : "This place does not exist at this moment."}
          <Button size="sm" onClick={() => onShow({ place: null })}>
            Show all places
          </Button>
        </div>
      )}
      {!isGone && within === undefined && <LoadingRows what="the places" rows={8} className="h-8" />}
      {!isGone && within !== undefined && (of === "places" || of === "cast") && (
        <Table key={of} page={of} types={OWN_TYPE[of]} within={within} />
      )}
      {!isGone && within !== undefined && (of === "groups" || of === "things") && (
        <TypedTable key={of} page={of} within={within} />
      )}
    </section>
  );
}

const WORDS_OF_ALL: readonly { value: Scope; label: string }[] = [
  { value: "children", label: "Top level" },
  { value: "all", label: "All levels" },
];
const WORDS: readonly { value: Scope; label: string }[] = [
  { value: "place", label: "This place" },
  { value: "children", label: "Directly in it" },
  { value: "all", label: "All of it" },
];

/**
 * Returns the restriction of the table to a place; null where the table shows all entities, undefined until the place
 * that it depends on is read.
 */
function withinOf(
  id: string | null,
  place: Entity | undefined,
  scope: Scope,
  of: ProfilePage,
): TableScope | null | undefined {
  if (id === null) {
    if (scope !== "children") return null;
    return { input: { parent_id: ROOT }, parentId: null, empty: `No ${PAGE_WORDS[of].many} at the top level.` };
  }
  const rest = { parentId: id, empty: `No ${PAGE_WORDS[of].many} in ${place?.name ?? "it"} yet.` };
  if (scope === "children") return { input: { parent_id: id }, ...rest };
  if (scope === "all") return { input: { under: id }, ...rest };
  return place === undefined ? undefined : { input: { external_id: place.external_id }, ...rest };
}
