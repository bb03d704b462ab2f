import type { JsonObject } from "#domain/json.ts";
import type { SampleEntity } from "./world.ts";

interface PlaceDetails {
  kind: "region" | "town" | "islet" | "quarter" | "building" | "room" | "vessel";
  /** Left out where nobody lives, so that filters have something missing to find. */
  population?: number;
  /** 0 (safe) to 5 (you will be missed). */
  danger: number;
  faction: string | null;
  /** `dry_hours`: how long in each tide the place can be walked into. */
  tide?: { floods: boolean; dry_hours: number };
  tags: string[];
  description: string;
}

function place(
  external_id: string,
  parent_external_id: string | null,
  name: string,
  details: PlaceDetails,
): SampleEntity {
  const { kind, population, danger, faction, tide, tags, description } = details;
  const properties: JsonObject = { kind, danger, faction, tags, description };
  if (population !== undefined) properties.population = population;
  if (tide !== undefined) properties.tide = { ...tide };
  return { external_id, type: "location", name, properties, parent_external_id };
}

const REGIONS: SampleEntity[] = [
  place("brack-coast", null, "The Brack Coast", {
    kind: "region",
    population: 11900,
    danger: 2,
    faction: null,
    tags: ["coast", "salt", "contested"],
    description:
      "Ninety miles of flat shore where the sea cannot decide whether to stay. It makes salt, eels and lawyers, and exports all three.",
  }),
  place("inland-counties", null, "The Inland Counties", {
    kind: "region",
    population: 214000,
    danger: 1,
    faction: "faction-salt-office",
    tags: ["inland", "crown"],
    description: "Barley, parish clocks and people who have never needed to ask what holds the water out.",
  }),
];

const TOWNS: SampleEntity[] = [
  place("thole", "brack-coast", "Thole", {
    kind: "town",
    population: 6840,
    danger: 2,
    faction: "faction-salt-office",
    tide: { floods: false, dry_hours: 12 },
    tags: ["harbour", "walled", "market"],
    description:
      "A harbour town named for the pin that holds an oar, and for what its people do about most things, which is bear them.",
  }),
  place("pannock", "brack-coast", "Pannock", {
    kind: "town",
    population: 410,
    danger: 1,
    faction: "faction-free-rakers",
    tide: { floods: true, dry_hours: 7 },
    tags: ["salt", "village", "causeway"],
    description: "Four hundred rakers and the whitest ground on the coast. Joined to Thole by a causeway, twice a day.",
  }),
  place("skerry-ward", "brack-coast", "Skerry Ward", {
    kind: "islet",
    population: 31,
    danger: 4,
    faction: "faction-harbour-watch",
    tide: { floods: true, dry_hours: 3 },
    tags: ["prison", "islet", "offshore"],
    description: "A rock with a roof. Debtors can see Thole's lamps from it, which was thought to be instructive.",
  }),
  place("corvane", "inland-counties", "Corvane", {
    kind: "town",
    population: 48200,
    danger: 1,
    faction: "faction-salt-office",
    tags: ["capital", "crown"],
    description: "Seat of the Salt Office. Receives a tenth of everything and most of the letters.",
  }),
];

const QUARTERS: SampleEntity[] = [
  place("gatewards", "thole", "Gatewards", {
    kind: "quarter",
    population: 620,
    danger: 2,
    faction: "faction-salt-office",
    tags: ["toll", "queue", "landing"],
    description: "The streets behind the Salt Gate, which live off other people's waiting: pies, dice, dry stockings.",
  }),
  place("ropewalk", "thole", "The Ropewalk", {
    kind: "quarter",
    population: 1480,
    danger: 3,
    faction: "faction-night-tide",
    tags: ["trade", "taverns", "smuggling"],
    description:
      "Four hundred yards of straight roof where rope is laid backwards, by men walking away from it all day.",
  }),
  place("hundred-stairs", "thole", "The Hundred Stairs", {
    kind: "quarter",
    population: 2310,
    danger: 2,
    faction: "faction-bell-chapel",
    tags: ["poor", "steep", "crowded"],
    description: "There are a hundred and thirty-one. The name is older than the last two floods.",
  }),
  place("the-mole", "thole", "The Mole", {
    kind: "quarter",
    population: 90,
    danger: 4,
    faction: "faction-harbour-watch",
    tide: { floods: true, dry_hours: 8 },
    tags: ["breakwater", "exposed", "under-repair"],
    description:
      "Half a mile of stone that the harbour stands behind. It broke two winters ago and killed seven. The mended part is paler.",
  }),
  place("high-terrace", "thole", "The High Terrace", {
    kind: "quarter",
    population: 540,
    danger: 0,
    faction: "faction-salt-office",
    tags: ["wealthy", "law", "quiet"],
    description: "Where Thole keeps its glass windows. From here the sea is a view.",
  }),
  place("underquay", "thole", "The Underquay", {
    kind: "quarter",
    danger: 5,
    faction: "faction-night-tide",
    tide: { floods: true, dry_hours: 4 },
    tags: ["vaults", "smuggling", "dark"],
    description: "Cellars of the old harbour, roofed over and officially filled in. The filling was never delivered.",
  }),
  place("white-pans", "pannock", "The White Pans", {
    kind: "quarter",
    population: 330,
    danger: 1,
    faction: "faction-free-rakers",
    tide: { floods: true, dry_hours: 6 },
    tags: ["salt", "work", "open"],
    description:
      "Sixty clay basins in rows, each with its family's mark on a post, and the sky lying down in every one.",
  }),
  place("exchequer-hill", "corvane", "Exchequer Hill", {
    kind: "quarter",
    population: 1900,
    danger: 0,
    faction: "faction-salt-office",
    tags: ["offices", "crown"],
    description:
      "A hill made, according to its clerks, entirely of paper, with a little grass on top for the look of it.",
  }),
];

const BUILDINGS: SampleEntity[] = [
  place("salt-gate", "gatewards", "The Salt Gate", {
    kind: "building",
    danger: 2,
    faction: "faction-salt-office",
    tide: { floods: true, dry_hours: 6 },
    tags: ["toll", "landmark", "nine-steps"],
    description:
      "Forty feet of oak and iron across the causeway arch, with nine steps down to the sea. People pass by the wicket free. It is salt that waits.",
  }),
  place("weigh-room", "gatewards", "The Weigh-Room", {
    kind: "room",
    danger: 1,
    faction: "faction-salt-office",
    tags: ["toll", "scales"],
    description: "One scale, eleven brass weights, and a desk with a rectangle of clean oak where a book has been.",
  }),
  place("toll-loft", "gatewards", "The Toll Loft", {
    kind: "room",
    danger: 2,
    faction: "faction-salt-office",
    tags: ["records", "office"],
    description: "The Assessor's room over the arch. Thirty years of ledgers on the shelf, and one gap.",
  }),
  place("drowned-cells", "gatewards", "The Drowned Cells", {
    kind: "room",
    danger: 5,
    faction: "faction-harbour-watch",
    tide: { floods: true, dry_hours: 5 },
    tags: ["prison", "below-tide"],
    description: "Named for the line on the wall. Visitors are told it is a joke until they have measured it.",
  }),
  place("lame-heron", "ropewalk", "The Lame Heron", {
    kind: "building",
    population: 9,
    danger: 2,
    faction: "faction-night-tide",
    tags: ["tavern", "meeting", "low-beams"],
    description: "A tavern with one stuffed heron, two back doors, and a cellar nobody has seen the far end of.",
  }),
  place("hask-chandlery", "ropewalk", "Hask & Daughter, Chandlers", {
    kind: "building",
    population: 2,
    danger: 1,
    faction: "faction-night-tide",
    tags: ["shop", "smuggling"],
    description: "Rope, pitch, tallow, candles. The sign once read Hask & Son; the paint over it is two winters old.",
  }),
  place("long-shed", "ropewalk", "The Long Shed", {
    kind: "building",
    danger: 1,
    faction: null,
    tags: ["work", "rope"],
    description: "The rope-laying shed. Voices carry its whole length, so nothing is ever said in it.",
  }),
  place("bell-chapel", "hundred-stairs", "Chapel of the Low Bell", {
    kind: "building",
    population: 3,
    danger: 0,
    faction: "faction-bell-chapel",
    tags: ["sanctuary", "landmark", "bell"],
    description: "At the top of everything. Its bell rings the depth of the stair, and is felt before it is heard.",
  }),
  place("sweet-cistern", "hundred-stairs", "The Sweet Cistern", {
    kind: "building",
    danger: 1,
    faction: null,
    tags: ["water", "meeting"],
    description: "The only fresh water on the Stairs. News is exchanged for buckets, at a rate everyone knows.",
  }),
  place("sibs-landing", "hundred-stairs", "Sib's Landing", {
    kind: "room",
    population: 1,
    danger: 1,
    faction: null,
    tags: ["hideout", "errands"],
    description: "A turn of the stair with a roof on it. Price list in chalk, low down on the wall.",
  }),
  place("lamp-house", "the-mole", "The Lamp-House", {
    kind: "building",
    population: 1,
    danger: 3,
    faction: "faction-harbour-watch",
    tags: ["light", "landmark", "exposed"],
    description: "A light, a stove, and eleven years of notebooks recording the condition of the stone each morning.",
  }),
  place("berth-nine", "the-mole", "Berth Nine", {
    kind: "building",
    population: 6,
    danger: 3,
    faction: "faction-harbour-watch",
    tags: ["quarantine", "mooring"],
    description: "The quarantine berth. Ships wait here to be trusted.",
  }),
  place("cutter-patience", "the-mole", "The Cutter Patience", {
    kind: "vessel",
    population: 24,
    danger: 3,
    faction: "faction-harbour-watch",
    tags: ["excise", "armed", "moored"],
    description:
      "Excise cutter, six guns, moored in the lee of the pale stone since October with orders nobody ashore has read.",
  }),
  place("assessors-house", "high-terrace", "The Assessor's House", {
    kind: "building",
    population: 3,
    danger: 1,
    faction: "faction-salt-office",
    tags: ["residence", "records"],
    description: "Plain for the Terrace. One upstairs window faces the mole, and the chair faces the window.",
  }),
  place("court-of-measures", "high-terrace", "The Court of Measures", {
    kind: "building",
    danger: 1,
    faction: "faction-salt-office",
    tags: ["law", "petitions"],
    description:
      "Tries short weight, wet salt and disputed bushels. Petitions are heard in the order they are paid for.",
  }),
  place("sluice-door", "underquay", "The Sluice Door", {
    kind: "building",
    danger: 4,
    faction: "faction-night-tide",
    tide: { floods: true, dry_hours: 3 },
    tags: ["entrance", "smuggling", "four-planks"],
    description: "An iron door at the waterline and four planks behind it. The third is rotten and is kept that way.",
  }),
  place("brine-vault", "underquay", "The Brine Vault", {
    kind: "room",
    danger: 3,
    faction: "faction-night-tide",
    tide: { floods: false, dry_hours: 12 },
    tags: ["cache", "salt", "seaward-wall"],
    description: "Dry, which is the remarkable thing about it. Its seaward wall is the root of the mole.",
  }),
  place("boiling-house", "white-pans", "The Boiling House", {
    kind: "building",
    population: 14,
    danger: 2,
    faction: "faction-free-rakers",
    tags: ["work", "fire", "meeting"],
    description:
      "Where brine becomes salt and rakers become a meeting. Maud Kittow speaks from the third step of the ladder.",
  }),
  place("salt-office", "exchequer-hill", "The Salt Office", {
    kind: "building",
    danger: 1,
    faction: "faction-salt-office",
    tags: ["crown", "records", "letters"],
    description: "Eleven letters from Thole lie here in a tray marked Local Matters.",
  }),
];

/** The places of the Brack Coast and the county that taxes it: region, town, quarter, building; parents come first. */
export const saltGatePlaces: readonly SampleEntity[] = [...REGIONS, ...TOWNS, ...QUARTERS, ...BUILDINGS];
