import type { Resource } from "../../record/resource.ts";
import {
  annotationResource,
  graphResource,
  groupResource,
  nodeResource,
  variableResource,
} from "../dialogues/public.ts";
import { entityResource, relationshipResource } from "../entities/public.ts";
import { factResource } from "./fact.ts";

/** Resources of the story, of which each can be a secret. */
export const STORY: readonly Resource[] = [
  entityResource,
  relationshipResource,
  factResource,
  graphResource,
  nodeResource,
  groupResource,
  annotationResource,
  variableResource,
];
