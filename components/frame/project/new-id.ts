import { ID_RANDOM_BYTES, idBody } from "#domain/id-body.ts";

/** Kinds of things a person makes here. */
export type NewIdPrefix = "dlg" | "node" | "br" | "cnd" | "ef" | "grp" | "ann" | "var" | "ent" | "fact" | "psg";

/** An identifier made on this device, of the form the server makes: it is known before anything was sent. */
export function newId(prefix: NewIdPrefix, now: number = Date.now()): string {
  return `${prefix}_${idBody(now, crypto.getRandomValues(new Uint8Array(ID_RANDOM_BYTES)))}`;
}
