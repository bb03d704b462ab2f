import classroom from "./data/classroom.json" with { type: "json" };
import harbour from "./data/harbour.json" with { type: "json" };
import region from "./data/region.json" with { type: "json" };

export const SAMPLE_IDS = ["harbour", "classroom", "region"] as const;
export type SampleId = (typeof SAMPLE_IDS)[number];

/** A fact of a sample. Entities are named by their external ids. */
interface SampleFact {
  readonly text: string;
  readonly about: string | null;
  readonly predicate: string | null;
  readonly object: string | null;
  readonly known_by: string | readonly string[];
  readonly secret: boolean;
}

/** A world and its dialogues: entities, relationships and facts as requests name them, and a story in the product's own format. */
export interface SampleContent {
  readonly world: {
    readonly entities: readonly { readonly external_id: string; readonly type: string }[];
    readonly relationships: readonly object[];
    readonly facts: readonly SampleFact[];
  };
  readonly story: { readonly format: string; readonly graphs: readonly { readonly nodes: readonly object[] }[] };
}

/** A sample as it is chosen. */
export interface Sample {
  readonly name: string;
  /** Description of the sample in one sentence. */
  readonly description: string;
  /** Feature of the product that the sample demonstrates. */
  readonly shows: string;
  /** About how long a first playthrough takes. */
  readonly minutes: number;
  readonly content: SampleContent;
}

export const SAMPLES: Readonly<Record<SampleId, Sample>> = {
  harbour: {
    name: "Eleven Minutes",
    description: "A light went out, a ship struck, and the form has one line for the cause.",
    shows: "A mystery: choices that open with evidence, and four endings.",
    minutes: 5,
    content: harbour,
  },
  classroom: {
    name: "The Green Umbrella",
    description: "Asking politely at a lost property office, in four rounds.",
    shows: "A lesson: every answer has a comment and points, and the points decide the ending.",
    minutes: 3,
    content: classroom,
  },
  region: {
    name: "The Vale of Ister",
    description: "A drowned valley for a table of players, with the secrets of its people.",
    shows: "A world: places within places, people and things, who is bound to whom, and who knows which secret.",
    minutes: 10,
    content: region,
  },
};
