import { createServer } from "node:net";
import { type Config, localOrigin } from "../config.ts";
import { StartProblem } from "../kernel/start-problem.ts";

/** The sentence for an address that cannot be listened on; null for an error of another kind. */
export function listenSentence(error: unknown, host: string, port: number): string | null {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== "listen" && syscall !== "getaddrinfo") return null;
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is taken by another program: stop that one, or choose another with PORT=${port + 1}.`;
    case "EACCES":
      return `Port ${port} on ${host} is reserved for the system's administrator: choose one above 1023 with PORT.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `HOST ${host} is not an address of this machine: leave it out, or set it to 127.0.0.1 or 0.0.0.0.`;
    default:
      return null;
  }
}

/**
 * Tries the address before anything slow is done, and settles on a port when PORT is 0.
 *
 * @throws StartProblem when it cannot be listened on.
 */
export function chooseAddress(config: Config): Promise<Config> {
  const { host, port } = config;
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => {
      const sentence = listenSentence(error, host, port);
      reject(sentence === null ? error : new StartProblem(sentence));
    });
    probe.listen(port, host, () => {
      const address = probe.address();
      const chosen = typeof address === "object" && address !== null ? address.port : port;
      const derived = config.publicUrl === localOrigin(host, port);
      const publicUrl = derived ? localOrigin(host, chosen) : config.publicUrl;
      probe.close(() => resolve({ ...config, port: chosen, publicUrl }));
    });
  });
}
