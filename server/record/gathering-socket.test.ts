import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test, vi } from "vitest";
import { gatheringSockets } from "./gathering-socket.ts";

test("what the driver writes in one turn, and in the immediate it asks for meanwhile, leaves in one piece", async () => {
  let arrived = "";
  const server = createServer((client) => client.on("data", (bytes) => (arrived += bytes))).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const socket = gatheringSockets()({ host: ["127.0.0.1"], port: [port], path: false });
  await once(socket, "connect");
  const apart = vi.spyOn(socket, "_write");
  const together = vi.spyOn(socket, "_writev");
  // As the driver does: long pieces at once, and what is left over in an immediate.
  const pieces = ["a".repeat(1_100), "b".repeat(1_100), "c"];
  await Promise.resolve();
  socket.write(pieces[0] ?? "");
  socket.write(pieces[1] ?? "");
  setImmediate(() => socket.write(pieces[2] ?? ""));
  await vi.waitFor(() => expect(arrived).toBe(pieces.join("")));
  expect(apart).not.toHaveBeenCalled();
  expect(together).toHaveBeenCalledTimes(1);
  // A short one is not kept back.
  socket.write("d");
  expect(apart).toHaveBeenCalledTimes(1);
  socket.destroy();
  server.close();
});
