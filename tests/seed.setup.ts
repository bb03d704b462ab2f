import fc from "fast-check";
import { TEST_SEED } from "./size.ts";

// Properties that name no seed of their own use the one of the run.
fc.configureGlobal({ seed: TEST_SEED });
