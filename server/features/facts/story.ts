import { STORY_TYPES } from "#drizzle/schema/facts.ts";
import type { Resource } from "../../record/resource.ts";
import {
  annotationResource,
  graphResource,
  groupResource,
  nodeResource,
  questResource,
  variableResource,
} from "../dialogues/public.ts";
import { entityResource, relationshipResource } from "../entities/public.ts";
import { factResource } from "./fact.ts";

const RESOURCES: Readonly<Record<(typeof STORY_TYPES)[number], Resource>> = {
  entity: entityResource,
  relationship: relationshipResource,
  fact: factResource,
  dialogue: graphResource,
  dialogue_node: nodeResource,
  dialogue_group: groupResource,
  dialogue_annotation: annotationResource,
  variable: variableResource,
  quest: questResource,
};

/** Resources of the story, of which each can be a secret. */
export const STORY: readonly Resource[] = STORY_TYPES.map((type) => RESOURCES[type]);
