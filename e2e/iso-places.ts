import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { intoBatches, readPlaces } from "../scripts/places.ts";
import { workspace } from "./story.ts";
import { tell } from "./studio-calls.ts";

const folder = join(fileURLToPath(new URL("..", import.meta.url)), "../shared/corpus/locations");

/** Files of ISO 3166 with 5,376 countries and their subdivisions; absent on some machines. */
export const ISO_FILES = { countries: join(folder, "iso_3166-1.json"), subdivisions: join(folder, "iso_3166-2.json") };

/** The server's own limits on a batch. */
const BATCH = { count: 1_000, bytes: 900_000 };

/** Makes the places of ISO 3166 in the project of the story. */
export async function makeIsoPlaces(page: Page): Promise<void> {
  for (const entities of intoBatches(readPlaces(ISO_FILES), BATCH)) {
    await tell(page, "entities.batch", { project_id: workspace().project, entities });
  }
}
