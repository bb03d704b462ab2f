import { freeName } from "#domain/free-name.ts";
import { searchForm } from "#domain/search-form.ts";
import { showToast } from "../../ui/toast.ts";
import { useOpenPage } from "../../ui/use-open-page.ts";
import { useStudioClient } from "../api/api-provider.tsx";
import { failureOf, failureWords } from "../api/failure.ts";
import { useRefresh } from "../api/use-refresh.ts";
import { profileAddress, useCurrentProjectId } from "../project/project-provider.tsx";
import { useCreateEntity } from "../project/use-create-entity.ts";
import { useReach } from "../project/use-reach.ts";
import { useCan } from "../session/can.ts";
import { makingAddress } from "./asked-making.ts";
import { findRanked, MEANT, type RankedMatch } from "./find.ts";
import type { PaletteItem } from "./palette-sections.ts";

/** Kind of what can be made from the palette. */
interface Make {
  readonly id: string;
  readonly noun: string;
  /** Synonyms. */
  readonly words: string;
  /** Pack of the project that it comes with. */
  readonly pack?: "game";
  /** Whether it is made outside of projects. */
  readonly isProject?: boolean;
}

const MAKES: readonly Make[] = [
  { id: "character", noun: "character", words: "person people cast" },
  { id: "place", noun: "place", words: "location room" },
  { id: "thing", noun: "thing", words: "item object prop" },
  { id: "group", noun: "group", words: "faction guild family" },
  { id: "dialogue", noun: "dialogue", words: "conversation scene", pack: "game" },
  { id: "variable", noun: "variable", words: "flag state", pack: "game" },
  { id: "project", noun: "project", words: "story world", isProject: true },
];

const VERBS = "new|create|add|make";
/** Words that ask for something to be made, whatever it is. */
const ASKS = new RegExp(`^(?:${VERBS})(?:\\s|$)`, "i");

/** Name in what is typed that asks for one kind: "new character Mara"; null where it does not ask for it. */
export function nameIn(query: string, noun: string): string | null {
  const asked = new RegExp(`^(?:${VERBS})\\s+(?:an?\\s+)?${noun}(?:\\s+(?<name>.*))?$`, "i").exec(query.trim());
  return asked === null ? null : (asked.groups?.name ?? "").replace(/^["“„«‘']+|["”“»’']+$/g, "").trim();
}

/** A line for a kind: with the typed name, or with none, which is then asked for. */
interface Wish {
  readonly make: Make;
  readonly name: string;
  readonly rank: number;
}

/** Returns what the typed words could mean to be made, the likeliest first. */
export function wishesOf(query: string): readonly Wish[] {
  const typed = query.trim();
  const asked = MAKES.flatMap((make) => {
    const name = nameIn(typed, make.noun);
    return name === null ? [] : [{ make, name, rank: 5 }];
  });
  if (asked.length > 0) return asked;
  const lines = MAKES.map((make) => ({ id: make.id, title: `New ${make.noun}`, detail: "", make }));
  const unnamed = findRanked(lines, typed, lines.length, { wordsOf: ({ make }) => make.words });
  const wishes = unnamed.map(({ item: { make }, rank }) => ({ make, name: "", rank: ASKS.test(typed) ? rank : 0 }));
  // Signs alone name nothing.
  if (typed === "" || ASKS.test(typed) || !/[\p{L}\p{N}]/u.test(searchForm(typed))) return wishes;
  return [
    ...wishes.filter((_, at) => (unnamed[at]?.rank ?? 0) >= MEANT),
    ...MAKES.map((make) => ({ make, name: typed, rank: 0 })),
  ];
}

/** Returns the lines of what can be made here by whoever is signed in, by the typed name; none where they may not write. */
export function useMakes(query: string): readonly RankedMatch<PaletteItem>[] {
  const projectId = useCurrentProjectId();
  const { packs } = useReach();
  const mayWrite = useCan()("change").allowed;
  const make = useMaking();
  const openPage = useOpenPage();
  if (!mayWrite) return [];
  const items = wishesOf(query)
    .filter(
      ({ make: { pack, isProject } }) =>
        isProject || (projectId !== null && (pack === undefined || packs.includes(pack))),
    )
    .map(({ make: kind, name, rank }) => ({
      rank,
      item: lineOf(
        `make.${kind.id}${name === "" ? "" : ".named"}`,
        `New ${kind.noun}${name === "" ? "" : ` “${name}”`}`,
        () => make(kind, name),
      ),
    }));
  const imports = projectId === null ? [] : findRanked([IMPORT], query, FEW, { wordsOf: ({ words }) => words });
  return [
    ...items,
    ...imports.map(({ item: { id, title }, rank }) => ({
      rank: query.trim() === "" || rank < MEANT ? 0 : MEANT - 1,
      item: lineOf(id, title, () => openPage(`/projects/${projectId}/import`)),
    })),
  ];
}

const FEW = 1;

const lineOf = (id: string, title: string, run: () => void): PaletteItem => ({
  id,
  title,
  detail: "",
  keys: null,
  disabledReason: null,
  isProse: false,
  run,
});

/** Line that leads to where files are taken in. */
const IMPORT = {
  id: "make.import",
  title: "Import stories, characters, places and things",
  detail: "",
  words: "file folder zip upload bring csv excel twine yarn ink articy arcweave obsidian notes markdown",
};

const ENTITY_TYPES: Readonly<Record<string, string>> = { character: "character", place: "location" };
const PAGES: Readonly<Record<string, string>> = {
  character: "cast",
  place: "places",
  thing: "things",
  group: "groups",
  dialogue: "dialogues",
};

/** Returns what makes something: at once where its name is all it needs, else on the page that asks for the rest. */
function useMaking(): (make: Make, name: string) => void {
  const project_id = useCurrentProjectId();
  const client = useStudioClient();
  const openPage = useOpenPage();
  const createEntity = useCreateEntity();
  const readAgain = useRefresh((api) => [api.dialogues.list.pathKey()]);

  async function create({ id, noun }: Make, name: string, type: string | undefined): Promise<void> {
    if (project_id === null) return;
    try {
      if (type !== undefined) {
        const made = await createEntity(name, type, ...(id === "place" ? [null] : []));
        openPage(profileAddress(project_id, { id: made, type }));
        return;
      }
      const { dialogues } =
        name === "" ? await client.dialogues.list.query({ project_id, limit: 500 }) : { dialogues: [] };
      const made = await client.dialogues.create.mutate({
        project_id,
        name: name || freeName(dialogues, "Untitled dialogue"),
      });
      await readAgain();
      openPage(`/projects/${project_id}/dialogues/${made.id}`);
    } catch (error) {
      // Where more than a name is asked for, its page asks for the rest.
      if (type !== undefined && failureOf(error).kind === "refused")
        return openPage(makingAddress(`/projects/${project_id}/${PAGES[id]}`, name));
      showToast({ text: `The ${noun} was not created. ${failureWords(error)}` });
    }
  }
  return (make, name) => {
    const type = ENTITY_TYPES[make.id];
    if (make.id === "dialogue" || (type !== undefined && name !== "")) void create(make, name, type);
    else if (make.isProject === true) openPage(makingAddress("/", name));
    else if (make.id === "variable") openPage(makingAddress(`/projects/${project_id}/variables?variable=new`, name));
    else openPage(makingAddress(`/projects/${project_id}/${PAGES[make.id]}`, name));
  };
}
