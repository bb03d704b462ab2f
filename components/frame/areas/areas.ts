import {
  CirclePlay,
  Globe,
  House,
  ListChecks,
  type LucideIcon,
  MessagesSquare,
  Plug,
  SlidersHorizontal,
} from "lucide-react";
import type { Pack } from "#domain/packs.ts";

/** Screen of the studio as navigation, commands, stories and tests know it. */
export interface StudioScreen {
  /** Id, which is also that of its command: `go.variables`. */
  readonly id: string;
  /** Last part of its address. */
  readonly path: string;
  /** Name in the tabs of its area. */
  readonly title: string;
  /** Name among commands, where it has another one than in the tabs. */
  readonly command?: string;
  /** Synonyms by which its command is found. */
  readonly words: string;
  /** Whether it is also there outside of all projects: what it shows belongs to the workspace. */
  readonly isOfWorkspace?: boolean;
  /** Whether only owners and admins of the workspace are led to it. */
  readonly isForAdministrators?: boolean;
  /** Whether only admins of the project are led to it; outside of all, owners and admins of the workspace. */
  readonly isForManagers?: boolean;
  /** Pack of the project that it comes with; absent for what every project has. */
  readonly pack?: Pack;
  /** Whether the pages below its address stand alone, without the tabs of the area. */
  readonly opensAlone?: boolean;
}

/** Area of the studio: an entry of the rail, and the tabs of its pages. */
export interface Area {
  readonly id: string;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly screens: readonly StudioScreen[];
}

/**
 * Map of the studio. Rail, tabs, commands, the list of screens that stories visit and the switcher of projects follow from it;
 * a screen is a line here and a page in `app/`.
 */
export const AREAS = [
  {
    id: "home",
    title: "Home",
    icon: House,
    screens: [{ id: "home", path: "", title: "Home", words: "projects start", isOfWorkspace: true }],
  },
  {
    id: "write",
    title: "Write",
    icon: MessagesSquare,
    screens: [
      { id: "dialogues", path: "dialogues", title: "Dialogues", words: "list", opensAlone: true, pack: "game" },
      { id: "map", path: "map", title: "Map", words: "dialogues jumps overview graph story", pack: "game" },
      { id: "quests", path: "quests", title: "Quests", words: "missions stages objectives tasks", pack: "game" },
      { id: "variables", path: "variables", title: "Variables", words: "flags state conditions effects", pack: "game" },
      {
        id: "manuscript",
        path: "manuscript",
        title: "Manuscript",
        words: "book chapters acts passages prose outline novel",
        pack: "book",
      },
      { id: "ideas", path: "ideas", title: "Ideas", words: "brainstorm proposals premises gaps votes", pack: "book" },
      {
        id: "seeds",
        path: "seeds",
        title: "Set-ups and pay-offs",
        words: "seeds promises foreshadowing overdue",
        pack: "book",
      },
    ],
  },
  {
    id: "world",
    title: "World",
    icon: Globe,
    screens: [
      { id: "cast", path: "cast", title: "Cast", words: "characters knows knowledge people" },
      { id: "places", path: "places", title: "Places", words: "world locations map" },
      { id: "groups", path: "groups", title: "Groups", words: "world factions guilds families members" },
      { id: "things", path: "things", title: "Things", words: "world items props table" },
      { id: "bible", path: "bible", title: "Bible", words: "story bible lore notes vault canon" },
      { id: "fields", path: "fields", title: "Fields", words: "world properties types templates kinds" },
      {
        id: "predicates",
        path: "predicates",
        title: "Predicates",
        words: "world facts rules conflicts contradictions",
      },
      { id: "links", path: "links", title: "Links", words: "world shared projects follow shadows drift titles" },
      { id: "rules", path: "rules", title: "Rules", words: "world canon contradictions continuity dead" },
      { id: "style-words", path: "style-words", title: "Style words", words: "banned preferred list score words" },
    ],
  },
  {
    id: "play",
    title: "Play",
    icon: CirclePlay,
    screens: [
      {
        id: "playthroughs",
        path: "playthroughs",
        title: "Playthroughs",
        words: "runs games players steps",
        pack: "game",
      },
      { id: "talks", path: "talks", title: "Talks", words: "conversations chat whispers", pack: "game" },
      { id: "players", path: "players", title: "Players", words: "profile export erase privacy", pack: "game" },
      {
        id: "readers",
        path: "readers",
        title: "Readers",
        words: "share links players paths sent playthrough",
        pack: "game",
      },
    ],
  },
  {
    id: "review",
    title: "Review",
    icon: ListChecks,
    screens: [
      { id: "inbox", path: "inbox", title: "Inbox", words: "waiting questions answer review", isOfWorkspace: true },
      { id: "problems", path: "problems", title: "Problems", words: "errors warnings check", pack: "game" },
      { id: "memories", path: "memories", title: "Memories", words: "npcs characters learnt facts", pack: "game" },
      {
        id: "feedback",
        path: "feedback",
        title: "Feedback",
        words: "opinions ratings votes signals players corrections",
      },
      { id: "history", path: "history", title: "History", words: "timeline changes who when" },
      { id: "deleted", path: "deleted", title: "Recently deleted", words: "restore bring back" },
    ],
  },
  {
    id: "connect",
    title: "Connect",
    icon: Plug,
    screens: [
      {
        id: "keys",
        path: "keys",
        title: "API keys",
        words: "developer token secret access",
        isOfWorkspace: true,
        isForAdministrators: true,
      },
      {
        id: "webhooks",
        path: "webhooks",
        title: "Webhooks",
        words: "developer deliveries events",
        isOfWorkspace: true,
        isForManagers: true,
      },
      {
        id: "provider-keys",
        path: "provider-keys",
        title: "Provider keys",
        words: "developer model language generation token",
        isForManagers: true,
      },
      {
        id: "usage",
        path: "usage",
        title: "Usage and plan",
        words: "billing invoices limits",
        isOfWorkspace: true,
        isForAdministrators: true,
      },
    ],
  },
  {
    id: "settings",
    title: "Settings",
    icon: SlidersHorizontal,
    screens: [
      {
        id: "settings",
        path: "settings",
        title: "Project",
        command: "Project settings",
        words: "name export copy delete",
      },
      {
        id: "members",
        path: "members",
        title: "Members",
        words: "people invite roles workspace guests",
        isOfWorkspace: true,
        isForManagers: true,
      },
    ],
  },
] as const satisfies readonly Area[];

type EveryScreen = (typeof AREAS)[number]["screens"][number];
export type ScreenId = EveryScreen["id"];
export type AreaId = (typeof AREAS)[number]["id"];

const ALL: readonly Area[] = AREAS;

/** Every screen with a place in the navigation. */
export const STUDIO_SCREENS: readonly (StudioScreen & { readonly id: ScreenId })[] = AREAS.flatMap(
  ({ screens }): readonly EveryScreen[] => screens,
);

/** Facts that decide which screens a person is led to. */
export interface Reach {
  /** Project whose pages are open; null outside of all. */
  readonly projectId: string | null;
  readonly isAdministrator: boolean;
  /** Whether the person looks after the project; outside of all, after the workspace. */
  readonly isManager: boolean;
  /** Packs that are on in the project. */
  readonly packs: readonly Pack[];
}

/** Returns the address of a screen, in a project or outside of all; null for a screen that is only in a project. */
export function addressOf({ path, isOfWorkspace = false }: StudioScreen, projectId: string | null): string | null {
  if (path === "") return "/";
  if (projectId !== null) return `/projects/${projectId}/${path}`;
  return isOfWorkspace ? `/${path}` : null;
}

/** Returns the address of a screen by its id, for links that lead to it from another page of the project. */
export function addressIn(projectId: string | null, id: ScreenId): string {
  const screen = STUDIO_SCREENS.find((each) => each.id === id);
  return (screen === undefined ? null : addressOf(screen, projectId)) ?? "/";
}

/** Screen that a person is led to, with its address. */
export interface ReachedScreen {
  readonly screen: StudioScreen & { readonly id: ScreenId };
  readonly href: string;
}

/** Returns the screens of an area that a person is led to; none where the area is hidden. */
export function screensOf(
  id: AreaId,
  { projectId, isAdministrator, isManager, packs }: Reach,
): readonly ReachedScreen[] {
  const area = ALL.find((each) => each.id === id);
  return (area?.screens ?? []).flatMap((screen) => {
    const href = addressOf(screen, projectId);
    const isAllowed =
      (screen.isForAdministrators !== true || isAdministrator) && (screen.isForManagers !== true || isManager);
    const isOn = screen.pack === undefined || packs.includes(screen.pack);
    return href !== null && isAllowed && isOn ? [{ screen: screen as ReachedScreen["screen"], href }] : [];
  });
}

/** Place of an address in the map of the studio. */
export interface MapPlace {
  readonly area: AreaId;
  readonly screen: StudioScreen;
  /** Whether the address is that of a page below the screen. */
  readonly isBelow: boolean;
}

/** Pages without a tab, by the screen that leads to them. */
const LED_FROM: Readonly<Record<string, ScreenId>> = { import: "home" };

/** Returns the place of an address; null for pages that are on no map. */
export function placeOf(pathname: string): MapPlace | null {
  const [, path = "", below] = /^(?:\/projects\/[^/]+)?\/([^/]*)(\/.*)?$/.exec(pathname) ?? [];
  for (const area of AREAS) {
    const screens: readonly StudioScreen[] = area.screens;
    const screen = screens.find((each) => each.path === path || each.id === LED_FROM[path]);
    if (screen !== undefined) return { area: area.id, screen, isBelow: below !== undefined || screen.path !== path };
  }
  return null;
}
