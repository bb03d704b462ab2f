/** The settings of a product that is measured: as in production, on a port of its own. */
export const ENVIRONMENT = {
  FABULA_ENV: "production",
  PORT: "0",
  FABULA_SECRET: "a secret that is only good for benchmarks",
  FABULA_ENCRYPTION_KEY: "00".repeat(32),
};
