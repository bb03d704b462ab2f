import { describe, expect, it } from "vitest";
import { LINK_MS, readSignedPath, signedPath } from "./signed-path.ts";

const NOW = Date.parse("2030-01-01T00:00:00.400Z");
const LINKED = {
  projectId: `prj_${"0".repeat(26)}`,
  sha256: "ab".repeat(32),
  filename: "Quay/№ 7%2F?.png",
};

const read = (address: string, now = NOW, secret = "a secret") => {
  const [path = "", query = ""] = address.split("?");
  return readSignedPath(secret, path, query, now);
};

describe("a signed address of a file", () => {
  const address = signedPath("a secret", LINKED, NOW);

  it("opens its file for five minutes", () => {
    expect(read(address)).toMatchObject({ kind: "file", ...LINKED });
    expect(read(address, NOW + LINK_MS - 1_000)).toMatchObject({ kind: "file" });
    expect(read(address, NOW + LINK_MS)).toEqual({ kind: "over" });
  });

  it("keeps the beginning of a long name", () => {
    const filename = `${"№".repeat(199)}🦊🦊`;
    const cut = { kind: "file", filename: `${"№".repeat(199)}\ufffd` };
    expect(read(signedPath("a secret", { ...LINKED, filename }, NOW))).toMatchObject(cut);
  });

  it("opens nothing when any part of it is another", () => {
    const signature = address.slice(-43);
    const others = [
      address.replace(LINKED.projectId, `prj_${"1".repeat(26)}`),
      address.replace("abab", "abac"),
      address.replace("Quay", "Quai"),
      address.replace(/until=(\d+)/, (_, until) => `until=${Number(until) + 60}`),
      address.replace(
        signature,
        signature.replace(/^./, (first) => (first === "A" ? "B" : "A")),
      ),
      address.replace(signature, signature.slice(1)),
      address.replace(/\?.*/, ""),
      `${address}&x=1`,
      address.replace("%3F", "%FF"),
      address.replace(/%[^?]*/, ""),
    ];
    for (const other of others) expect(read(other), other).toEqual({ kind: "none" });
    expect(read(address, NOW, "another secret")).toEqual({ kind: "none" });
  });
});
