import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { cookieValue } from "./cookie-value.ts";
import { cookieNames, type SessionConfig } from "./session.ts";

/** People who may have signed in on one device and are remembered there. */
const PEOPLE = 4;
const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;
const FORM = /^([\w-]{22})((?:\.[\w-]{22}){1,4})$/;

/** A device on which somebody has signed in before, as its cookie says it: an id, and a mark for each e-mail. */
export interface KnownDevice {
  readonly id: string;
  readonly marks: readonly string[];
}

/** Reads the device's cookie; null when there is none of our form. Its marks still have to fit an e-mail. */
export function readDevice(cookieHeader: string | null, config: SessionConfig): KnownDevice | null {
  const match = FORM.exec(cookieValue(cookieHeader, cookieNames(config).device) ?? "");
  return match === null ? null : { id: match[1] ?? "", marks: (match[2] ?? "").split(".").slice(1) };
}

/** Whether whoever has this e-mail signed in on the device before. Nobody without our secret can make such a mark. */
export function isKnownTo(device: KnownDevice, email: string, config: SessionConfig): boolean {
  const expected = Buffer.from(markOf(device.id, email, config));
  return device.marks.some((mark) => mark.length === expected.length && timingSafeEqual(Buffer.from(mark), expected));
}

/** The cookie with which a device is known from now on; null when it is known already. */
export function deviceCookie(device: KnownDevice | null, email: string, config: SessionConfig): string | null {
  if (device !== null && isKnownTo(device, email, config)) return null;
  const id = device?.id ?? randomBytes(16).toString("base64url");
  const marks = [markOf(id, email, config), ...(device?.marks ?? [])].slice(0, PEOPLE);
  const { device: name, secure } = cookieNames(config);
  const attributes = `Max-Age=${ONE_YEAR_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return `${name}=${[id, ...marks].join(".")}; ${attributes}`;
}

/** 128 bits of a keyed hash: bound to the device and to the e-mail, which is in its normal form. */
function markOf(id: string, email: string, { authSecret }: SessionConfig): string {
  const key = Buffer.from(hkdfSync("sha256", authSecret, "fabula", "known devices", 32));
  return createHmac("sha256", key).update(`${id}\n${email}`).digest().subarray(0, 16).toString("base64url");
}
