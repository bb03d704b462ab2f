import { z } from "zod";
import { read } from "../../../operation/operation.ts";
import { SAMPLE_IDS, SAMPLES } from "../samples.ts";

const Sample = z
  .object({
    id: z.enum(SAMPLE_IDS),
    name: z.string(),
    description: z.string().meta({ description: "Description in a sentence." }),
    shows: z.string().meta({ description: "Parts of the product that it demonstrates." }),
    minutes: z.int().meta({ description: "Approximate length of a first playthrough." }),
    dialogues: z.int().meta({ description: "Number of dialogues." }),
    nodes: z.int().meta({ description: "Number of nodes." }),
    entities: z.int().meta({ description: "Number of places, people and things." }),
    facts: z.int().meta({ description: "Number of facts." }),
  })
  .meta({ id: "Sample" });

export const listSamples = read({
  method: "GET",
  path: "/v1/samples",
  scope: "read",
  summary: "List samples",
  description: "Small finished projects to begin from, each another use of the product.",
  params: z.object({}),
  output: z.object({ samples: z.array(Sample).meta({ description: "All there are." }) }),
  handle: async () => ({
    samples: SAMPLE_IDS.map((id) => {
      const { content, ...sample } = SAMPLES[id];
      const { graphs } = content.story;
      return {
        id,
        ...sample,
        dialogues: graphs.length,
        nodes: graphs.reduce((sum, { nodes }) => sum + nodes.length, 0),
        entities: content.world.entities.length,
        facts: content.world.facts.length,
      };
    }),
  }),
});
