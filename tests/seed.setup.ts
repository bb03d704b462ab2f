import fc from "fast-check";
import { rounds, TEST_SEED } from "#test-size";

// Properties that name no seed and no number of runs use those of the run.
fc.configureGlobal({ seed: TEST_SEED, numRuns: rounds({ gate: 50, full: 300 }) });
